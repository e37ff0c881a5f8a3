// Exports what the list shows, and imports files with a preview, progress and one Undo.
import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  LIST_COLUMNS,
  MAX_FILE_ROWS,
  MEMBERSHIP_COLUMNS,
  type ListColumn,
  type ListName,
} from '#contract/list-files.ts';
import { ROLES } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { FileChoice } from '#web/components/files/file-choice.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { capitalized, counted, numberText } from '#web/format.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { useSchoolId } from '#web/state/school.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';
import { BulkResult, Progress } from './bulk-result.tsx';
import { exportedList } from './export-list.ts';
import { ImportPreview, wantedIn, type Mode, type Preview } from './import-preview.tsx';
import { useChanges } from './use-changes.ts';
import { Section } from '#web/components/ui/section.tsx';

const MODES = [
  { value: 'both', label: 'Add and update' },
  { value: 'add', label: 'Only add' },
  { value: 'update', label: 'Only update' },
] as const;

export interface ListFilesDialogProps {
  list: ListName;
  /** What the export contains: "12 students". */
  exported: string;
  /** What an admin list is filtered by. */
  question?: object | undefined;
  onClose: () => void;
}

export default function ListFilesDialog({ list, exported, question, onClose }: ListFilesDialogProps) {
  const changes = useChanges();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const close = () => ifDiscarded(onClose, changes.hasLinks);
  return (
    <Modal onClose={() => changes.isPending || close()} title={`Import and Export ${capitalized(list)}`} size="56rem">
      {changes.result && !changes.isChanging ? (
        <BulkResult count={(many) => counted(many, 'row')} changes={changes} onClose={close} />
      ) : (
        <Stack gap="md">
          {chosen === null ? (
            <>
              <Export list={list} exported={exported} question={question} />
              <ChooseFile list={list} onFile={(file) => setChosen({ file, number: Date.now() })} />
            </>
          ) : (
            <Chosen list={list} chosen={chosen} changes={changes} onBack={() => setChosen(null)} />
          )}
        </Stack>
      )}
    </Modal>
  );
}

function Export({ list, exported, question }: Omit<ListFilesDialogProps, 'onClose'>) {
  const schoolId = useSchoolId();
  const exporting = useChange({
    send: () => exportedList(list, schoolId, question),
    saves: (file) => file,
    failed: 'Failed to export the list',
  });
  return (
    <Section className="unstretched" id="list-export" title="Export" level={3}>
      <Button variant="default" loading={exporting.isPending} onClick={() => exporting.send()}>
        Download {exported}
      </Button>
    </Section>
  );
}

/** Rosters take pasted names on the dashboard, so they need no second field for them. */
const PASTED_NAMES = { teams: 'Team', students: 'Student', tournaments: 'Tournament' } as const;

type Changes = ReturnType<typeof useChanges>;
/** Two chosen files with the same name have different numbers. */
type Chosen = { file: File; number: number };
type Where = Pick<ListFilesDialogProps, 'list'>;

/** "name", "active (yes or no)", "type (civil, criminal)". */
const columnText = ({ header, kind }: ListColumn): string =>
  typeof kind === 'object' ? `${header} (${kind.join(', ')})` : kind === 'yes or no' ? `${header} (${kind})` : header;

function ChooseFile({ list, onFile }: Where & { onFile: (file: File) => void }) {
  const columns = [...LIST_COLUMNS[list].map(columnText), ...(list === 'users' ? MEMBERSHIP_COLUMNS : [])];
  return (
    <Section className="unstretched" id="list-import" title="Import" level={3}>
      <Box w="100%">
        <FileChoice
          disabled={false}
          accept=".csv,.xlsx,.xlsm,text/csv"
          hint={`or drop it here. CSV or .xlsx, up to ${numberText(MAX_FILE_ROWS)} rows.`}
          current={null}
          onFile={onFile}
        />
      </Box>
      <p className="quiet">
        The first line names the columns: {columns.join(', ')}. A row with an id changes that record. A row without one
        is matched by its {list === 'users' ? 'email' : 'name'}, or added.
        {list === 'users' &&
          ` Somebody without an account is invited to the school that the row names, with one of these roles: ${ROLES.join(', ')}.`}
      </p>
      {list in PASTED_NAMES ? (
        <p className="quiet">
          Names without a file are added on the dashboard: choose “Add {PASTED_NAMES[list as 'teams']}”, then “Paste a
          list”.
        </p>
      ) : (
        <Paste onPaste={onFile} />
      )}
    </Section>
  );
}

/** What the chosen file would do, and the button that does it. */
function Chosen({ list, chosen, changes, onBack }: Where & { chosen: Chosen; changes: Changes; onBack: () => void }) {
  const schoolId = useSchoolId();
  const [mode, setMode] = useState<Mode>('both');
  const previewImport = calls[list].previewImport as unknown as (input: object) => Promise<Preview>;
  const preview = useQuery({
    queryKey: ['list file', list, schoolId, chosen.number],
    queryFn: () => previewImport({ file: chosen.file, ...(schoolId !== null && { schoolId }) }),
    retry: false,
    // The file is sent once. Records that change while somebody reads the preview are refused one by one.
    staleTime: 'static',
    gcTime: 0,
    meta: {},
  });
  const start = useRef<HTMLButtonElement>(null);
  const isRead = !preview.isPending;
  useEffect(() => {
    if (isRead) start.current?.focus();
  }, [isRead]);
  if (changes.isChanging) return <Progress label="Importing" done={changes.done} of={changes.of} />;
  const wanted = preview.data ? wantedIn(preview.data, list, mode) : [];
  return (
    <section className="unstretched" aria-label="Import">
      <Text fw={600}>{chosen.file.name}</Text>
      <Loaded
        what={`the preview of ${chosen.file.name}`}
        of={{ preview }}
        skeleton={<output className="aside">Reading the file…</output>}
      >
        {(read) => (
          <>
            <Choice label="What to import" options={MODES} value={mode} onChoose={setMode} />
            <ImportPreview preview={read.preview} mode={mode} />
          </>
        )}
      </Loaded>
      <Group gap="sm">
        <Button ref={start} disabled={wanted.length === 0} onClick={() => changes.change(wanted)}>
          {wanted.length === 0 ? 'Nothing to import' : `Import ${counted(wanted.length, 'row')}`}
        </Button>
        <Button variant="default" onClick={onBack}>
          Choose another file
        </Button>
      </Group>
    </section>
  );
}

/** Rows copied from a spreadsheet. */
function Paste({ onPaste }: { onPaste: (file: File) => void }) {
  const [text, setText] = useState('');
  return (
    <Disclosure summary="Paste rows instead">
      <div className="unstretched">
        <Textarea
          label="Rows, with the names of the columns first"
          rows={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => onPaste(new File([text], 'Pasted rows', { type: 'text/csv' }))}
        >
          Preview
        </Button>
      </div>
    </Disclosure>
  );
}
