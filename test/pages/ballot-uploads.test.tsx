// Photos of every kind, one after another in every order: the page never loses the scores it has, and always says whose they are.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TWO_BALLOTS } from '#ballot/extracted.ts';
import {
  answerOf,
  cell,
  cutOuts,
  picture,
  press,
  processorTests,
  READ,
  refusalOf,
  upload,
  type Answer,
} from './ballot-processor.tsx';

const { openProcessor } = processorTests();

type Kind = { name: string; bytes?: number; opens: boolean; refusal?: string };
const KINDS: Kind[] = [
  { name: 'good', opens: true },
  { name: 'screenshot', opens: true, refusal: 'No forms were recognized' },
  { name: 'huge', bytes: 20_000_001, opens: false, refusal: 'The image is larger than 20 MB.' },
  { name: 'broken', opens: false, refusal: 'The file is not a PNG or JPEG image.' },
  { name: 'two-ballots', opens: true, refusal: TWO_BALLOTS },
];

/** A walk in which each kind follows each kind, itself too, exactly once: Hierholzer's circuit. */
function everyOrder(): Kind[] {
  const left = new Map(KINDS.map((kind) => [kind, [...KINDS]]));
  const [start] = KINDS;
  const stack = start ? [start] : [];
  const walk: Kind[] = [];
  for (let kind = stack.at(-1); kind; kind = stack.at(-1)) {
    const next = left.get(kind)?.pop();
    if (next) stack.push(next);
    else {
      walk.push(kind);
      stack.pop();
    }
  }
  return walk.toReversed();
}

const alertText = (): string => document.querySelector('[role="alert"] > div')?.textContent ?? '';

test('photos can be uploaded in any order: no page, score or photo is lost', async () => {
  const walk = everyOrder();
  expect(walk).toHaveLength(KINDS.length ** 2 + 1);
  let answer: Answer = answerOf(READ);
  let [lastGood, lastScore] = ['', ''];
  await openProcessor(() => answer);

  for (const [index, { name, bytes, opens, refusal }] of walk.entries()) {
    const file = `${name}-${index}.jpg`;
    const score = index % 11;
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = promise;
    upload(file, bytes);
    // The photo on the screen is the new one by the time the answer arrives, as it is with a real recognizer.
    if (opens) await waitFor(() => expect(picture()).toBe(`blob:${file}`));
    const fields = { ...READ.fields, 'P Opening': { ...READ.fields['P Opening'], value: score } };
    resolve(refusal === undefined ? answerOf({ ...READ, fields }) : refusalOf(422, 'NOT_READ', refusal));
    if (refusal === undefined) [lastGood, lastScore] = [file, String(score)];

    const shown =
      refusal === undefined ? '' : `Error processing ballot: ${refusal}The scores below are still from ${lastGood}.`;
    await waitFor(() => {
      expect(alertText()).toBe(shown);
      expect(cell('Opening').value).toBe(lastScore);
      expect(picture()).toBe(`blob:${lastGood}`);
      expect(cutOuts()).toHaveLength(3);
    });
  }
});

test('of two ballots in a photo, a person chooses which to read', async () => {
  let answer = refusalOf(422, 'NOT_READ', TWO_BALLOTS);
  await openProcessor(() => answer);
  upload('two.jpg');
  await screen.findByText(`Error processing ballot: ${TWO_BALLOTS}`);
  answer = answerOf({ ...READ, fields: { ...READ.fields, 'P Opening': { ...READ.fields['P Opening'], value: 4 } } });
  press('Read the right or lower one');
  await waitFor(() => expect(cell('Opening').value).toBe('4'));
  expect(picture()).toBe('blob:two.jpg');
  expect(alertText()).toBe('');
});
