import { Button } from '@mantine/core';
import { TextLink } from './links.tsx';
import classes from './cookie-banner.module.css';

interface CookieBannerProps {
  onAccept: () => void;
  onDecline: () => void;
}

/** Asks for consent; what either answer does is decided by whoever shows it. */
export function CookieBanner({ onAccept, onDecline }: CookieBannerProps) {
  return (
    <section className={classes.banner} aria-label="Cookies" data-cookie-banner>
      <p className={classes.text}>
        Courtside uses only the cookies it needs to keep you signed in. Nothing is shared and nobody is tracked.{' '}
        <TextLink to="/privacy-and-security" inherit underline="always">
          Privacy and security
        </TextLink>
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
