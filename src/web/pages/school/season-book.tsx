// Whether the school keeps ballots, and until when; all of them as a file; and deleting everything. For the Primary Admin.
import { Button, Group, Skeleton, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { NOTICE_DAYS } from '#contract/seasons.ts';
import { textFile } from '#web/components/files/save-file.ts';
import { Section } from '#web/components/ui/section.tsx';
import { dayText } from '#web/format.ts';
import { Form } from '#web/forms/form.tsx';
import { loadEverything } from '#web/records/everything.ts';
import { useBook } from '#web/records/queries.ts';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { useDayFromNow } from '#web/state/today.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { CardLinks } from './card-links.tsx';
import { DeleteEverything } from './delete-everything.tsx';
import { useSeasonBookChange } from './use-season-book-change.ts';

export function SeasonBookSection({ schoolName }: { schoolName: string }) {
  const { schoolId } = useSchool();
  const { dialog, of, open, leave } = useSeasonDialog();
  const book = useBook();
  const change = useSeasonBookChange();
  const downloading = useChange({
    send: () => loadEverything(schoolId),
    failed: 'Failed to download the season book',
    saves: (everything) =>
      textFile(`${schoolName} season book.json`, 'application/json', JSON.stringify(everything, null, 2)),
  });
  return (
    <Section mt="xl" id="season-book" title="Season book">
      <Loaded what="the season book" of={{ book }} skeleton={<Skeleton height="30rem" />}>
        {(loaded) =>
          loaded.book && (
            <>
              <Switch
                label="Keep ballots"
                checked={loaded.book.keepsBallots}
                onChange={(event) => change.send({ keepsBallots: event.currentTarget.checked })}
              />
              <p>
                {loaded.book.keepsBallots
                  ? 'Primary Admins and Admins can save judges’ ballots and see every score. Viewers see results and totals; a student who signs in also sees their own scores. Photos are never kept.'
                  : 'Nobody can save new ballots. Those already saved stay until you delete them.'}
              </p>
              <KeepUntil keepUntil={loaded.book.keepUntil} />
              <CardLinks isOn={loaded.book.sharesCards} />
              <Group align="flex-end" gap="sm" mt="md">
                <Button variant="default" loading={downloading.isPending} onClick={() => downloading.send()}>
                  Download everything
                </Button>
                <Button variant="default" onClick={() => open('delete')}>
                  Delete everything
                </Button>
              </Group>
            </>
          )
        }
      </Loaded>
      {dialog === 'delete' && of === undefined && schoolName !== '' && (
        <DeleteEverything schoolName={schoolName} onClose={leave} />
      )}
    </Section>
  );
}

function KeepUntil({ keepUntil }: { keepUntil: string | null }) {
  const kept = keepUntil ?? '';
  // Null until something is typed. A refused day stays in the field.
  const [typed, setTyped] = useState<string | null>(null);
  // Far enough away for everyone to see the notice first.
  const min = useDayFromNow(NOTICE_DAYS);
  const day = typed ?? kept;
  const isChanged = day !== kept;
  useUnsaved(isChanged);
  const change = useSeasonBookChange((changed) => setTyped((now) => (now === (changed.keepUntil ?? '') ? null : now)));
  return (
    <Group
      component={Form}
      align="end"
      gap="sm"
      mt="md"
      onSubmit={() => change.send({ keepUntil: day === '' ? null : day })}
    >
      <TextInput
        flex="1 1 16rem"
        label="Keep until"
        description={
          keepUntil === null
            ? 'Without a day, everything is kept until you delete it.'
            : `After ${dayText(keepUntil)}, all rounds, line-ups and ballots are deleted. The dashboard reminds you ${NOTICE_DAYS} days ahead.`
        }
        type="date"
        min={min}
        value={day}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={!isChanged}>
        Save
      </Button>
    </Group>
  );
}
