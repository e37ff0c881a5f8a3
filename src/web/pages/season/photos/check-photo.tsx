import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import { CutOut } from '#web/components/files/photo/cut-out.tsx';
import { PhotoDesk } from '#web/components/files/photo/photo-desk.tsx';
import { usePhoto } from '#web/components/files/photo/photo.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { focusScore } from '#web/components/forms/score-grid/score-cell.tsx';
import { ScoresSection } from '#web/components/forms/score-grid/scores-section.tsx';
import { unreadText, withFacts, type BallotDraft } from '../ballots/ballot-draft.ts';
import { useDraftScores } from '../ballots/use-draft-scores.ts';
import { BallotFactsForm } from '../ballots/ballot-facts.tsx';
import { keepingOf, KeepFailure, useKeepBallot } from '../ballots/keep-ballot.tsx';
import { RoundChoice } from '#web/records/round-choice.tsx';
import { useRoundPeople } from '../ballots/round-people.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot } from '../address.ts';
import classes from './page.module.css';
import { textOf } from './proposed-round.ts';
import { changeRead, discardPhoto, fileOf, type QueuedPhoto } from './queue.ts';

interface CheckPhotoProps {
  photo: QueuedPhoto;
  read: NonNullable<QueuedPhoto['read']>;
  rounds: readonly SeasonRound[];
  /** The round that a person chose, or else a suggestion. */
  proposed: string | null;
  onKept: () => void;
}

/** What was read from one photo, beside its picture, to check, assign and keep. */
export function CheckPhoto({ photo: { id, name }, read, rounds, proposed, onKept }: CheckPhotoProps) {
  const { schoolId } = useSchool();
  const { extracted, draft } = read;
  const { fields } = extracted;
  const photo = usePhoto(fileOf(id));
  const teams = { p: textOf(read, 'pTeam'), d: textOf(read, 'dTeam') };
  const round = rounds.find((each) => each.round.id === proposed);
  const people = useRoundPeople(round);
  const keep = useKeepBallot({ discard: (sent) => discardPhoto(id, sent), onKept });
  const change = (edit: (latest: BallotDraft) => BallotDraft) =>
    changeRead(id, (latest) => ({ ...latest, draft: edit(latest.draft) }));
  const { grid, totals, current, doubts, unread } = useDraftScores(draft, change, fields);
  const keeping = round ? keepingOf(draft, 'photo', round, doubts.size) : { wait: 'Choose the round first.' };
  const boxOf = (field: ScoreField) => (photo === null ? undefined : fields[recognitionLabel(field)]?.box);
  const focusFirst = useEffectEvent(() => focusScore([...doubts.keys()][0] ?? SCORE_FIELDS[0] ?? null));
  useEffect(() => focusFirst(), []);
  return (
    <Page
      title={`Check ${name}`}
      intro="Extracted numbers may be incorrect. Please verify against your copy of the ballot and adjust where necessary."
      actions={
        <ButtonLink to="/season/photos" search={{}} variant="default">
          All photos
        </ButtonLink>
      }
    >
      <div className={classes.page}>
        {photo === null && fileOf(id) === null && (
          <p className={classes.note}>The picture is no longer in this tab. Compare the scores with the paper.</p>
        )}
        {/* Nothing that is typed while the ballot is on its way could be kept with it. */}
        <div className={classes.page} inert={keep.isPending}>
          <PhotoDesk
            photo={photo}
            box={current === null ? undefined : boxOf(current)}
            upright={boxOf(SCORE_FIELDS[0] ?? 'pOpen')}
            scores={
              <ScoresSection
                {...grid}
                {...totals}
                status={toCheckText(doubts.size) ?? unreadText(unread, 'All scores checked')}
                beside={(field, label) => {
                  const box = boxOf(field);
                  return photo && box && <CutOut photo={photo} box={box} label={`${label} on the paper`} />;
                }}
              />
            }
          />
          <section className={classes.assign}>
            <RoundChoice
              rounds={rounds}
              value={round?.round.id ?? null}
              onChoose={(roundId) => changeRead(id, (latest) => ({ ...latest, roundId }))}
            />
            <p className={classes.note}>
              On the paper: P team {teams.p || 'not read'}, D team {teams.d || 'not read'}.
              {read.roundId === null && proposed !== null && ' The round is a suggestion: please check it.'}
            </p>
            <BallotFactsForm
              facts={draft.facts}
              taken={(round?.ballots ?? []).filter((ballot) => ballot.id !== draft.id).map(({ number }) => number)}
              people={people}
              scores={draft.scores}
              onFacts={(typed) => change(withFacts(typed))}
            />
          </section>
        </div>
        <KeepFailure error={keep.error} kept={toBallot(round?.round.id ?? '', draft.id)} />
        <div className={classes.buttons}>
          <Button
            loading={keep.isPending}
            disabled={'wait' in keeping}
            onClick={() => 'wait' in keeping || keep.send({ draft, keeping: { schoolId, ...keeping } })}
          >
            Keep
          </Button>
          <p className={classes.note}>{'wait' in keeping ? keeping.wait : 'Everything is checked.'}</p>
        </div>
      </div>
    </Page>
  );
}
