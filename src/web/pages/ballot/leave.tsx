import { Button, Title, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { ballotCsv, ballotFileName, ballotJson, ballotTable } from '#ballot/export.ts';
import type { Ballot, ScoreField } from '#ballot/form.ts';
import { Icon } from '#web/art/icons.tsx';
import { useCopy } from '#web/components/use-copy.ts';
import classes from './leave.module.css';

function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The ways in which the checked ballot leaves the page: each one the person's own doing. */
export function Leave({ ballot, toCheck }: { ballot: Ballot; toCheck: readonly ScoreField[] }) {
  const [answer, copy] = useCopy();
  return (
    <section className={classes.section} aria-labelledby="take-it-along">
      <Title order={2} id="take-it-along">
        Take it along
      </Title>
      {toCheck.length > 0 && (
        <p className={classes.text}>
          {toCheck.length === 1 ? '1 cell is' : `${toCheck.length} cells are`} still to check. What was not read counts
          as 0.
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          miw="8rem"
          leftSection={<Icon name={answer === 'Copied' ? 'check' : 'copy'} size={16} />}
          onClick={() => copy(ballotTable(ballot, toCheck))}
        >
          {answer ?? 'Copy'}
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(ballot, 'csv'), 'text/csv;charset=utf-8', ballotCsv(ballot, toCheck))}
        >
          Download CSV
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(ballot, 'json'), 'application/json', ballotJson(ballot, toCheck))}
        >
          Download JSON
        </Button>
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
      </div>
      <VisuallyHidden>
        <output>{answer}</output>
      </VisuallyHidden>
    </section>
  );
}

/** What this browser remembers of the ballot, and the way to make it forget. */
export function KeptHere({ kept, onClear }: { kept: boolean; onClear: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.section} aria-labelledby="kept-here">
      <Title order={2} id="kept-here" ref={heading} tabIndex={-1}>
        What stays in this browser
      </Title>
      <p className={classes.text}>
        {kept
          ? 'The form and the extracted data stay in this browser until you reset them or sign out, so that a reload loses nothing. The picture does not: it is gone when you leave this page. The server keeps neither.'
          : 'Nothing at the moment. Once there is something in the form, it stays in this browser until you reset it or sign out; the picture never does. The server keeps neither.'}
      </p>
      <Button
        variant="default"
        disabled={!kept}
        onClick={() => {
          onClear();
          // The button can do nothing more, and would take the focus with it.
          heading.current?.focus();
        }}
        className={classes.clear}
      >
        Clear now
      </Button>
    </section>
  );
}
