// Identifies the page and sheet in a photo by its code.
import { BUILT_IN } from '#ballot/sheet/built-in.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { NO_CODE, UNKNOWN_SHEET } from '#ballot/sheet/refusals.ts';
import { type Sheet, whyUnreadable } from '#ballot/sheet/sheet.ts';
import type { View } from '#recognizer/image/grey-image.ts';
import type { OpenPhoto } from '#recognizer/open/open-photo.ts';
import type { PageOf } from './locate-form.ts';
import { codeOfSheet } from './sheet-code.ts';

/** @param own the sheets that a school has made */
export const pagesIn =
  (photo: OpenPhoto, own: readonly Sheet[]) =>
  (view: View): PageOf =>
  async (frame, plane) => {
    const code = await codeOfSheet(frame, plane, view, photo);
    if (!code) return { code, refusal: NO_CODE };
    const sheet = [...BUILT_IN, ...own].find(({ id, version }) => id === code.sheet && version === code.version);
    const layout = sheet && readablePage(sheet, frame.paper, code.page);
    if (!layout) return { code, refusal: UNKNOWN_SHEET };
    const refusal = whyUnreadable(sheet);
    return refusal === null ? { code, layout } : { code, refusal: `${refusal}.` };
  };
