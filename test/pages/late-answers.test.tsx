// Answers that arrive in any order while the person goes on. Every change of the web app is a useChange (the architecture test checks
// it), so what holds here holds for all of them: a late answer touches nothing but the dialog, page and draft that sent it.
import { ORPCError } from '@orpc/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { withScore } from '#web/ballots/scored.ts';
import {
  changeDraft,
  discardDraft,
  draftFromStored,
  type BallotDraft,
} from '#web/pages/season/ballots/ballot-draft.ts';
import { queryClient } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { hideToast } from '#web/state/toasts.ts';
import { currentToasts } from '../toasts.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  for (const { id } of currentToasts()) hideToast(id!);
});

const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => void setTimeout(resolve)));

const ANSWERS = ['done', 'refused', 'lost', 'never'] as const;
type Sent = { number: number; answer: (typeof ANSWERS)[number] };
/** What the person does: sends a change, closes the dialog, opens one of two records' dialogs, or follows a link. */
const firstAnswer = fc.record({ does: fc.constant('send' as const), answer: fc.constantFrom(...ANSWERS) });
const step = fc.oneof(
  firstAnswer,
  fc.record({ does: fc.constant('close' as const) }),
  fc.record({ does: fc.constant('open' as const), record: fc.constantFrom('a', 'b') }),
  fc.record({ does: fc.constant('follow' as const), path: fc.constantFrom('/one', '/two') }),
);

test('whenever an answer arrives, it closes only the dialog that sent the change, and is never lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), firstAnswer, fc.array(step, { maxLength: 7 }), async (scheduler, first, later) => {
      const steps = [{ does: 'open', record: 'a' } as const, first, ...later];
      cleanup();
      for (const { id } of currentToasts()) hideToast(id!);
      // The world as a person sees it: each opening of a dialog is another dialog.
      let openings = 0;
      let open: { record: string; opening: number } | null = null;
      const latest: { send?: (sent: Sent) => void } = {};
      const senders = new Map<number, { opening: number; path: string }>();
      const wrong: string[] = [];
      const afterwards: number[] = [];
      const answered: (Sent & { isAway: boolean })[] = [];

      function Dialog({ opening }: { opening: number }) {
        const change = useChange({
          send: async (sent: Sent) => {
            if (sent.answer === 'never') return new Promise<void>(() => {});
            await scheduler.schedule(Promise.resolve(), `answer ${sent.number}: ${sent.answer}`);
            answered.push({ ...sent, isAway: hasGoneOn(sent.number) });
            if (sent.answer === 'lost') throw new TypeError('Failed to fetch');
            if (sent.answer === 'refused') throw new ORPCError('CONFLICT', { message: `No. (${sent.number})` });
          },
          failed: `Failed in ${opening}`,
          isShownInPlace: () => true,
          onDone: (_, { number }) => {
            touch(number);
            open = null;
            draw();
          },
          onRefused: (_error, { number }) => touch(number),
          afterwards: (_, { number }) => void afterwards.push(number),
        });
        Object.assign(latest, { send: change.send });
        return <p>{opening}</p>;
      }
      const hasGoneOn = (number: number): boolean => {
        const from = senders.get(number);
        return from?.opening !== open?.opening || from?.path !== location.pathname;
      };
      /** Called by what an answer does to the screen. */
      const touch = (number: number): void => {
        if (hasGoneOn(number)) wrong.push(`answer ${number} touched dialog ${open?.opening} at ${location.pathname}`);
      };
      const view = render(<div />);
      const draw = (): void =>
        view.rerender(
          <QueryClientProvider client={queryClient}>
            {open && <Dialog key={open.opening} opening={open.opening} />}
          </QueryClientProvider>,
        );
      const take = async (next: (typeof steps)[number], index: number): Promise<void> => {
        if (next.does === 'send' && open) {
          senders.set(index, { opening: open.opening, path: location.pathname });
          latest.send?.({ number: index, answer: next.answer });
        } else if (next.does === 'close') open = null;
        else if (next.does === 'open') open = { record: next.record, opening: (openings += 1) };
        else if (next.does === 'follow') history.pushState(null, '', next.path);
        act(draw);
        await settle();
      };
      const sequence = scheduler.scheduleSequence(
        steps.map((next, index) => ({ label: `${index}: ${JSON.stringify(next)}`, builder: () => take(next, index) })),
      );
      await scheduler.waitFor(sequence.task);
      await scheduler.waitIdle();
      await settle();
      expect(wrong).toEqual([]);
      // Every success is processed, wherever the person is, and a failure whose dialog is closed is a toast.
      const done = answered.filter(({ answer }) => answer === 'done').map(({ number }) => number);
      expect(new Set(afterwards)).toEqual(new Set(done));
      const toasts = currentToasts().map(({ message }) => message as string);
      for (const { number, answer, isAway } of answered)
        if (answer === 'refused') expect(toasts.some((text) => text.includes(`(${number})`))).toBe(isAway);
    }),
    { numRuns: 100 },
  );
});

const NAMES = ['round 1', 'round 2'] as const;
const draftOf = (sheet: Sheet, name: string): BallotDraft | undefined => {
  const drafts = JSON.parse(localStorage.getItem('ballotDrafts') ?? '{}') as Record<string, unknown>;
  return name in drafts ? draftFromStored(sheet, drafts[name]) : undefined;
};
const typing = fc.record({
  name: fc.constantFrom(...NAMES),
  at: fc.constantFrom(0, 1),
  score: fc.integer({ min: 1, max: 3 }),
  isSent: fc.boolean(),
});

const sheets = fc.constantFrom(...BUILT_IN);

test('whenever a ballot is saved, only the draft that was sent is erased', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), sheets, fc.array(typing, { maxLength: 8 }), async (scheduler, sheet, steps) => {
      localStorage.clear();
      const expected = new Map<string, string>();
      const stored = (name: string): string => JSON.stringify(draftOf(sheet, name));
      const keep = async (name: string): Promise<void> => {
        const sent = draftOf(sheet, name)!;
        await scheduler.schedule(Promise.resolve(), `kept ${name}`);
        discardDraft(sheet, name, sent);
        if (expected.get(name) === JSON.stringify(sent)) expected.delete(name);
      };
      const sequence = scheduler.scheduleSequence(
        steps.map(({ name, at, score, isSent }) => ({
          label: `score ${at} = ${score} in ${name}${isSent ? ', then keep' : ''}`,
          builder: async () => {
            changeDraft(sheet, name, withScore(keysOf(sheet)[at]!, score));
            expected.set(name, stored(name));
            if (isSent) void keep(name);
          },
        })),
      );
      await scheduler.waitFor(sequence.task);
      await scheduler.waitIdle();
      for (const name of NAMES) expect(stored(name)).toEqual(expected.get(name));
    }),
  );
});
