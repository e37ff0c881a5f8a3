import { Button, Title } from '@mantine/core';
import { ballotCsv, ballotFileName, ballotJson, ballotTable } from '#ballot/export.ts';
import type { Ballot } from '#ballot/form.ts';
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
export function Leave({ ballot }: { ballot: Ballot }) {
  const [answer, copy] = useCopy();
  return (
    <section className={classes.section} aria-labelledby="take-it-along">
      <Title order={2} id="take-it-along">
        Take it along
      </Title>
      <div className={classes.buttons}>
        <Button
          variant="default"
          miw="8rem"
          leftSection={<Icon name={answer === 'Copied' ? 'check' : 'copy'} size={16} />}
          onClick={() => copy(ballotTable(ballot))}
        >
          {answer ?? 'Copy'}
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(ballot, 'csv'), 'text/csv;charset=utf-8', ballotCsv(ballot))}
        >
          Download CSV
        </Button>
        <Button
          variant="default"
          onClick={() => download(ballotFileName(ballot, 'json'), 'application/json', ballotJson(ballot))}
        >
          Download JSON
        </Button>
        <Button variant="default" onClick={() => print()}>
          Print
        </Button>
      </div>
    </section>
  );
}

/** What this browser remembers of the ballot, and the way to make it forget. */
export function KeptHere({ kept, onClear }: { kept: boolean; onClear: () => void }) {
  return (
    <section className={classes.section} aria-labelledby="kept-here">
      <Title order={2} id="kept-here">
        What stays in this browser
      </Title>
      <p className={classes.text}>
        {kept
          ? 'The form and the extracted data stay in this browser until you reset them or sign out, so that a reload loses nothing. The picture does not: it is gone when you leave this page. The server keeps neither.'
          : 'Nothing at the moment. Once there is something in the form, it stays in this browser until you reset it or sign out; the picture never does. The server keeps neither.'}
      </p>
      <Button variant="default" disabled={!kept} onClick={onClear} className={classes.clear}>
        Clear now
      </Button>
    </section>
  );
}
