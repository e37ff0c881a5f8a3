// The context of a handler. The check `types` fails if a handler gets more than this.
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

type Same<One, Other> = [One, Other] extends [Other, One] ? true : never;

/** A handler gets its transaction and the actor, but no access to the database behind them. */
export const ofHandlers: Same<
  Named<DataContext>,
  'tx' | 'before' | 'actor' | 'models' | 'outbox' | 'webhookTargets' | 'reportProgress'
> = true;

/** A handler outside transactions gets the ballot reader and the premium schools, and no database. */
export const outside: Same<
  Named<OutsideContext>,
  'ballotReader' | 'before' | 'signedIn' | 'premiumSchools' | 'log' | 'resHeaders'
> = true;
