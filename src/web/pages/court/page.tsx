// The court-themed error pages: what happened and what to do next.
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BrokenGavel } from '#web/art/broken-gavel.tsx';
import { BlankBadge, ClosedBar, EmptyStand, Hourglass, Recess, Teapot, WeighedCoins } from '#web/art/court-scenes.tsx';
import { AskSupport } from '#web/support/ask-support.tsx';
import { CourtError } from '#web/components/feedback/court-error.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import type { CourtCode } from '#web/components/feedback/court-codes.ts';

type CourtPage = { title: string; text: ReactNode; illustration: ReactNode; extra?: ReactNode };

const PAGES: Record<CourtCode, CourtPage> = {
  404: {
    title: 'This witness is not on the list',
    text: 'Page not found. The address may be mistyped, or the page has been struck from the record.',
    illustration: <EmptyStand />,
  },
  403: {
    title: 'Objection sustained',
    text: (
      <>
        <p>You lack proper authentication</p>
        <p>
          You’re signed in, but your role doesn’t let you past the bar here.{' '}
          <AskSupport before="If it should, " otherwise="If it should, ask your school’s Primary Admin." />
        </p>
      </>
    ),
    illustration: <ClosedBar />,
  },
  401: {
    title: 'Please state your name for the record',
    text: 'You need to be signed in to see this page.',
    illustration: <BlankBadge />,
    extra: <Authenticate />,
  },
  418: {
    title: 'The court is a teapot',
    text: 'You asked it to brew coffee. The motion is denied, with sympathy: that request is impossible.',
    illustration: <Teapot />,
  },
  503: {
    title: 'The court is in recess',
    text: 'Our services are temporarily down. Please come back in a few minutes.',
    illustration: <Recess />,
    extra: <ButtonLink to="/status">Check Docket Status</ButtonLink>,
  },
  402: {
    title: 'A filing fee is due',
    text: 'This feature requires additional access privileges',
    illustration: <WeighedCoins />,
    extra: <ButtonLink to="/pricing">View Subscription Options</ButtonLink>,
  },
  500: {
    title: 'The gavel broke mid-sentence',
    text: 'Something went wrong on our side of the bench. Please try again in a few minutes.',
    illustration: <BrokenGavel />,
    extra: <ReturnAfterRecess />,
  },
  429: {
    title: 'One question at a time, counsel',
    text: 'Too many requests in a short time. Slow down and try again in a moment.',
    illustration: <Hourglass />,
  },
};

function Authenticate() {
  const { pathname, href } = useRouter().state.location;
  const from = pathname === '/401' ? undefined : href;
  return (
    <ButtonLink to="/auth" {...(from !== undefined && { search: { from } })}>
      Authenticate
    </ButtonLink>
  );
}

/** Goes to the previous page, or home in a tab that has none. */
function useGoBack(): () => void {
  const { history, navigate } = useRouter();
  return () => (history.length > 1 ? history.back() : void navigate({ to: '/' }));
}

function ReturnAfterRecess() {
  return <Button onClick={useGoBack()}>Return After Recess</Button>;
}

export default function CourtPage({ code }: { code: CourtCode }) {
  return <CourtError code={String(code)} {...PAGES[code]} onBack={useGoBack()} />;
}
