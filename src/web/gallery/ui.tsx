import { Group } from '@mantine/core';
import { codeText } from '#ballot/sheet/code.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { BallotSheet } from '#web/components/ui/ballot-sheet.tsx';
import { BetaWatermark } from '#web/components/ui/beta-watermark.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { CopyId } from '#web/components/ui/copy-id.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { DropPanel } from '#web/components/ui/drop-panel.tsx';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { OneTimeLink } from '#web/components/ui/one-time-link.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { ReadOnlyCheck } from '#web/components/ui/read-only-check.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { SkipLink } from '#web/components/ui/skip-link.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import classes from './gallery.module.css';
import { Part, SAMPLE_TIME } from './part.tsx';

const ID = '5f3c1d1e-8a54-4a6b-9c41-1f6f0d9f8f11';

export const Ui = () => (
  <>
    <Part name="ButtonLink, TextLink" use="To go to another page, as a button or within a text.">
      <Group>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/" variant="default">
          Cases
        </ButtonLink>
        <TextLink to="/">A link in a text</TextLink>
      </Group>
    </Part>
    <Part
      name="CopyButton, CopyId"
      use="For what people pass on: a whole value, or the first digits of an id in a list."
    >
      <Group>
        <CopyButton value={ID} what="school ID" />
        <CopyId id={ID} of="Northfield Academy" />
      </Group>
    </Part>
    <Part name="LinkField, OneTimeLink" use="For a link to copy, and for one that works once.">
      <LinkField label="Calendar link" link="https://example.org/calendar" description="Anyone with it can read it." />
      <OneTimeLink label="Invitation for nia@example.org" path="/invitation" token="secret" expiresAt={SAMPLE_TIME} />
    </Part>
    <Part name="StatusMark" use="For a state, as color, shape and word.">
      <Group>
        <StatusMark tone="green">Operational</StatusMark>
        <StatusMark tone="yellow">Degraded</StatusMark>
        <StatusMark tone="red">Outage</StatusMark>
        <StatusMark tone="blue">Maintenance</StatusMark>
        <StatusMark tone="gray">Unknown</StatusMark>
      </Group>
    </Part>
    <Part name="ReadOnlyCheck" use="For yes or no in a table, where it can't be changed.">
      <Group>
        <ReadOnlyCheck checked label="Premium" />
        <ReadOnlyCheck checked={false} label="Premium" />
      </Group>
    </Part>
    <Part name="Disclosure" use="Hides what few people need.">
      <Disclosure summary="Show School ID (Support Purposes)">
        <code>{ID}</code>
      </Disclosure>
      <Disclosure summary="Open from the start" isOpen>
        Its content
      </Disclosure>
    </Part>
    <Part name="DropPanel" use="A button with a panel of controls, such as filters.">
      <DropPanel label="Filter">The controls</DropPanel>
    </Part>
    <Part name="Page" use="The frame of every page: title, introduction, actions, one width.">
      <Page title="Gallery" intro="One or two sentences." actions={<ButtonLink to="/">Action</ButtonLink>} narrow />
    </Part>
    <Part name="Section" use="A part of a page, named by its heading.">
      <Section id="sample-section" title="Section">
        <p>What belongs together.</p>
      </Section>
    </Part>
    <Part name="SkipLink" use="Leads a keyboard over what most people don't come for. Press Tab to see it.">
      <SkipLink to="main">Skip to main content</SkipLink>
    </Part>
    <Part name="OnPaper" use="A line that only a printed page has. Print this page to see it.">
      <OnPaper>Printed</OnPaper>
    </Part>
    <Part name="BallotSheet" use="A page of a score sheet, as it is printed.">
      <BallotSheet
        layout={sheetPages(TRY_OUT, 'Letter')[0]!}
        filled={{ pTeam: 'Ada Abbott', dTeam: '', round: '', judgeName: '', caseName: '' }}
        code={codeText({ sheet: TRY_OUT.id, version: 1, page: 1, schoolId: null, roundId: null, judge: null })}
        className={classes.sheet}
      />
    </Part>
    <Part name="BetaWatermark" use="Behind a page that is not finished, as it is here.">
      <BetaWatermark />
    </Part>
  </>
);
