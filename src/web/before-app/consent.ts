// The cookie banner and its two answers, stored under `cookieConsent`. The banner itself is part of index.html, so the very
// first paint shows it.
import { onRememberedChange, remember, remembered } from '#web/state/remembered.ts';
import { signOutEvenOffline } from '#web/state/session.ts';

async function decline(): Promise<void> {
  await signOutEvenOffline();
  remember('cookieConsent', 'false');
  location.assign('/');
}

/** Shows the banner until it is accepted, and again if a sign-out or another tab takes the consent away. Call it once. */
export function askForConsent(): void {
  const show = () =>
    document.documentElement.toggleAttribute('data-cookies-answered', remembered('cookieConsent') === 'true');
  show();
  onRememberedChange(show);
  const [declineButton, acceptButton] = document.querySelectorAll('#cookies button');
  declineButton?.addEventListener('click', () => void decline());
  acceptButton?.addEventListener('click', () => remember('cookieConsent', 'true'));
}
