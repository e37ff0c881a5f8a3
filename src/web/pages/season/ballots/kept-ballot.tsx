import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { isOfEachSide, placeOf } from '#ballot/sheet/ranks.ts';
import { isSameSheet, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { ALL_PARTS, otherSide, sidePart } from '#metrics/scores.ts';
import type { Correction, KeptBallot } from '#contract/kept-ballots.ts';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { FactList } from '#web/components/table/record-card.tsx';
import { ScoreTable } from '#web/ballots/score-grid/score-table.tsx';
import { momentOf } from '#web/format.ts';
import { Deletion } from '#web/forms/deletion.tsx';
import { partLabel } from '../part-words.ts';
import { useRoundPeople, type RoundPeople } from './round-people.ts';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';
import { toBallot, toRound } from '../address.ts';
import { rankText } from './rank-words.ts';
import { ballotTitle, totalFacts } from './ballot-totals.tsx';
import classes from './page.module.css';
import { RoundFacts, ToRound } from './round-facts.tsx';
import { Section } from '#web/components/ui/section.tsx';

export interface KeptProps {
  sheet: Sheet;
  found: SeasonRound;
  ballot: KeptBallot;
}

/** A kept ballot with every correction beside its cell. */
export function KeptBallotView({ sheet, found, ballot }: KeptProps) {
  const { schoolId } = useSchool();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const people = useRoundPeople(found);
  const { scores } = ballot;
  const isUsual = isSameSheet(sheet, COLLEGE_28) && isSameSheet(sheet, found.tournament.sheet);
  const here = toBallot(found.round.id, ballot.id);
  return (
    <Page title={ballotTitle(ballot)} intro={<RoundFacts found={found} />} actions={<ToRound found={found} />}>
      <div className={`${classes.beside} ${classes.whole}`}>
        <Stack gap="md" className={classes.about}>
          <div className="card">
            <FactList
              facts={[
                ...totalFacts(ballot, found, sheet.tiesBrokenBy),
                ...(isUsual ? [] : [{ label: 'Score sheet', value: sheet.title }]),
                ballot.isHandedOver
                  ? { label: 'Handed over by', value: ballot.keptBy ?? 'Platform staff' }
                  : { label: 'Saved by', value: ballot.keptBy ?? 'Someone who has left' },
                ...(ballot.isCheckedByTwo
                  ? [{ label: 'Checked by', value: ballot.checkedBy ?? 'A deleted account' }]
                  : []),
              ]}
            />
          </div>
          <Group gap="xs" className="screen-only">
            <ButtonLink {...here} search={{ mode: 'correct' }}>
              Correct a score
            </ButtonLink>
            <ButtonLink {...here} search={{ mode: 'edit' }} variant="default">
              Edit judge, ranks and comments
            </ButtonLink>
            <Button variant="default" onClick={() => setDeleting(true)}>
              Delete
            </Button>
            {!ballot.isCheckedByTwo && (
              <Text fz="sm" c="dimmed" flex="1 1 18rem">
                {ballot.mayCheck ? 'To check it without seeing these scores, start from its round.' : CHECKED_BY_OTHERS}
              </Text>
            )}
          </Group>
        </Stack>
        <Box component="section" className="card" px="clamp(6px, 1.5vw, 0.75rem)" py="xs" aria-labelledby="scores">
          <Title order={2} id="scores" size="h4" my="0.25rem" className="screen-only">
            Scores
          </Title>
          <ScoreTable
            sheet={sheet}
            scores={ballot.scores}
            mayStayEmpty
            cell={(field, label) => (
              <KeptScore
                score={scores[field] ?? null}
                label={label}
                name={people.nameOfScore(sheet, field)}
                corrections={ballot.corrections.filter((correction) => correction.field === field)}
              />
            )}
          />
        </Box>
        <RanksAndComments sheet={sheet} found={found} ballot={ballot} people={people} />
      </div>
      {deleting && (
        <Deletion
          what="Ballot"
          name={`${ballotTitle(ballot)}, ${roundText(found)}`}
          change={{
            send: () => calls.keptBallots.remove({ schoolId, id: ballot.id }),
            heldBack: [api.keptBallots.key(), api.seasonBook.key()],
            onDone: () => void navigate(toRound(found.round.id)),
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

export const CHECKED_BY_OTHERS =
  'You entered or corrected scores of this ballot, so someone else has to do its second check.';

export const scoreText = (score: number | null): string => (score === null ? 'not read' : String(score));

const WRAPPED = { whiteSpace: 'normal' } as const;

interface KeptScoreProps {
  score: number | null;
  label: string;
  /** Who got it, where a line-up says so. */
  name: string | null;
  corrections: readonly Correction[];
}

function KeptScore({ score, label, name, corrections }: KeptScoreProps) {
  return (
    <>
      <Text
        span
        inherit
        display="inline-block"
        miw="1.25rem"
        // As high as a row’s label.
        lh="1.625rem"
        {...(score === null ? { c: 'dimmed' } : { fw: 600 })}
        aria-label={`${label}: ${scoreText(score)}`}
        role="img"
      >
        {score ?? '–'}
      </Text>
      {name !== null && (
        <Text span inherit display="inline-block" pl="0.5rem" fz="xs" className="breaks">
          {name}
        </Text>
      )}
      {corrections.map(({ id, before, after, reason, by, at }) => (
        <Box component="span" key={id} maw="14rem" fz="xs" lh={1.35} className="facts breaks" style={WRAPPED}>
          <del>{scoreText(before)}</del> →{' '}
          <Text component="ins" inherit c="var(--mantine-color-text)" fw={600}>
            {scoreText(after)}
          </Text>{' '}
          {reason}, {by ?? 'a deleted account'}, <time dateTime={at.toISOString()}>{momentOf(at)}</time>
        </Box>
      ))}
    </>
  );
}

function RanksAndComments({ sheet, found, ballot, people }: KeptProps & { people: RoundPeople }) {
  const { nameOf, opponentOf, studentName, ranked: mayBe } = people;
  const { side } = found.round;
  const ranked = RANKED.flatMap((kind) =>
    (ballot.ranks[kind] ?? []).flatMap((id, index) => {
      if (id === null) return [];
      const label = rankText(placeOf(sheet, kind, index), kind);
      const isOther = isOfEachSide(sheet, kind) && mayBe(kind, 'others').some((student) => student.id === id);
      const value = studentName(id) ?? 'A deleted student';
      return [{ label: isOther ? `${otherSide(side).toUpperCase()} ${label}` : label, value }];
    }),
  );
  const comments = [side, otherSide(side)].flatMap((each) =>
    ALL_PARTS.flatMap((part) => {
      const comment = ballot.comments[sidePart(each, part)];
      if (comment === undefined) return [];
      const name = each === side ? nameOf(part) : (opponentOf?.(part) ?? null);
      const label = each === side ? partLabel(part) : `${each.toUpperCase()} ${partLabel(part)}`;
      return [{ label: name === null ? label : `${label} (${name})`, value: comment }];
    }),
  );
  if (ranked.length + comments.length === 0) return null;
  return (
    <Section className="card" small id="ranks" title="Ranks and comments">
      <FactList facts={[...ranked, ...comments]} />
    </Section>
  );
}
