// Where photos are read: by the server, or by this browser for people who switched that on.
import { ORPCError } from '@orpc/client';
import { extractedFrom, type Extracted, type WhichBallot } from '#ballot/extracted.ts';
import { readOwnSheet } from '#ballot/sheet/refusals.ts';
import { calls } from './calls.ts';
import { readablePhoto } from '#web/state/readable-photo.ts';
import { remembered } from '#web/state/remembered.ts';

type Request = {
  image: File;
  schoolId?: string | undefined;
  ballot: WhichBallot | undefined;
  /** Whether other score sheets are taken than the form of 28 scores. */
  anySheet?: boolean;
  /** Ends the reading for the person. */
  signal?: AbortSignal;
};

const NOT_READ_HERE = 'The photo could not be read on this device.';
const NOT_OPENED_HERE = 'The HEIC photo could not be opened in this browser. Try again, or export it as JPEG.';

const isReadHere = (): boolean => remembered('read-on-device') !== null;
/** Downloaded by those who use it. */
const readerInPage = () => import('#recognizer/in-page/client.ts');

const readInPage = (image: File, schoolId: string | undefined) =>
  readerInPage().then((reader) =>
    readOwnSheet(
      schoolId,
      async (sheets) => {
        const read = await reader.readPhoto(image, sheets);
        return 'refusal' in read ? { ...read, documents: [] } : read;
      },
      (school, { sheet: id, version }) => calls.sheets.version({ schoolId: school, sheet: { id, version } }),
    ),
  );

/** While the person chooses a photo, the reader loads. If it can't, the photo itself will say so. */
export function prepareToRecognize(schoolId: string | undefined): void {
  if (isReadHere())
    void readerInPage().then(
      (reader) => reader.prepareReader(),
      () => undefined,
    );
  else void calls.ballots.prepare({ schoolId }).catch(() => undefined);
}

/** The result of work on this device. Rejects if that fails, or when the person gives up; what it results in later is then dropped. */
const onDevice = <Result>(work: Promise<Result>, signal: AbortSignal | undefined, failed: string): Promise<Result> =>
  Promise.race([work, new Promise<never>((_, reject) => signal?.addEventListener('abort', reject))]).catch(
    (cause: unknown) => {
      throw new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: failed, cause });
    },
  );

/** A photo that this browser should read never goes to the server, whatever fails. */
export async function recognize({ image: chosen, schoolId, ballot, anySheet, ...given }: Request): Promise<Extracted> {
  const { signal } = given;
  const image = await onDevice(readablePhoto(chosen), signal, NOT_OPENED_HERE);
  if ('refusal' in image) throw new ORPCError('NOT_READ', { status: 422, message: image.refusal });
  signal?.throwIfAborted();
  if (!isReadHere()) return calls.ballots.recognize({ image, schoolId, ballot, anySheet }, given);
  const read = await onDevice(readInPage(image, anySheet ? schoolId : undefined), signal, NOT_READ_HERE);
  const extracted = 'refusal' in read ? read : extractedFrom(read, { ballot, schoolId, anySheet });
  // As the server refuses a photo.
  if ('refusal' in extracted) throw new ORPCError('NOT_READ', { status: 422, message: extracted.refusal });
  return extracted;
}
