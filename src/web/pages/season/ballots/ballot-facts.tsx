// What a kept ballot says besides its scores: judge, margin, ranks and comments.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { totalOf } from '#ballot/score.ts';
import { isOfEachSide, maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { otherSide } from '#metrics/scores.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { OptionalChoice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { freeNumbers, JudgeNumber } from '#web/records/round-choice.tsx';
import { signed } from '../figure-words.ts';
import { Comments } from './ballot-comments.tsx';
import { unreadIn, type Edit } from '#web/ballots/scored.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';
import { marginFrom, withFacts, type BallotDraft, type BallotFacts } from './ballot-draft.ts';
import { ranksOn, topText } from './rank-words.ts';
import type { RoundPeople } from './round-people.ts';
import { Section } from '#web/components/ui/section.tsx';

interface BallotFactsFormProps {
  sheet: Sheet;
  /** Unknown until a photo has its round. */
  found: SeasonRound | undefined;
  draft: BallotDraft;
  people: RoundPeople;
  change: (edit: Edit<BallotDraft>) => void;
}

/** The number that the ballot gets in its round: the chosen one, or the first that none of the others has. */
export function judgeNumber(found: SeasonRound | undefined, { id, facts }: BallotDraft) {
  const taken = (found?.ballots ?? []).filter((ballot) => ballot.id !== id).map((ballot) => ballot.number);
  const number = facts.number ?? freeNumbers(taken)[0] ?? null;
  return { number, taken, isTaken: number !== null && taken.includes(number) };
}

export function BallotFactsForm({ sheet, found, draft, people, change }: BallotFactsFormProps) {
  const { facts, scores } = draft;
  const onFacts = (typed: Partial<BallotFacts>): void => change(withFacts(typed));
  const { number, taken, isTaken } = judgeNumber(found, draft);
  const { side } = people;
  // A colleague may have saved the same paper; this one then gets the next number.
  const p = totalOf(sheet, scores, 'p');
  const d = totalOf(sheet, scores, 'd');
  const isComplete = unreadIn(sheet, scores) === 0;
  const twin =
    isComplete && found?.ballots.find(({ id, pTotal, dTotal }) => id !== draft.id && pTotal === p && dTotal === d);
  const warning = isTaken
    ? `This round already has a ballot of judge ${number}.`
    : twin && `The ballot of judge ${twin.number} has the same totals. Is it the same paper?`;
  return (
    <Section small id="judge" title="Judge">
      <Stack gap="xs" mt="xs">
        <Group align="start" gap="0.5rem 0.75rem">
          <JudgeNumber
            flex="1 1 8rem"
            value={number}
            free={freeNumbers(taken.filter((each) => each !== number))}
            onChoose={(chosen) => onFacts({ number: chosen })}
          />
          <TextInput
            flex="2 1 12rem"
            label="Judge’s name (optional)"
            autoComplete="off"
            maxLength={200}
            value={facts.judge}
            onChange={(event) => onFacts({ judge: event.currentTarget.value })}
          />
          <Margin sheet={sheet} facts={facts} sum={isComplete ? p - d : undefined} onFacts={onFacts} />
        </Group>
        {warning && (
          <Text role="alert" c="red">
            {warning}
          </Text>
        )}
        <Ranks sheet={sheet} facts={facts} people={people} onFacts={onFacts} />
        <Comments
          summary="Comments on our parts"
          parts={partsOn(sheet, side)}
          comments={facts.comments}
          nameOf={people.nameOf}
          onComments={(comments) => onFacts({ comments })}
        />
        {(people.opponentOf !== null || Object.keys(facts.opponentComments).length > 0) && (
          <Comments
            summary={
              people.opponentOf === null ? 'Comments on the opponents’ parts' : 'Comments on our other team’s parts'
            }
            parts={partsOn(sheet, side && otherSide(side))}
            comments={facts.opponentComments}
            nameOf={people.opponentOf ?? (() => null)}
            onComments={(opponentComments) => onFacts({ opponentComments })}
          />
        )}
      </Stack>
    </Section>
  );
}

interface FactsProps {
  sheet: Sheet;
  facts: BallotFacts;
  /** Called with the facts that were just entered. */
  onFacts: (typed: Partial<BallotFacts>) => void;
}

function Margin({ sheet, facts, sum, onFacts }: FactsProps & { sum: number | undefined }) {
  const maximum = maxMargin(sheet);
  const margin = marginFrom(sheet, facts.tabMargin);
  const differs = typeof margin === 'number' && sum !== undefined && margin !== sum;
  return (
    <TextInput
      flex="2 1 12rem"
      label="Tab room’s margin (optional)"
      description={differs ? `These scores add up to ${signed(sum, 0)}.` : 'P minus D, such as -3'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="text"
      autoComplete="off"
      maxLength={String(maximum).length + 2}
      value={facts.tabMargin}
      error={margin === undefined ? `Enter a whole number from -${maximum} to ${maximum}.` : null}
      onChange={(event) => onFacts({ tabMargin: event.currentTarget.value })}
    />
  );
}

const TITLES: Record<RankKind, string> = { attorney: 'Attorneys', witness: 'Witnesses', anyone: 'Everybody' };

function Ranks({ sheet, facts, people, onFacts }: FactsProps & { people: RoundPeople }) {
  const asked = ranksOn(sheet);
  if (asked.length === 0) return null;
  // Where each side is ranked, both are ours if two of our teams met.
  const lists = asked.flatMap(({ kind, places }) => {
    const title = TITLES[kind];
    if (!isOfEachSide(sheet, kind)) return [{ kind, title, places, from: 0, ours: people.ranked(kind) }];
    const own = { kind, title, places, from: 0, ours: people.ranked(kind, 'ours') };
    if (people.opponentOf === null) return [own];
    const others = people.ranked(kind, 'others');
    const { length } = places;
    const has = (from: number, team: typeof others) =>
      facts.ranks[kind]?.slice(from, from + length).some((ranked) => team.some(({ id }) => id === ranked));
    // The P side comes first, unless the teams have changed sides since.
    const isFirst = has(0, own.ours) || has(length, others);
    const isSecond = has(0, others) || has(length, own.ours) || people.side === 'd';
    const [first, second] = isSecond && !isFirst ? [length, 0] : [0, length];
    const other = { title: `${title} of our other team`, from: second, ours: others };
    return [
      { ...own, from: first },
      { ...own, ...other },
    ];
  });
  return (
    <Disclosure summary={`Ranks: our students among the judge’s ${topText(asked)}`}>
      <div className="columns" style={{ '--column': '16rem' }}>
        {lists.map(({ kind, title, places, from, ours }) => {
          const ranked = facts.ranks[kind] ?? [];
          return (
            <fieldset key={title} className="columns" style={{ '--column': '7rem' }}>
              <legend>{title}</legend>
              {places.map((place, index) => (
                <OptionalChoice
                  key={place}
                  label={place}
                  none="Someone else"
                  value={ranked[from + index] ?? null}
                  options={ours
                    .filter(({ id }) => id === ranked[from + index] || !ranked.includes(id))
                    .map(({ id, name }) => ({ value: id, label: name }))}
                  onChoose={(id) => {
                    const next = Array.from({ length: maxRanks(sheet, kind) }, (_, at) =>
                      at === from + index ? id : (ranked[at] ?? null),
                    );
                    const length = next.findLastIndex((each) => each !== null) + 1;
                    onFacts({ ranks: { ...facts.ranks, [kind]: next.slice(0, length) } });
                  }}
                />
              ))}
              {ours.length === 0 && (
                <Text className="quiet across">Enter the round’s line-up to choose your students.</Text>
              )}
            </fieldset>
          );
        })}
      </div>
    </Disclosure>
  );
}
