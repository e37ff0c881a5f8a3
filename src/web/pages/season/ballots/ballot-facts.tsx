// What a kept ballot says besides its scores: judge, margin, ranks and comments.
import { Text, TextInput } from '@mantine/core';
import { MAX_RANK } from '#ballot/kept-limits.ts';
import { totalOf, type PartialScores } from '#ballot/score.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { freeNumbers, JudgeNumber } from '#web/records/round-choice.tsx';
import { signed } from '../figure-words.ts';
import { Comments } from './ballot-comments.tsx';
import { unreadIn } from '#web/ballots/scored.ts';
import { marginFrom, type BallotFacts } from './ballot-draft.ts';
import classes from './ballot-facts.module.css';
import type { RoundPeople } from './round-people.ts';
import { Section } from '#web/components/ui/section.tsx';

interface BallotFactsFormProps {
  facts: BallotFacts;
  /** The numbers of the round's other ballots. */
  taken: readonly number[];
  people: RoundPeople;
  scores: PartialScores;
  /** Called with the facts that were just entered. */
  onFacts: (typed: Partial<BallotFacts>) => void;
}

/** The number that the ballot gets: the chosen one, or the first that is free. */
export const judgeNumber = (facts: BallotFacts, taken: readonly number[]): number | null =>
  facts.number ?? freeNumbers(taken)[0] ?? null;

export function BallotFactsForm({ facts, taken, people, scores, onFacts }: BallotFactsFormProps) {
  const number = judgeNumber(facts, taken);
  const isTaken = number !== null && taken.includes(number);
  return (
    <Section className={classes.section} id="judge" title="Judge">
      <div className={classes.fields}>
        <JudgeNumber
          value={number}
          free={freeNumbers(taken.filter((each) => each !== number))}
          onChoose={(chosen) => onFacts({ number: chosen })}
        />
        <TextInput
          label="Judge’s name (optional)"
          autoComplete="off"
          maxLength={200}
          value={facts.judge}
          onChange={(event) => onFacts({ judge: event.currentTarget.value })}
        />
        <Margin facts={facts} scores={scores} onFacts={onFacts} />
      </div>
      {isTaken && (
        <Text role="alert" c="red">
          This round already has a ballot of judge {number}. Choose another number.
        </Text>
      )}
      <Ranks facts={facts} people={people} onFacts={onFacts} />
      <Comments
        summary="Comments on our parts"
        comments={facts.comments}
        nameOf={people.nameOf}
        onComments={(comments) => onFacts({ comments })}
      />
      {(people.opponentOf !== null || Object.keys(facts.opponentComments).length > 0) && (
        <Comments
          summary={
            people.opponentOf === null ? 'Comments on the opponents’ parts' : 'Comments on our other team’s parts'
          }
          comments={facts.opponentComments}
          nameOf={people.opponentOf ?? (() => null)}
          onComments={(opponentComments) => onFacts({ opponentComments })}
        />
      )}
    </Section>
  );
}

function Margin({ facts, scores, onFacts }: Pick<BallotFactsFormProps, 'facts' | 'scores' | 'onFacts'>) {
  const margin = marginFrom(facts.tabMargin);
  const sum = totalOf(COLLEGE_28, scores, 'p') - totalOf(COLLEGE_28, scores, 'd');
  const differs = typeof margin === 'number' && margin !== sum && unreadIn(scores) === 0;
  return (
    <TextInput
      label="Tab room’s margin (optional)"
      description={differs ? `These scores add up to ${signed(sum, 0)}.` : 'P minus D, such as -3'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="text"
      autoComplete="off"
      maxLength={5}
      value={facts.tabMargin}
      error={margin === undefined ? 'Enter a whole number from -140 to 140.' : null}
      onChange={(event) => onFacts({ tabMargin: event.currentTarget.value })}
    />
  );
}

const RANKED = [
  ['attorney', 'Attorneys'],
  ['witness', 'Witnesses'],
] as const;
export const PLACES = ['1st', '2nd', '3rd', '4th'].slice(0, MAX_RANK);
const SOMEONE_ELSE = '';

function Ranks({ facts, people, onFacts }: Pick<BallotFactsFormProps, 'facts' | 'people' | 'onFacts'>) {
  return (
    <Disclosure summary="Ranks: our students among the judge’s top four">
      <div className={classes.ranks}>
        {RANKED.map(([kind, title]) => {
          const ours = kind === 'attorney' ? people.attorneys : people.witnesses;
          const ranked = facts.ranks[kind];
          return (
            <fieldset key={kind} className={classes.ranked}>
              <legend>{title}</legend>
              {PLACES.map((place, index) => (
                <Choice
                  key={place}
                  label={place}
                  value={ranked[index] ?? SOMEONE_ELSE}
                  options={[
                    { value: SOMEONE_ELSE, label: 'Someone else' },
                    ...ours
                      .filter(({ id }) => id === ranked[index] || !ranked.includes(id))
                      .map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  onChoose={(id) => {
                    const next = PLACES.map((_, other) => (other === index ? id || null : (ranked[other] ?? null)));
                    const length = next.findLastIndex((each) => each !== null) + 1;
                    onFacts({ ranks: { ...facts.ranks, [kind]: next.slice(0, length) } });
                  }}
                />
              ))}
              {ours.length === 0 && <p className={classes.hint}>Enter the round’s line-up to choose your students.</p>}
            </fieldset>
          );
        })}
      </div>
    </Disclosure>
  );
}
