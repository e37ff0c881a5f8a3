import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { countsText } from './counts-text.ts';
import classes from './page.module.css';

/** What was imported, each with its undo. */
export function EarlierImports({ schoolId }: { schoolId: string }) {
  const imports = useQuery(
    api.seasonFiles.imports.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load earlier imports' } }),
  );
  const undo = useChange({
    send: (id: string) => calls.seasonFiles.undo({ schoolId, id }),
    done: 'Import undone',
    failed: 'Failed to undo the import',
  });
  const failure = loadFailure(imports);
  const undone = undo.data;
  return (
    <section className={classes.section} aria-labelledby="imports">
      <Title order={2} id="imports">
        Earlier imports
      </Title>
      {failure && <LoadFailed what="earlier imports" {...failure} />}
      {undone && (
        <output className={classes.summary}>
          Deleted {countsText(undone.deleted)}.
          {undone.kept.length > 0 &&
            ` Kept, because somebody has changed or used them since: ${new Intl.ListFormat('en-US').format(undone.kept)}.`}
        </output>
      )}
      {imports.data?.length === 0 && <p>Nothing has been imported yet.</p>}
      {imports.data && imports.data.length > 0 && (
        <ul className={classes.imports}>
          {imports.data.map(({ id, fileName, by, at, ballots }) => (
            <li key={id}>
              <span>
                <strong>{fileName}</strong>
                <span className={classes.when}>
                  {ballots === 0 ? 'line-ups only' : countsText({ ballots })}, {by ?? 'somebody who has left'},{' '}
                  <time dateTime={at.toISOString()}>
                    {at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
                  </time>
                </span>
              </span>
              <Button
                variant="default"
                loading={undo.isPending && undo.variables === id}
                onClick={() => undo.send(id)}
                aria-label={`Undo the import of ${fileName}`}
              >
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
