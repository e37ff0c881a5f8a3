// A student's card for somebody who has a link to it and no account. It needs neither the router nor the component library, so that
// it opens fast on a phone.
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import type { StudentCard } from '#contract/student-links.ts';
import { Logo } from '#web/art/logo.tsx';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { dayOf } from '#web/format.ts';
import { calls, isRefusal, messageOf } from '#web/server/calls.ts';
import { FeedbackCard } from '../figures/students/feedback-card.tsx';
import classes from './page.module.css';

type Answer = { card: StudentCard } | { problem: string; canRetry: boolean };

/** The token is in the fragment, which browsers send to nobody. */
const token = (): string => location.hash.slice(1);

const read = (): Promise<Answer> =>
  calls.session.studentCard({ token: token() }).then(
    (card) => ({ card }),
    (error: unknown) => ({ problem: messageOf(error), canRetry: !isRefusal(error) }),
  );

let first: Promise<Answer> | undefined;
/** Reads the card that the page was opened with. */
export const loadSharedCard = (): Promise<Answer> => (first ??= read());

export default function SharedCard() {
  useDocumentTitle('Student card · Courtside');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isReading, setReading] = useState(true);
  const show = useEffectEvent((reading: Promise<Answer>) => {
    const asked = token();
    setReading(true);
    void reading.then((next) => {
      // Another link may have been opened in this tab meanwhile.
      if (asked !== token()) return;
      setAnswer(next);
      setReading(false);
    });
  });
  useEffect(() => {
    show(loadSharedCard());
    const onHashChange = () => {
      setAnswer(null);
      show(read());
    };
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  return (
    <>
      <header className={classes.header}>
        <Logo size={28} />
      </header>
      <main className={classes.page} id="main" aria-busy={isReading}>
        {answer && 'card' in answer && <Card card={answer.card} />}
        {answer && 'problem' in answer && (
          <div className={classes.ended} role="alert">
            <h1>This card can’t be opened</h1>
            <p>{answer.problem}</p>
            {answer.canRetry && (
              <PlainButton loading={isReading} onClick={() => show(read())}>
                Try again
              </PlainButton>
            )}
          </div>
        )}
      </main>
    </>
  );
}

function Card({ card: { name, school, season, expiresAt, scores, estimates } }: { card: StudentCard }) {
  return (
    <>
      <div className={classes.title}>
        <h1>{name}</h1>
        <PlainButton variant="default" onClick={() => print()}>
          Print
        </PlainButton>
      </div>
      <p className={classes.from}>
        {school} shares this card with you. The link works until {dayOf(expiresAt)}, and everybody who has it can see
        the card.
      </p>
      <FeedbackCard name={name} mark="" season={season} scores={scores} estimates={estimates} />
    </>
  );
}
