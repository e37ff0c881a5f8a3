// The cookie banner and what its two answers do. Consent is remembered under `cookieConsent`.
import { CookieBanner } from './components/cookie-banner.tsx';
import { remember, useRemembered } from './remembered.ts';
import { signOut } from './session.ts';

export function Consent() {
  const [consent, setConsent] = useRemembered('cookieConsent');
  if (consent === 'true') return null;
  const decline = async () => {
    try {
      await signOut();
    } catch (error) {
      // The specification's second exception: leaving works, also when the server cannot be told.
      console.warn('Sign-out failed while declining cookies', error);
    }
    remember('cookieConsent', 'false');
    location.assign('/');
  };
  return <CookieBanner onAccept={() => setConsent('true')} onDecline={() => void decline()} />;
}
