// A student's card for somebody who has a link to it and no account. It needs neither the router nor the component library, so that
// it opens fast on a phone.
import { useDocumentTitle, useWindowEvent } from '@mantine/hooks';
import type { StudentCard } from '#contract/student-links.ts';
import { Logo } from '#web/art/logo.tsx';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { dayOf } from '#web/format.ts';
import { calls, isRefusal, messageOf } from '#web/server/calls.ts';
import { createStore, useStore } from '#web/state/store.ts';
import { FeedbackCard } from '../figures/students/feedback-card.tsx';
import cards from '../figures/students/feedback-card.module.css';
import { bySheet } from '../figures/students/own-figures.ts';
import classes from './page.module.css';

type Shown = {
  card?: StudentCard;
  /** Why there is no card. */
  problem?: string;
  canRetry?: boolean;
  isReading: boolean;
};
const shown = createStore<Shown>({ isReading: true });
/** Figures that take long are asked for again. */
const ASK_AGAIN_MS = 20_000;
let askAgain: ReturnType<typeof setTimeout>;

/** Reads the card of the link that the page was opened with, or of another one that was opened in the same tab since. */
export async function readSharedCard(): Promise<void> {
  // The token is in the fragment, which browsers send to nobody.
  const { hash } = location;
  clearTimeout(askAgain);
  const before = shown.get();
  shown.set({ ...before, isReading: true });
  const answer = await calls.session.studentCard({ token: hash.slice(1) }).then(
    (card) => ({ card }),
    (error: unknown) =>
      before.card?.missing?.isComputing && !isRefusal(error)
        ? before
        : { problem: messageOf(error), canRetry: !isRefusal(error) },
  );
  if (hash !== location.hash) return;
  shown.set({ ...answer, isReading: false });
  if (shown.get().card?.missing?.isComputing) askAgain = setTimeout(() => void readSharedCard(), ASK_AGAIN_MS);
}

export default function SharedCard() {
  useDocumentTitle('Student card · Courtside');
  useWindowEvent('hashchange', () => {
    // Nothing of the link before stays.
    shown.set({ isReading: true });
    void readSharedCard();
  });
  const { card, problem, canRetry = false, isReading } = useStore(shown);
  return (
    <>
      <header className={`screen-only ${classes.header}`}>
        <Logo size={28} />
      </header>
      <main className={classes.page} id="main" aria-busy={isReading}>
        {card && <Card card={card} />}
        {problem !== undefined && (
          <div className={classes.ended} role="alert">
            <h1>This card can’t be opened</h1>
            <p>{problem}</p>
            {canRetry && (
              <PlainButton loading={isReading} onClick={() => void readSharedCard()}>
                Try again
              </PlainButton>
            )}
          </div>
        )}
      </main>
    </>
  );
}

function Card({ card: { name, school, season, expiresAt, scores, estimates, missing } }: { card: StudentCard }) {
  return (
    <>
      <div className={classes.title}>
        <h1>{name}</h1>
        <PlainButton variant="default" onClick={() => print()}>
          Print
        </PlainButton>
      </div>
      <p className={`quiet ${classes.from}`}>
        {school} shares this card with you. The link works until {dayOf(expiresAt)}, and everybody who has it can see
        the card.
      </p>
      <div className={cards.cards}>
        {bySheet(scores).map(({ sheetId, ...sheet }) => (
          <FeedbackCard
            key={sheetId}
            name={name}
            mark=""
            season={season}
            missing={missing?.reason}
            estimates={estimates.filter((estimate) => estimate.sheetId === sheetId)}
            {...sheet}
          />
        ))}
      </div>
    </>
  );
}
