// The photos that a person has chosen, and what was read from them. The pictures stay in this tab's memory; what was read and
// checked is stored in this browser. Reading goes on while the person is on another page.
import { ORPCError } from '@orpc/client';
import { replaceEqualDeep } from '@tanstack/react-query';
import { extractedFromStored, TWO_BALLOTS, WHICH_BALLOT, type Extracted, type WhichBallot } from '#ballot/extracted.ts';
import { fileRefusal } from '#ballot/photo-file.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { recognize } from '#web/server/recognize.ts';
import { newId } from '#web/forms/use-add.ts';
import { draftFromPhoto, draftFromStored, isSameDraft, type BallotDraft } from '../ballots/ballot-draft.ts';
import { isOfNoSession, isRefusal, messageOf } from '#web/server/calls.ts';
import { queryClient } from '#web/server/query-client.ts';
import { sheetOf } from '../sheets.tsx';
import { joined } from './join-pages.ts';
import { forget, parsed, remember, remembered } from '#web/state/remembered.ts';
import { currentSession, onSessionChange } from '#web/state/session.ts';

export const MAX_PHOTOS = 20;
const MAX_READING = 2;
/** The pauses before a busy reader is asked again. Afterwards a person decides. */
const RETRY_DELAYS_MS = [2000, 4000, 8000, 16_000, 30_000, 30_000];
const WITHOUT_CONNECTION_MS = 30_000;
const OF_TRY_OUT = 'This is a sheet of a try-out. Enter its scores on the page of the try-out.';

type ReadPhoto = { extracted: Extracted; sheet: Sheet; draft: BallotDraft; roundId: string | null };

export type QueuedPhoto = {
  id: string;
  schoolId: string;
  name: string;
  /** The round it was chosen for; null where each photo’s round is found later. */
  roundId: string | null;
  /** Of a photo of two ballots: which of them this is. */
  ballot?: WhichBallot | undefined;
  state: 'waiting' | 'reading' | 'failed' | 'read';
  /** Why it could not be read, or why it still waits. */
  note: string | null;
  /** Once read: what was on the paper, and the ballot as far as it is checked. */
  read: ReadPhoto | null;
  /** The other pages of its sheet, and the names and former ids of their photos. */
  joined?: readonly { page: number; name: string; id: string }[] | undefined;
};

const files = new Map<string, File>();
export const fileOf = (id: string): File | null => files.get(id) ?? null;
// A reload loses the pictures, and with them the photos that aren't read yet.
addEventListener('beforeunload', (event) => {
  if (photos().some(({ id, read }) => read === null && files.has(id))) event.preventDefault();
});
// After the end of a session, photos wait for their person to sign in again. Signing out, and another person’s sign-in, clear the list.
onSessionChange(() => {
  const listed = new Set(photos().flatMap(({ id, joined: pages = [] }) => [id, ...pages.map((page) => page.id)]));
  for (const id of files.keys()) if (!listed.has(id)) files.delete(id);
  readNext();
});

const STATES = ['waiting', 'reading', 'failed', 'read'] as const;

/** Null for what this version can't draw, such as a ballot on a sheet that another one described in another way. */
function readFromStored(stored: unknown): ReadPhoto | null {
  const { extracted: reading, sheet = COLLEGE_28, draft, roundId } = (stored ?? {}) as Partial<ReadPhoto>;
  const extracted = extractedFromStored(reading);
  if (extracted === null) return null;
  try {
    const known = typeof roundId === 'string' ? roundId : null;
    return { extracted, sheet, draft: draftFromStored(sheet, draft), roundId: known };
  } catch {
    return null;
  }
}

type JoinedPage = NonNullable<QueuedPhoto['joined']>[number];
function isJoinedPage(stored: unknown): stored is JoinedPage {
  const { page, name, id } = (stored ?? {}) as Partial<JoinedPage>;
  return typeof page === 'number' && typeof name === 'string' && typeof id === 'string';
}

function photoFromStored(stored: unknown): QueuedPhoto[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { id, schoolId, name, roundId, ballot, state, note, read, joined: pages } = stored as Partial<QueuedPhoto>;
  if (typeof id !== 'string' || typeof schoolId !== 'string' || typeof name !== 'string') return [];
  return [
    {
      id,
      schoolId,
      name,
      roundId: typeof roundId === 'string' ? roundId : null,
      ballot: WHICH_BALLOT.find((each) => each === ballot),
      state: STATES.find((each) => each === state) ?? 'failed',
      note: typeof note === 'string' ? note : null,
      read: readFromStored(read),
      ...(Array.isArray(pages) && { joined: pages.filter(isJoinedPage) }),
    },
  ];
}

let latest: QueuedPhoto[] = [];
/** Unchanged parts stay the same objects, so that a key typed in a ballot doesn't draw its cells on the photo again. */
export function photosFrom(stored: string | null): QueuedPhoto[] {
  const list = parsed(stored);
  latest = replaceEqualDeep(latest, Array.isArray(list) ? list.flatMap(photoFromStored) : []);
  return latest;
}

const photos = (): QueuedPhoto[] => photosFrom(remembered('ballotPhotos'));
const store = (next: readonly QueuedPhoto[]): void =>
  next.length === 0 ? forget('ballotPhotos') : remember('ballotPhotos', JSON.stringify(next));

const changePhoto = (id: string, change: Partial<QueuedPhoto>): void =>
  store(photos().map((photo) => (photo.id === id ? { ...photo, ...change } : photo)));

type Read = NonNullable<QueuedPhoto['read']>;

