// Everything behind the doorway: the router with its screens, the cache and the toasts.
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from './query-client.ts';
import { router } from './routes.tsx';
import { useSession } from './session.ts';
import { SessionEnded } from './shell/session-ended.tsx';
import './styles-signed-in.css';

export default function App() {
  const { me } = useSession();
  const person = me?.id ?? null;
  useEffect(() => {
    // Another person, or nobody: what the last one read is gone, and the guards look again.
    return () => queryClient.clear();
  }, [person]);
  useEffect(() => {
    void router.invalidate();
  }, [me]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <SessionEnded />
      <Notifications position="bottom-right" autoClose={4000} limit={5} zIndex={9999} />
    </QueryClientProvider>
  );
}
