// The cookie banner and what its two answers do. Consent is remembered under `cookieConsent`. The banner stands in index.html:
// the first visit's first paint has it.
import { remember, remembered, whenRememberedChanges } from '#web/state/remembered.ts';
import { leave } from '#web/state/session.ts';

async function decline(): Promise<void> {
  await leave();
  remember('cookieConsent', 'false');
  location.assign('/');
}

/** Shows the banner until it is accepted, also after another tab or a sign-out has changed that. Call it once. */
export function askForConsent(): void {
  const show = () =>
    document.documentElement.toggleAttribute('data-cookies-answered', remembered('cookieConsent') === 'true');
  show();
  whenRememberedChanges(show);
  const [declining, accepting] = document.querySelectorAll('#cookies button');
  declining?.addEventListener('click', () => void decline());
  accepting?.addEventListener('click', () => remember('cookieConsent', 'true'));
}
