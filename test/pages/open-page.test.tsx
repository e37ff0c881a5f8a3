// The pages of these tests close as those of a browser do.
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentToasts } from '../toasts.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a closed page ignores a call that times out minutes later', async () => {
  const { id } = await addSchool(server().database, 'Home School');
  const { token } = await addPerson(server().database, { roles: { [id]: 'admin' } });
  const minutes = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minutes.signal);
  const sent = Promise.withResolvers<void>();
  await open('/', {
    token,
    between: (call) => {
      if (call !== 'teams/add') return undefined;
      sent.resolve();
      return new Promise(() => {});
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Team' }));
  fireEvent.change(await screen.findByLabelText('New team'), { target: { value: 'Late Team' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await sent.promise;
  timeout.mockRestore();
  await open('/settings', { token });
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  minutes.abort(new DOMException('', 'TimeoutError'));
  await new Promise((resolve) => void setTimeout(resolve));
  expect(currentToasts()).toEqual([]);
});
