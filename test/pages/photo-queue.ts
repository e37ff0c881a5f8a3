// The page on which several photos of ballots are chosen, and what the reader answers.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { READ, stubPictures, type Answer } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';
import { seasonWorld } from './season-world.ts';

export const FIELDS = {
  ...READ.fields,
  'P Team': { value: 'Home School One', confidence: 1 },
  'D Team': { value: '1234', confidence: 1 },
};
export const READ_HERE = { ...READ, fields: FIELDS };

export function photoTests() {
  const { server, open } = pageTests();
  const openPhotos = async (answer: () => Answer, isPremium = true) => {
    stubPictures();
    const { database } = server();
    const world = await seasonWorld(database);
    await database.owner.updateTable('schools').set({ isPremium }).where('id', '=', world.schoolId).execute();
    const between = (call: string) => (call === 'ballots/recognize' ? answer() : undefined);
    await open('/season/photos', { token: world.coach.token, between });
    await screen.findByRole('heading', { name: 'Ballots from photos' });
    return world;
  };
  const choose = async (...names: string[]): Promise<void> => {
    const field = await screen.findByLabelText<HTMLInputElement>('Upload ballot images');
    await waitFor(() => expect(field.disabled).toBe(false));
    fireEvent.change(field, { target: { files: names.map((name) => new File(['x'], name, { type: 'image/jpeg' })) } });
  };
  return { server, open, openPhotos, choose };
}
