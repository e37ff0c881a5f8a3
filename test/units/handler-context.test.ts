// The context of a handler. `npm run check:types` fails if a handler gets more than this.
import { expectTypeOf, test } from 'vitest';
import type { api, outsideApi } from '#server/api.ts';

type ContextOf<Handler extends (...args: never[]) => unknown> = Parameters<
  Parameters<Handler>[0] extends infer Handle extends (...args: never[]) => unknown ? Handle : never
>[0] extends {
  context: infer Context;
}
  ? Context
  : never;
/** Ignores symbols, because the one in the context is not exported. */
type Named<Context> = Extract<keyof Context, string>;

type DataContext = ContextOf<typeof api.schools.details.handler>;
type OutsideContext = ContextOf<typeof outsideApi.ballots.recognize.handler>;

test('a handler gets its transaction, the actor, the seasons’ models, the mail and a way to report progress, and no access to the database behind them', () => {
  expectTypeOf<Named<DataContext>>().toEqualTypeOf<'tx' | 'actor' | 'models' | 'mail' | 'reportProgress'>();
});

test('a handler outside transactions gets the ballot reader and the premium schools, and no database', () => {
  expectTypeOf<Named<OutsideContext>>().toEqualTypeOf<
    'ballotReader' | 'actor' | 'premiumSchools' | 'log' | 'resHeaders'
  >();
});
