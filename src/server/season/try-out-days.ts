// Deletes the try-outs whose day is over, with their candidates and scores: everywhere but in older backups.
import type { Database } from '../database/database.ts';
import { today } from './keep-until.ts';

export async function deleteOutdatedTryOuts({ owner }: Database): Promise<void> {
  await owner.deleteFrom('tryOuts').where('deleteAfter', '<', today).execute();
}
