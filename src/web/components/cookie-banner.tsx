import { PlainButton } from './plain-button.tsx';
import classes from './cookie-banner.module.css';

interface CookieBannerProps {
  onAccept: () => void;
  onDecline: () => void;
}

/**
 * Asks for consent; what either answer does is decided by whoever shows it. Its link is a plain one: the sign-in screen,
 * where most people meet the banner, is light because it loads neither the router nor the component library.
 */
export function CookieBanner({ onAccept, onDecline }: CookieBannerProps) {
  return (
    <section className={classes.banner} aria-label="Cookies" data-cookie-banner>
      <p className={classes.text}>
        Courtside uses only the cookies it needs to keep you signed in. Nothing is shared and nobody is tracked.{' '}
        <a href="/privacy-and-security">Privacy and security</a>
      </p>
      <div className={classes.buttons}>
        <PlainButton variant="default" onClick={onDecline}>
          Decline
        </PlainButton>
        <PlainButton onClick={onAccept}>Accept</PlainButton>
      </div>
    </section>
  );
}
