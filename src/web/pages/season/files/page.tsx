// Import and export of a season's ballots: choose a file, see what it would add, import it, and undo the import in one step.
import { Box, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportChoices } from '#contract/season-files.ts';
import { ProgressLine } from '#web/components/feedback/progress-line.tsx';
import { FileChoice } from '#web/components/files/file-choice.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useBook } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useProgress } from '#web/state/live.ts';
import { useSchool } from '#web/state/school.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { Columns } from './columns.tsx';
import { Downloads } from './downloads.tsx';
import { EarlierImports, useImports } from './earlier-imports.tsx';
import { MissingFacts, unansweredFacts } from './missing-facts.tsx';
import { Preview, WhatItAdds } from './preview.tsx';
import { newId } from '#web/forms/use-add.ts';
import { countsText } from './counts-text.ts';
import { Section } from '#web/components/ui/section.tsx';

export default function SeasonImportPage() {
  return (
    <Page
      title="Import and Export"
      intro="Import ballots from a spreadsheet or from another Courtside. What you download here can be imported again."
    >
      <Stack gap="calc(var(--mantine-spacing-xl) * 1.5)" maw="60rem">
        <Import />
        <Downloads />
        <EarlierImports />
      </Stack>
    </Page>
  );
}

/** One file with what the person has decided about it. `id` is the import's, so that it happens once. */
type Chosen = { file: File; choices: ImportChoices; id: string };
/** Includes the sheet that the preview used, because the tournament may have switched to another since. */
type Sent = { chosen: Chosen; sheet: ImportChoices['sheet'] };

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

function Import() {
  const { schoolId } = useSchool();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  // Names that were matched and columns that were chosen by hand are work.
  useUnsaved(chosen !== null && Object.keys(chosen.choices).length > 0);
  const imports = useImports();
  const book = useBook();
  const preview = useQuery({
    ...api.seasonFiles.preview.queryOptions({
      input: { schoolId, file: chosen?.file ?? new File([], ''), choices: chosen?.choices ?? {} },
    }),
    queryKey: ['season file', schoolId, chosen?.id, chosen?.choices, imports.data?.map(({ id }) => id)],
    enabled: chosen !== null && !imports.isPending,
    placeholderData: (before, query) => (query?.queryKey[2] === chosen?.id ? before : undefined),
    retry: false,
    // The file is sent again only when it, the choices or the imports change. The import itself looks at everything once more.
    staleTime: 'static',
    meta: {},
  });
  const run = useChange({
    send: ({ chosen: { file, choices, id }, sheet }: Sent) =>
      calls.seasonFiles.run({ schoolId, id, file, choices: { ...choices, sheet } }),
    done: 'Ballots imported successfully',
    failed: 'Failed to import the ballots',
    heldBack: [api.seasonFiles.imports.key()],
    onDone: (_, sent) => setChosen((now) => (now === sent.chosen ? null : now)),
  });
  const decide = (more: ImportChoices) =>
    setChosen((before) => before && { ...before, choices: { ...before.choices, ...more } });
  const found = preview.data;
  const isAnswered = found !== undefined && unansweredFacts(found.missing, chosen?.choices ?? {}).length === 0;
  const isReady =
    isAnswered &&
    // With the latest choices, it may be another import.
    !preview.isPlaceholderData &&
    found.problems.length === 0 &&
    found.adds.ballots + found.lineUps.set.length + found.joins.length > 0;
  const said =
    chosen && (isAnswered ? <WhatItAdds found={found} /> : preview.isPending && `Reading ${chosen.file.name}…`);
  return (
    <Section className="unstretched" id="import" title="Import">
      {book.data?.keepsBallots === false && (
        <p>This school doesn’t keep ballots yet. Its Primary Admin can turn that on.</p>
      )}
      <Box w="100%">
        <FileChoice
          disabled={run.isPending}
          accept=".csv,.json,.xlsx,.xlsm,text/csv,application/json"
          hint="or drop it here. CSV, JSON or .xlsx, up to 5 MB. The community’s ballot workbook can be imported, too."
          current={chosen?.file.name ?? null}
          onFile={(file) =>
            setChosen((before) => ({
              file,
              choices: before && isSame(before.file, file) ? before.choices : {},
              id: newId(),
            }))
          }
        />
        {/* Screen readers announce changes only in an element they know. */}
        <Box component="output" {...(said && { mt: 'md', className: 'aside' })}>
          {said}
        </Box>
      </Box>
      {chosen !== null && (
        <>
          <Loaded key={chosen.id} what={`the preview of ${chosen.file.name}`} of={{ file: preview }} skeleton={null}>
            {({ file }) => (
              <>
                {file.columns && (
                  <Columns
                    columns={file.columns}
                    choices={chosen.choices}
                    isStale={preview.isPlaceholderData}
                    onDecide={decide}
                  />
                )}
                <MissingFacts missing={file.missing} choices={chosen.choices} onDecide={decide} />
                {isAnswered && <Preview found={file} choices={chosen.choices} onDecide={decide} />}
                <Group gap="sm">
                  <Button
                    disabled={!isReady}
                    loading={run.isPending}
                    onClick={() => run.send({ chosen, sheet: file.columns?.sheet })}
                  >
                    {!isReady
                      ? 'Import'
                      : file.adds.ballots > 0
                        ? `Import ${countsText({ ballots: file.adds.ballots })}`
                        : 'Import rounds and line-ups'}
                  </Button>
                  <Button variant="default" disabled={run.isPending} onClick={() => setChosen(null)}>
                    Cancel
                  </Button>
                </Group>
              </>
            )}
          </Loaded>
          {run.isPending && <Importing id={chosen.id} />}
        </>
      )}
    </Section>
  );
}

/** Until the server has read the file, there is nothing to measure. */
function Importing({ id }: { id: string }) {
  const percent = useProgress(id);
  return (
    <ProgressLine
      label="Importing"
      value={percent}
      max={100}
      text={percent === null ? 'Sending the file …' : `${percent}%`}
    />
  );
}
