// Links to a student's card: turned on for the school, made and ended on the student's page, opened without an account.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COMPUTING } from '#contract/metrics.ts';
import type { StudentCard } from '#contract/student-links.ts';
import SharedCard, { readSharedCard } from '#web/pages/season/shared-card/page.tsx';
import { addPerson, callsAs } from '../people.ts';
import { pageTests } from './open-page.tsx';
import { playedSeason, SEASON } from './played-season.ts';

const { server, open } = pageTests();

async function world({ isOn = true } = {}) {
  const { database } = server();
  const played = await playedSeason(database);
  const { schoolId, staff } = played;
  const primary = await addPerson(database, { name: 'Pat Primary', roles: { [schoolId]: 'primary' } });
  if (isOn) await database.owner.updateTable('seasonBooks').set({ sharesCards: true }).execute();
  const ann = played.students[0]!.id;
  const make = () =>
    callsAs(server(), staff).studentLinks.make({ schoolId, studentId: ann, season: SEASON, days: '7' });
  const links = () => callsAs(server(), staff).studentLinks.inSchool({ schoolId });
  return { ...played, primary, make, links, share: `/season/students/${ann}?season=${SEASON}&open=share` };
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('staff create a link that is shown once, see it in the list, and end it', async () => {
  const { staff, share, links } = await world();
  await open(share, staff);
  const dialog = await screen.findByRole('dialog', { name: 'Share Ann Abara’s card' });
  fireEvent.change(await within(dialog).findByLabelText('Works for'), { target: { value: '7' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create link' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Link to Ann Abara’s card');
  expect(document.activeElement).toBe(field);
  expect(new URL(field.value).pathname).toBe('/student-card');
  await within(dialog).findByText(/^Created by Sam Staff on .* Works until .* Never opened\.$/);
  const [made] = await links();
  expect(Math.round((made!.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(7);
  const end = screen.getByRole('button', { name: new RegExp(`^End the link to ${SEASON}, created on `) });
  fireEvent.click(end);
  // The question names the link that it ends.
  await screen.findByRole('dialog', { name: `${end.getAttribute('aria-label')!}?` });
  press('End link');
  await screen.findByText('Link ended');
  await waitFor(() => expect(screen.queryByText(/^Created by Sam Staff/)).toBeNull());
  expect(screen.queryByText(/^It works until /)).toBeNull();
  expect(await links()).toEqual([]);
});

test('a new link is shown while the list of links is late', async () => {
  const { staff, share } = await world();
  let isLate = false;
  const between = (call: string) =>
    isLate && call === 'studentLinks/inSchool' ? new Promise<undefined>(() => {}) : undefined;
  await open(share, { ...staff, between });
  const create = await screen.findByRole('button', { name: 'Create link' });
  isLate = true;
  fireEvent.click(create);
  await screen.findByLabelText('Link to Ann Abara’s card');
});

test('a new link comes after the others, so that none moves under the pointer', async () => {
  const { staff, share, make, links } = await world();
  await make();
  await open(share, staff);
  const list = await screen.findByRole('list', { name: 'Open links' });
  const first = within(list).getByRole('listitem');
  press('Create link');
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  expect(within(list).getAllByRole('listitem')[0]).toBe(first);
  expect(await links()).toHaveLength(2);
});

test('while links are off, staff see who can turn them on', async () => {
  const { staff, share } = await world({ isOn: false });
  await open(share, staff);
  await screen.findByText(/A Primary Admin can turn them on under “Season book” on the School page/);
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
});

test('the Primary Admin turns links on, sees which are open, and turns them off after a confirmation that counts them', async () => {
  const { primary, make, links } = await world({ isOn: false });
  await open('/school', primary);
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Links to student cards' });
  expect(toggle.checked).toBe(false);
  fireEvent.click(toggle);
  await screen.findByText('Season book updated successfully');
  const { token } = await make();
  await make();
  await open('/school', primary);
  fireEvent.click(await screen.findByText('Show 2 open links'));
  expect(screen.getAllByText(`Ann Abara, ${SEASON}`)).toHaveLength(2);
  fireEvent.click(screen.getByRole('switch', { name: 'Links to student cards' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off links to student cards?' });
  within(dialog).getByText('2 links stop working at once. Turning this on again doesn’t bring them back.');
  expect(await links()).toHaveLength(2);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Turn off' }));
  await screen.findByText('Nobody can see a student’s figures without signing in.');
  await waitFor(async () => expect(await links()).toEqual([]));
  const opening = server().browser().calls.session.studentCard({ token });
  await expect(opening).rejects.toMatchObject({ code: 'EXPIRED_LINK' });
});

test('the holder sees the card with its uncertainty and without comments, and then another link’s card', async () => {
  const { make, students } = await world();
  const { token } = await make();
  // The network goes to this server.
  await open('/privacy-and-security');
  location.hash = `#${token}`;
  const { unmount } = render(<SharedCard />);
  // A test of other cards may have run before in this page.
  await readSharedCard();
  await screen.findByRole('heading', { level: 1, name: 'Ann Abara' });
  await screen.findByText(/^Home School shares this card with you\. The link works until /);
  const byRole = within(await screen.findByRole('table', { name: 'Scores by role' }));
  const opening = byRole.getByRole('row', { name: /^Opening/ });
  expect(opening.textContent).toMatch(/[+−]\d\.\d\d to [+−]\d\.\d\d$/);
  expect(screen.queryByText('Clear theme.')).toBeNull();
  for (const { name } of students.slice(1)) expect(document.body.textContent).not.toContain(name);
  location.hash = `#${'A'.repeat(43)}`;
  await screen.findByText('This link has ended. Ask the school for a new one.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  unmount();
});

/** The answer while the season's figures are being computed. */
async function whileComputing(ask: () => Promise<Response>): Promise<Response> {
  const { json, meta } = (await (await ask()).json()) as { json: StudentCard; meta: unknown };
  const missing = { reason: COMPUTING.message, isComputing: true };
  return Response.json({ json: { ...json, estimates: [], missing }, meta });
}

test('the card of one link is gone once another one is opened, also if that one can’t be read', async () => {
  const { make } = await world();
  const { token } = await make();
  let isLost = false;
  const between = async (call: string, ask: () => Promise<Response>) => {
    if (call !== 'session/studentCard') return undefined;
    if (isLost) throw new TypeError('Failed to fetch');
    return whileComputing(ask);
  };
  await open('/privacy-and-security', { between });
  location.hash = `#${token}`;
  const { unmount } = render(<SharedCard />);
  await readSharedCard();
  await screen.findByRole('heading', { level: 1, name: 'Ann Abara' });
  isLost = true;
  location.hash = `#${'A'.repeat(43)}`;
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('Ann Abara')).toBeNull();
  unmount();
});

test('a card whose figures are being computed says so and gets them by itself, also after a lost connection', async () => {
  const { make } = await world();
  const { token } = await make();
  let asked = 0;
  const between = async (call: string, ask: () => Promise<Response>) => {
    if (call !== 'session/studentCard') return undefined;
    asked += 1;
    if (asked === 2) throw new TypeError('Failed to fetch');
    return asked > 2 ? undefined : whileComputing(ask);
  };
  await open('/privacy-and-security', { between });
  location.hash = `#${token}`;
  const { unmount } = render(<SharedCard />);
  onTestFinished(() => void vi.useRealTimers());
  const inFakeTime = async (ms: number) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await readSharedCard();
    vi.advanceTimersByTime(ms);
    vi.useRealTimers();
  };
  await inFakeTime(0);
  await screen.findByText(COMPUTING.message);
  screen.getByRole('table', { name: 'Scores by role' });
  await inFakeTime(20_000);
  await waitFor(() => expect(screen.queryByText(COMPUTING.message)).toBeNull());
  expect(asked).toBe(3);
  screen.getByRole('table', { name: 'Scores by role' });
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
});
