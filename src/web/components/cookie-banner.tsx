import { Anchor, Button } from '@mantine/core';
import classes from './cookie-banner.module.css';

interface CookieBannerProps {
  onAccept: () => void;
  onDecline: () => void;
}

/**
 * Asks for consent; what either answer does is decided by whoever shows it. Its link is a plain one: the sign-in screen,
 * where most people meet the banner, is light because it loads no router.
 */
export function CookieBanner({ onAccept, onDecline }: CookieBannerProps) {
  return (
    <section className={classes.banner} aria-label="Cookies" data-cookie-banner>
      <p className={classes.text}>
        Courtside uses only the cookies it needs to keep you signed in. Nothing is shared and nobody is tracked.{' '}
        <Anchor href="/privacy-and-security" inherit underline="always">
          Privacy and security
        </Anchor>
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDecline}>
          Decline
        </Button>
        <Button onClick={onAccept}>Accept</Button>
      </div>
    </section>
  );
}
