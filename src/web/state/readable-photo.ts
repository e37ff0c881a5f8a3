// The chosen photos in a form that every browser shows and the server reads: HEIC photos as JPEGs, which this browser makes once.
import { isHeic } from '#ballot/photo-file.ts';

type Readable = File | { refusal: string };
const made = new WeakMap<File, Promise<Readable>>();

async function asJpeg(file: File): Promise<Readable> {
  const { jpegOf } = await import('#recognizer/in-page/client.ts');
  const answer = await jpegOf(file);
  if ('refusal' in answer) return answer;
  return new File([answer.jpeg], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
}

/** Rejects if the decoder can't be downloaded or stops; the next call tries again. */
export function readablePhoto(file: File): Promise<Readable> {
  if (!isHeic(file)) return Promise.resolve(file);
  const known = made.get(file);
  if (known) return known;
  const making = asJpeg(file);
  made.set(file, making);
  making.catch(() => made.delete(file));
  return making;
}
