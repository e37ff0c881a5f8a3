import { Button, Notification, Switch, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { BlankBadge, ClosedBar, EmptyStand, Recess, Teapot } from '#web/art/court-scenes.tsx';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { Logo, Mark } from '#web/art/logo.tsx';
import { BlankDocket, Hourglass, LoosePapers, WeighedCoins } from '#web/art/more-court-scenes.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { FigureTable } from '#web/components/table/figure-table.tsx';
import { ListSection } from '#web/components/table/list-section.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { FactList, RecordCard } from '#web/components/table/record-card.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { StatusMark } from '#web/components/ui/status-mark.tsx';
import classes from './gallery.module.css';

export function Controls() {
  return (
    <div className={classes.columns}>
      <Block title="Buttons">
        <Button>Sign In</Button>
        <Button loading>Sign In</Button>
        <Button disabled>Disabled</Button>
        <Button variant="default">Go Back</Button>
        <Button variant="light">Light</Button>
        <Button variant="subtle">Subtle</Button>
        <Button color="red">Delete</Button>
        <Button color="red" variant="light">
          Delete
        </Button>
        <ButtonLink to="/">Return to Home</ButtonLink>
        <CopyButton value="42" what="school ID" />
        <TextLink to="/">A link in a text</TextLink>
      </Block>
      <Block title="Fields">
        <TextInput label="Email" placeholder="name@school.edu" required w="100%" />
        <TextInput label="Name" defaultValue="O'Brien" error="A name is needed." w="100%" />
        <PasswordField label="Password" autoComplete="current-password" required defaultValue="secret" />
        <TextInput label="Disabled" disabled defaultValue="Łukasz" w="100%" />
        <GalleryChoice />
        <GallerySwitch />
      </Block>
      <Block title="Toasts">
        <Notification title="Success" color="green" w="100%">
          School added successfully
        </Notification>
        <Notification title="Error" color="red" w="100%">
          Failed to load assignments
        </Notification>
      </Block>
      <Block title="States">
        <StatusMark tone="green">Operational</StatusMark>
        <StatusMark tone="yellow">Degraded</StatusMark>
        <StatusMark tone="red">Outage</StatusMark>
        <StatusMark tone="blue">Maintenance</StatusMark>
      </Block>
    </div>
  );
}

function GalleryChoice() {
  const [role, setRole] = useState<Role>('viewer');
  return (
    <Choice
      label="Role"
      options={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
      value={role}
      onChoose={setRole}
    />
  );
}

function GallerySwitch() {
  const [isOn, setOn] = useState(true);
  return <Switch label="Dark theme" checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />;
}

export function Lists() {
  const users = [
    "Siobhán O'Brien (sobrien@northfield.test)",
    'Łukasz Wójcik (lukasz@northfield.test)',
    'Ada Lovelace (ada@x.test)',
  ];
  return (
    <div className={classes.columns}>
      <ListSection title="Teams" rows={undefined} empty="No teams found" />
      <ListSection title="Teams" rows={users.map((user) => ({ key: user, content: user }))} empty="No teams found" />
      <ListSection title="Students" rows={[]} empty="No students found" />
      <LoadFailed what="teams" reason="Can’t reach the server. Check your connection." onRetry={() => {}} />
      <EmptyState
        title="You are not assigned to any schools."
        text="Please have your school's Primary Admin reach out to support to be added."
        actions={<Button variant="default">Reset</Button>}
      />
    </div>
  );
}

const SCORES = ['Opening', 'Direct-Attorney', 'Direct-Witness', 'Cross', 'Closing'].map((type, index) => ({
  type,
  p: 10 - index,
  d: 7 + (index % 3),
}));

export function Data() {
  return (
    <>
      <FigureTable
        label="Scores by type"
        columns={[
          { label: 'Score Type', cell: ({ type }) => type },
          { label: 'P Team Score', cell: ({ p }) => p },
          { label: 'D Team Score', cell: ({ d }) => d },
        ]}
        rows={SCORES}
        rowKey={({ type }) => type}
      />
      <div className={classes.columns}>
        <RecordCard
          title="Northfield Academy"
          facts={[
            { label: 'Short Name', value: 'NFA' },
            { label: 'Premium', value: <StatusMark tone="green">Active</StatusMark> },
          ]}
          actions={<Button variant="default">Edit</Button>}
        />
        <div>
          <FactList
            facts={[
              { label: 'Name', value: 'Northfield Academy' },
              { label: 'Your Role', value: 'Primary Admin' },
            ]}
          />
          <Disclosure summary="Show School ID (Support Purposes)">
            <code>5f3c1d1e-8a54-4a6b-9c41-1f6f0d9f8f11</code>
            <CopyButton value="5f3c1d1e" what="school ID" />
          </Disclosure>
        </div>
      </div>
    </>
  );
}

const scenes: [string, ReactNode][] = [
  ['404', <EmptyStand key="404" />],
  ['403', <ClosedBar key="403" />],
  ['401', <BlankBadge key="401" />],
  ['418', <Teapot key="418" />],
  ['503', <Recess key="503" />],
  ['500', <BrokenGavel key="500" />],
  ['402', <WeighedCoins key="402" />],
  ['429', <Hourglass key="429" />],
  ['Boundary', <LoosePapers key="boundary" />],
  ['Empty', <BlankDocket key="empty" />],
];

export function Pictures() {
  return (
    <>
      <Block title="Marks">
        <Logo />
        <Mark size={64} />
        <Mark size={16} />
        <GavelLoader />
      </Block>
      <div className={classes.pictures}>
        {scenes.map(([name, scene]) => (
          <figure key={name} className={classes.figure}>
            {scene}
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.block}>
      <Title order={2} w="100%">
        {title}
      </Title>
      {children}
    </section>
  );
}
