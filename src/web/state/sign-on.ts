// Single sign-on, as the sign-in screen offers it. It is known before that screen shows, so that its button moves nothing.
import { calls } from '#web/server/calls.ts';
import { createStore, useStore } from './store.ts';

type Offer = Awaited<ReturnType<typeof calls.session.signOnOffer>>;

const store = createStore<Offer>(null);
export const useSignOnOffer = (): Offer => useStore(store);

/** How the last sign-in at the provider ended, as the server says in the address. */
export const signOnOutcome = (): string | null => new URLSearchParams(location.search).get('sign-on');

let asked: Promise<void> | undefined;

async function ask(): Promise<void> {
  const problem = signOnOutcome();
  try {
    store.set(await calls.session.signOnOffer(problem === null ? {} : { problem: problem.slice(0, 40) }));
  } catch {
    asked = undefined;
  }
}

/** Asks once. Without an answer, the sign-in screen has its form. */
export const loadSignOnOffer = (): Promise<void> => (asked ??= ask());
