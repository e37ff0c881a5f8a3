// Everything behind the doorway: the component library, the router with its screens, the cache and the toasts.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { staysOpen } from './pages/admin/address.ts';
import { Toasts } from './components/toasts.tsx';
import { keepLive } from './state/live.ts';
import { queryClient } from './server/query-client.ts';
import { router } from './routes.tsx';
import { currentSession, whenSessionChanges } from './state/session.ts';
import { AskUnsaved } from './shell/ask-unsaved.tsx';
import { SessionEnded } from './shell/session-ended.tsx';
import { theme } from './theme/theme.ts';
import { mayGo, somethingIsUnsaved } from './state/unsaved.ts';

let person = currentSession().me?.id;
whenSessionChanges(() => {
  const { me, endedElsewhere } = currentSession();
  const next = me?.id;
  // Another person, or nobody: what the last one read is gone.
  if (next !== person) queryClient.clear();
  const hasJustEnded = person !== undefined && next === undefined && endedElsewhere;
  person = next;
  // To the sign-in screen, and from there back; in all other cases the guards look again.
  if (hasJustEnded) {
    void router.navigate({ to: '/auth', search: { from: router.state.location.href }, ignoreBlocker: true });
  } else void router.invalidate();
});

router.history.block({
  blockerFn: async ({ currentLocation, nextLocation }) => !staysOpen(currentLocation, nextLocation) && !(await mayGo()),
  enableBeforeUnload: somethingIsUnsaved,
});

keepLive();

export default function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SessionEnded />
        <AskUnsaved />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
