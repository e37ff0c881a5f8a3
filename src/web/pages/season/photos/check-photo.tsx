import { Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { textOf } from '#ballot/extracted.ts';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { unreadIn, useScoring, type Edit } from '#web/ballots/scored.ts';
import { usePhoto } from '#web/ballots/photo/photo.ts';
import { focusScore } from '#web/ballots/score-grid/score-cell.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { listText } from '#web/format.ts';
import { RoundChoice } from '#web/records/round-choice.tsx';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import type { BallotDraft } from '../ballots/ballot-draft.ts';
import { BallotEditor } from '../ballots/ballot-editor.tsx';
import { useKeepBallot } from '../ballots/keep-ballot.tsx';
import { changeRead, discardPhoto, fileOf, type QueuedPhoto } from './queue.ts';

const fileOfPage = (page: { id: string } | undefined): File | null => (page ? fileOf(page.id) : null);

interface CheckPhotoProps {
  photo: QueuedPhoto;
  read: NonNullable<QueuedPhoto['read']>;
  rounds: readonly SeasonRound[];
  /** The round that a person chose, or else a suggestion. */
  proposed: string | null;
  onKept: () => void;
}

/** What was read from one photo, beside its picture, to check, assign and keep. */
export function CheckPhoto({ photo: { id, name, joined = [] }, read, rounds, proposed, onKept }: CheckPhotoProps) {
  const { extracted, draft, sheet } = read;
  const { fields } = extracted;
  const pages = [{ id, page: extracted.code?.page ?? 1 }, ...joined];
  // A sheet has at most four pages (test/units/sheet-paper.test.ts).
  const photos = [
    usePhoto(fileOf(id)),
    usePhoto(fileOfPage(joined[0])),
    usePhoto(fileOfPage(joined[1])),
    usePhoto(fileOfPage(joined[2])),
  ];
  const shown = pages.flatMap(({ id: of, page }, at) => {
    const photo = photos[at];
    return photo ? [{ id: of === id ? undefined : of, page, photo }] : [];
  });
  const gone = pages.filter((each) => fileOfPage(each) === null).map(({ page }) => page);
  const teams = { p: textOf(fields, 'pTeam'), d: textOf(fields, 'dTeam') };
  const found = rounds.find((each) => each.round.id === proposed);
  const change = (edit: Edit<BallotDraft>) => changeRead(id, (latest) => ({ ...latest, draft: edit(latest.draft) }));
  const scoring = useScoring({ sheet, ballot: draft, change, read: fields });
  const { doubts } = scoring;
  const unread = unreadIn(sheet, draft.scores);
  const keep = useKeepBallot({
    sheet,
    draft,
    source: 'photo',
    found,
    doubtful: doubts.size,
    discard: (sent) => discardPhoto(id, sent),
    onKept,
  });
  const focusFirst = useEffectEvent(() => focusScore([...doubts.keys()][0] ?? keysOf(sheet)[0] ?? null));
  useEffect(() => focusFirst(), []);
  return (
    <BallotEditor
      sheet={sheet}
      title={`Check ${name}`}
      intro="Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where necessary."
      actions={
        <ButtonLink to="/season/photos" search={{}} variant="default">
          All photos
        </ButtonLink>
      }
      found={found}
      scores={{
        scoring,
        status: unread === 0 ? 'All scores checked' : `${unread} of ${keysOf(sheet).length} scores not read`,
        photos: shown.toSorted((one, other) => one.page - other.page),
        read: fields,
      }}
      facts={{ draft, change }}
      above={
        gone.length > 0 && (
          <Text c="dimmed" size="sm" maw="44rem">
            The picture {gone.length < pages.length && `of ${listText(gone.map((page) => `page ${page}`))} `}is no
            longer in this tab. Compare the scores with the paper.
          </Text>
        )
      }
      between={
        <>
          <RoundChoice
            rounds={rounds}
            value={found?.round.id ?? null}
            onChoose={(roundId) => changeRead(id, (latest) => ({ ...latest, roundId }))}
          />
          <Text c="dimmed" size="sm" maw="44rem">
            On the paper: P team {teams.p || 'not read'}, D team {teams.d || 'not read'}.
            {read.roundId === null && proposed !== null && ' The round is a suggestion: please check it.'}
            {read.roundId !== null && !found && ' Its round was deleted, or it belongs to another school.'}
            {joined.map((other) => ` Page ${other.page} was read from ${other.name}.`)}
          </Text>
        </>
      }
      failure={keep.failure}
      submit={keep.submit}
      note={keep.wait ?? 'Everything is checked.'}
    />
  );
}
