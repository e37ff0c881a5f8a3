// Everything behind the sign-in screen: the component library, the router with its pages, the cache and the toasts.
import { getDefaultZIndex, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { staysOpen } from './pages/admin/stays-open.ts';
import { router } from './routes.tsx';
import { queryClient, showError } from './server/query-client.ts';
import { ShellDialogs } from './shell/shell-dialogs.tsx';
import { keepLive } from './state/live.ts';
import { isFocusLost } from './state/lost-focus.ts';
import { currentSession, onSessionChange } from './state/session.ts';
import { focusTitle, startAtTitle } from './state/title-focus.ts';
import { AUTO_CLOSE_MS, hideToasts } from './state/toasts.ts';
import { confirmDiscard, hasUnsavedChanges } from './state/unsaved.ts';
import { theme } from './theme/theme.ts';

const rightsNow = (): string => JSON.stringify([currentSession().me?.roles, currentSession().me?.isSuperAdmin]);
let person = currentSession().me?.id;
let rights = rightsNow();
let lastPerson = person;
onSessionChange(() => {
  const { me, endReason } = currentSession();
  const previous = person;
  person = me?.id;
  // Another person must not see what the previous one read.
  if (person !== previous) queryClient.clear();
  if (person !== undefined && person !== lastPerson) {
    if (lastPerson !== undefined) hideToasts();
    lastPerson = person;
  }
  const before = rights;
  rights = rightsNow();
  // A form may close because its person may no longer send it.
  if (person === previous && rights !== before && hasUnsavedChanges())
    showError('Your roles have changed. This page now shows what you may do.');
  const hasJustEnded = previous !== undefined && person === undefined && endReason !== null;
  // To the sign-in screen, which leads back to this address. In all other cases, the guards decide again.
  if (hasJustEnded) {
    void router.navigate({ to: '/auth', search: { from: router.state.location.href }, ignoreBlocker: true });
  } else void router.invalidate();
});

router.history.block({
  blockerFn: async ({ currentLocation, nextLocation }) =>
    !staysOpen(currentLocation, nextLocation) && !(await confirmDiscard()),
  // A change that waits for another isn't sent yet, and never will be from a page that is gone.
  enableBeforeUnload: () =>
    hasUnsavedChanges() || queryClient.isMutating({ predicate: ({ state }) => state.isPaused }) > 0,
});

/** A ballot’s correction, edit and second check have titles of their own at the same path. */
const modeOf = ({ search }: { search: { mode?: unknown } }): unknown => search.mode;
router.subscribe('onBeforeLoad', ({ fromLocation, toLocation, pathChanged }) => {
  if (fromLocation && (pathChanged || modeOf(fromLocation) !== modeOf(toLocation))) startAtTitle();
});
router.subscribe('onRendered', () => {
  const main = document.querySelector('#main');
  // A page may have put the keyboard into its first field.
  if (isFocusLost() || !main?.contains(document.activeElement)) focusTitle(main?.querySelector('h1') ?? null);
});

keepLive();

export default function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ShellDialogs />
        <Notifications autoClose={AUTO_CLOSE_MS} zIndex={getDefaultZIndex('max')} notificationMaxHeight="12.5rem" />
      </QueryClientProvider>
    </MantineProvider>
  );
}
