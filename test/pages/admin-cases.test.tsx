// Cases and witnesses in the admin area.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { adminWorld } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const sideOfNewWitness = async (): Promise<string | undefined> =>
  (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Side' })).selectedOptions[0]?.textContent;

test('a new case is active and of this year, and the P side of its witnesses is named after its type', async () => {
  const { manager, EMPTYCASE, address } = await adminWorld(server().database);
  await open('/admin?tab=cases&open=new', manager);
  const adding = within(await screen.findByRole('dialog', { name: 'Add Case' }));
  const year = await adding.findByRole<HTMLInputElement>('spinbutton', { name: /^Year/ });
  expect(year.value).toBe(String(new Date().getFullYear()));
  expect(adding.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true);

  await router.navigate({ href: address('/admin?tab=cases&open=EMPTYCASE&view=witnesses') });
  await screen.findByText('No witnesses assigned to this case');
  await router.navigate({ href: address('/admin?tab=cases&open=EMPTYCASE&view=witnesses&adding=true') });
  expect(await sideOfNewWitness()).toBe('Plaintiff');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Witness' }).disabled).toBe(true);

  await server().database.owner.updateTable('cases').set({ type: 'criminal' }).where('id', '=', EMPTYCASE).execute();
  await open(address('/admin?tab=cases&open=EMPTYCASE&view=witnesses&adding=true'), manager);
  expect(await sideOfNewWitness()).toBe('Prosecution');
});
