// Turns a HEIC photo into a JPEG: with the browser's own decoder where it has one, or else with libheif, which is downloaded for the
// first such photo. The library is a file of its own, unchanged (docs/decisions/0051-heic-photos.md).
// oxlint-disable-next-line import/default -- The query makes Vite answer with the address of the file.
import libraryAddress from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url';
import { UnreadableImage } from '#recognizer/ballot-reader.ts';
import { refuseSize } from '#recognizer/open/open-photo.ts';

const DAMAGED_HEIC = 'The HEIC photo is damaged or cut off.';
/** In pixels. The reader uses 2000, and parts of up to twice as many. A larger JPEG could be too large to send. */
const MAX_LONG_SIDE = 4000;
const QUALITY = 0.92;

type Image = {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(into: ImageData, done: (into: ImageData | null) => void): void;
  free(): void;
};
type Library = { HeifDecoder: new () => { decode(bytes: Uint8Array): Image[] } };

let library: Promise<Library> | undefined;
/** Downloads the library. After a failure, the next photo tries again. */
function loadLibrary(): Promise<Library> {
  library ??= import(/* @vite-ignore */ new URL(libraryAddress, location.href).href)
    .then((loaded: { default: () => Library }) => loaded.default())
    .catch((error: unknown) => {
      library = undefined;
      throw error;
    });
  return library;
}

/** The picture of the file, turned as its file says. Its size is checked before it is decoded. */
async function decode(file: Blob): Promise<ImageBitmap> {
  const { HeifDecoder } = await loadLibrary();
  const images = new HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()));
  try {
    const image = images.find((each) => each.is_primary()) ?? images[0];
    if (!image) throw new UnreadableImage(DAMAGED_HEIC);
    const size = { width: image.get_width(), height: image.get_height() };
    refuseSize(size);
    const pixels = await new Promise<ImageData | null>((resolve) => {
      image.display(new ImageData(size.width, size.height), resolve);
    });
    if (!pixels) throw new UnreadableImage(DAMAGED_HEIC);
    return await createImageBitmap(pixels);
  } finally {
    for (const image of images) image.free();
  }
}

/** @throws {UnreadableImage} if the file isn't a HEIC photo, is damaged, or has too many or too few pixels */
export async function jpegOf(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => decode(file));
  try {
    const { width, height } = bitmap;
    refuseSize({ width, height });
    const scale = Math.min(1, MAX_LONG_SIDE / Math.max(width, height));
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser can’t draw pictures.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
  }
}
