import { Button, Title, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { ballotCsv, ballotFileName, ballotJson, ballotTable, type CheckedBallot } from '#ballot/export.ts';
import { Icon } from '#web/art/icons.tsx';
import { useCopy } from '#web/components/use-copy.ts';
import classes from './export-section.module.css';

const DOWNLOAD_STARTED_MS = 10_000;

function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // No event says when the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTED_MS);
}

/** Copies, downloads or prints the checked ballot. */
export function ExportSection({ checked }: { checked: CheckedBallot }) {
  const [copyResult, copy] = useCopy();
  const { length } = checked.toCheck;
  return (
    <section className={classes.section} aria-labelledby="export">
      <Title order={2} id="export">
        Export
      </Title>
      {length > 0 && (
        <p className={classes.text}>
          {length === 1 ? '1 score' : `${length} scores`} still to check. Unread scores count as 0.
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          miw="8rem"
          leftSection={<Icon name={copyResult === 'Copied' ? 'check' : 'copy'} size={16} />}
          onClick={() => copy(ballotTable(checked))}
        >
          {copyResult ?? 'Copy'}
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(checked, 'csv'), 'text/csv;charset=utf-8', ballotCsv(checked))}
        >
          Download CSV
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(checked, 'json'), 'application/json', ballotJson(checked))}
        >
          Download JSON
        </Button>
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
      </div>
      <VisuallyHidden>
        <output>{copyResult}</output>
      </VisuallyHidden>
    </section>
  );
}

/** Explains what this browser stores of the ballot, and clears it. */
export function SavedSection({ isStored, onClear }: { isStored: boolean; onClear: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.section} aria-labelledby="saved">
      <Title order={2} id="saved" ref={heading} tabIndex={-1}>
        Saved in this browser
      </Title>
      <p className={classes.text}>
        {isStored
          ? 'The form and the extracted data stay in this browser until you reset them or sign out, so you can reload without losing your work. The photo is discarded when you leave this page. The server stores neither.'
          : 'Nothing right now. Once you enter or upload something, the form stays in this browser until you reset it or sign out. The photo is never saved, and the server stores neither.'}
      </p>
      <Button
        variant="default"
        disabled={!isStored}
        onClick={() => {
          onClear();
          // The button becomes disabled and would drop the focus.
          heading.current?.focus();
        }}
        className={classes.clear}
      >
        Clear now
      </Button>
    </section>
  );
}
