import type { Scheduler } from 'fast-check';
import { queryClient } from '#web/server/query-client.ts';
import { answerOf, refusalOf } from '../pages/ballot-processor.tsx';
import type { Opening } from '../pages/open-page.tsx';
import type { LateChange } from './late-change.ts';
import type { LateWorld } from './world.ts';

/** Lost on the way to the server, or done there and lost on the way back. */
export type Answer = 'done' | 'refused' | 'lost' | 'unheard' | 'never';
export const REASON = 'The court has ruled otherwise.';

const tick = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** The network holds back the answer to a change. From then on, all answers arrive in the scheduler's order. */
export class Network {
  #asking = 0;
  #held: { gate: Promise<void>; open: () => void; answer: Answer; after: number } | null = null;
  #isDelivering = false;
  readonly #given: (call: string) => Response | undefined;
  readonly #changes: readonly string[];
  readonly #scheduler: Scheduler | undefined;
  sent = 0;
  constructor({ calls, answers }: LateChange, world: LateWorld, scheduler?: Scheduler) {
    this.#changes = calls.map((call) => call.replace('.', '/'));
    this.#scheduler = scheduler;
    this.#given = (call) => answers?.[call] && answerOf(answers[call](world));
  }

  /** The next change gets this answer, once it is delivered. Its first calls, if it sends several, can be answered before that. */
  hold(answer: Answer, after = 0): void {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    this.#held = { gate, open, answer, after };
    this.sent = 0;
  }

  between: NonNullable<Opening['between']> = async (call, ask) => {
    const held = this.#held;
    const isPart = held !== null && this.#changes.includes(call);
    if (isPart) this.sent += 1;
    const isChange = isPart && this.sent > held.after;
    let answer: Response | undefined;
    if (!isChange || held.answer === 'done' || held.answer === 'unheard') {
      this.#asking += 1;
      answer = await Promise.resolve(this.#given(call.replace('/', '.')) ?? ask()).finally(() => (this.#asking -= 1));
    }
    if (isChange) await held.gate;
    if (isChange && held.answer === 'never') return new Promise(() => {});
    if (isChange || this.#isDelivering)
      await this.#scheduler?.schedule(Promise.resolve(), isChange ? `${call}: ${held.answer}` : call);
    if (isChange && (held.answer === 'lost' || held.answer === 'unheard')) throw new TypeError('Failed to fetch');
    return answer ?? refusalOf(403, 'FORBIDDEN', REASON);
  };

  /** Delivers the answer to the change at once. */
  let(): void {
    this.#held?.open();
  }

  /** Waits until nothing more happens without an answer. */
  async quiet(): Promise<void> {
    const isQuiet = () => this.#asking === 0 && (this.#isDelivering || queryClient.isFetching() === 0);
    for (let calm = 0; calm < 4; calm = isQuiet() ? calm + 1 : 0) await tick();
  }

  /** Delivers the answers, one after the other, until none is left or `isEnough`. */
  async deliver(check: () => void, isEnough: () => boolean): Promise<void> {
    this.#isDelivering = true;
    this.#held?.open();
    await this.quiet();
    while (this.#scheduler && this.#scheduler.count() > 0) {
      await this.#scheduler.waitOne();
      await this.quiet();
      check();
      if (isEnough()) return;
    }
    this.#isDelivering = false;
    this.#held = null;
    await this.quiet();
  }
}
