// One step of the model: something that a person does, after which all invariants are checked.
import type fc from 'fast-check';
import { checkInvariants } from './invariants.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

export type Step<Picks> = {
  picks: fc.Arbitrary<Picks>;
  /** Whether it can be done now. Left out: always. */
  when?(truth: Truth, picks: Picks): boolean;
  /** Does it and updates the expected state. `say` is called with a sentence about it, before anything can fail. */
  does(at: { world: World; truth: Truth; say: (sentence: string) => void }, picks: Picks): Promise<void>;
  /** What the history may say about it, such as `create keptBallot`. */
  recorded?: readonly string[];
};

export type Command = fc.AsyncCommand<Truth, World>;

export const commandOf = <Picks>({ picks, when, does, recorded = [] }: Step<Picks>): fc.Arbitrary<Command> =>
  picks.map((picked): Command => {
    let said = '';
    return {
      check: (truth) => when?.(truth, picked) ?? true,
      run: async (truth, world) => {
        try {
          await does({ world, truth, say: (sentence) => void (said = sentence) }, picked);
          await checkInvariants(world, truth, recorded);
        } catch (error) {
          const logged = world.product.logged.filter(({ level }) => level >= 40).map((line) => JSON.stringify(line));
          throw logged.length === 0 ? error : new Error(`${String(error)}\n${logged.join('\n')}`, { cause: error });
        }
      },
      toString: () => said,
    };
  });

/** The picked one of some things. */
export const pick = <Thing>(things: readonly Thing[], picked: number): Thing => things[picked % things.length]!;
