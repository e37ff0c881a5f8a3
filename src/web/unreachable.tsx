// Before anything is known: the server did not answer who is signed in.
import { Button, Title } from '@mantine/core';
import { Mark } from './art/logo.tsx';
import classes from './unreachable.module.css';
import { loadSession } from './session.ts';

export function Unreachable() {
  return (
    <main className={classes.page}>
      <Mark size={48} />
      <Title order={1}>The court is out of reach</Title>
      <p>Courtside could not be reached. Please check your connection and try again.</p>
      <Button onClick={() => void loadSession()}>Try again</Button>
    </main>
  );
}