/** Changes what was read from a photo, as it is stored by then. */
export const changeRead = (id: string, edit: (latest: Read) => Read): void =>
  store(photos().map((photo) => (photo.id === id && photo.read ? { ...photo, read: edit(photo.read) } : photo)));

/** Removes a photo whose ballot is kept, unless it was changed since it was sent. */
export function discardPhoto(id: string, sent: BallotDraft): void {
  const read = photos().find((photo) => photo.id === id)?.read;
  if (read && isSameDraft(read.sheet, read.draft, sent)) removePhoto(id);
}

/** Removes a photo from the list. Returns the function that puts it back. */
export function removePhoto(id: string): () => void {
  const index = photos().findIndex((photo) => photo.id === id);
  const removed = photos()[index];
  const pictures = [id, ...(removed?.joined ?? []).map((page) => page.id)].flatMap((each) => {
    const file = files.get(each);
    files.delete(each);
    return file ? [[each, file] as const] : [];
  });
  store(photos().filter((photo) => photo.id !== id));
  return () => {
    if (!removed || photos().some((photo) => photo.id === id)) return;
    for (const [each, file] of pictures) files.set(each, file);
    store(photos().toSpliced(index, 0, { ...removed, state: removed.state === 'reading' ? 'waiting' : removed.state }));
    readNext();
  };
}

/** Adds photos to the list, for a round if it is known, and begins to read them. Returns how many did not fit. */
export function addPhotos(schoolId: string, roundId: string | null, chosen: readonly File[]): number {
  const room = MAX_PHOTOS - photos().filter((photo) => photo.schoolId === schoolId).length;
  const added = chosen.slice(0, Math.max(0, room)).map((file): QueuedPhoto => {
    const refusal = fileRefusal(file);
    const id = newId();
    if (refusal === null) files.set(id, file);
    const state = refusal === null ? 'waiting' : 'failed';
    return { id, schoolId, roundId, name: file.name, state, note: refusal, read: null };
  });
  store([...photos(), ...added]);
  readNext();
  return chosen.length - added.length;
}

/** Retries a photo that could not be read. */
export function tryAgain(id: string): void {
  tries.delete(id);
  changePhoto(id, { state: 'waiting', note: null });
  readNext();
}

export const showsTwo = ({ id, state, note }: QueuedPhoto): boolean =>
  state === 'failed' && note === TWO_BALLOTS && files.has(id);

/** Reads both ballots of a photo: it is in the list twice from then on. */
export function readBoth(id: string): void {
  const image = files.get(id);
  if (!image) return;
  const second = newId();
  files.set(second, image);
  store(
    photos().flatMap((photo) => {
      if (photo.id !== id) return [photo];
      const again = { ...photo, state: 'waiting', note: null } as const;
      return [
        { ...again, ballot: 'first', name: `${photo.name}, first ballot` },
        { ...again, ballot: 'second', name: `${photo.name}, second ballot`, id: second },
      ];
    }),
  );
  readNext();
}

/** How often each waiting photo was sent, and which of them pause. */
const tries = new Map<string, number>();
const paused = new Set<string>();

addEventListener('online', () => {
  paused.clear();
  readNext();
});

const isSignedIn = (): boolean => currentSession().me !== null && currentSession().endReason === null;

function readNext(): void {
  if (!isSignedIn()) return;
  const reading = photos().filter(({ id, state }) => state === 'reading' && files.has(id)).length;
  const next = photos().filter(({ id, state }) => state === 'waiting' && files.has(id) && !paused.has(id));
  for (const photo of next.slice(0, Math.max(0, MAX_READING - reading))) void readPhoto(photo);
}

async function readPhoto({ id, schoolId, roundId, ballot }: QueuedPhoto): Promise<void> {
  const image = files.get(id);
  if (!image) return;
  changePhoto(id, { state: 'reading', note: null });
  try {
    const extracted = await recognize({ image, schoolId, ballot, anySheet: true });
    const { code } = extracted;
    const sheet = code
      ? await queryClient.fetchQuery(sheetOf(schoolId, { id: code.sheet, version: code.version }))
      : COLLEGE_28;
    if (sheet.sides.d === null) throw new ORPCError('NOT_READ', { status: 422, message: OF_TRY_OUT });
    // A photo that was removed, or whose person has signed out, is no longer in the list: nothing is written. One that was
    // removed and put back may have been read twice, and checked in between.
    if (photos().some((photo) => photo.id === id && photo.read === null)) {
      const read = { extracted, sheet, draft: draftFromPhoto(sheet, extracted), roundId: code?.roundId ?? roundId };
      changePhoto(id, { state: 'read', read });
      store(joined(photos(), id));
    }
  } catch (error) {
    retryOrFail(id, error);
  }
  readNext();
}

function retryOrFail(id: string, error: unknown): void {
  const tried = tries.get(id) ?? 0;
  // Without a connection a photo waits as long as it takes.
  const delay = RETRY_DELAYS_MS[tried] ?? (error instanceof TypeError ? WITHOUT_CONNECTION_MS : undefined);
  const isRefused = isRefusal(error) && !isOfNoSession(error);
  // Sending the same photo again would fail again, unless the person says which of its ballots to read.
  if (isRefused && messageOf(error) !== TWO_BALLOTS) files.delete(id);
  if (isRefused || delay === undefined) {
    changePhoto(id, { state: 'failed', note: messageOf(error) });
    return;
  }
  tries.set(id, tried + 1);
  changePhoto(id, { state: 'waiting', note: isOfNoSession(error) ? null : messageOf(error) });
  paused.add(id);
  setTimeout(() => {
    paused.delete(id);
    readNext();
  }, delay);
}
