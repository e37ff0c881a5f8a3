// The thread that reads and writes files of ballots.
import { openFileThreads } from '#season-files/file-threads.ts';

export const fileThreads = openFileThreads();
