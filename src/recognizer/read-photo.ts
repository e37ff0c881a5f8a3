// From an open photo to a read ballot: the same steps on a server and in a page.
import type { ExtractedField, PhotoPoint } from '#ballot/extracted.ts';
import { recognitionLabel, TEXT_FIELDS, type TextField } from '#ballot/form.ts';
import type { Rect } from '#ballot/layout.ts';
import { documentConfidence, doubted, evidenceOf, isTheForm } from '#recognizer/read/confidence.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { formOnBrightPage } from '#recognizer/find/bright-page.ts';
import { closeUp, type FormInView } from '#recognizer/find/close-up.ts';
import { place } from '#recognizer/find/form-pose.ts';
import type { GreyImage, View } from '#recognizer/image/grey-image.ts';
import { releaseBuffers } from '#recognizer/image/release-buffers.ts';
import { type LocatedForm, locateForms, type RefusedPage } from '#recognizer/find/locate-form.ts';
import { pagesIn } from '#recognizer/find/page-of-sheet.ts';
import type { OpenPhoto } from '#recognizer/open/open-photo.ts';
import { alignCells, readCells } from '#recognizer/read/read-form.ts';
import type { ReadBallot, ReadDocument } from './ballot-reader.ts';

/** Reads the handwriting in a text field: '' if there is none. */
type ReadText = (
  grey: GreyImage,
  form: LocatedForm,
  field: TextField,
) => Promise<{ value: string; confidence: number }>;
const UNREAD = { value: '', confidence: 0 };

/**
 * @param readText null where names are not read
 * @param sheets those that the school has made
 * @returns no documents if the photo shows no known form. One of two forms that can't be read has no fields.
 */
export async function readPhoto(
  photo: OpenPhoto,
  readText: ReadText | null,
  sheets: readonly Sheet[] = [],
): Promise<ReadBallot> {
  const { grey, upright } = photo;
  const whole = { grey, left: 0, top: 0, scale: upright.width / grey.width };
  const pages = pagesIn(photo, sheets);
  const forms = await locateForms(grey, pages(whole));
  const documents: ReadDocument[] = [];
  for (const form of forms) {
    if (form && 'refusal' in form) {
      documents.push(refused(form));
      continue;
    }
    const closer = form && (await closeUp(form, whole, photo));
    const read = form && (await readDocument(closer ?? { view: whole, form }, readText));
    if (read) documents.push(read);
    else if (forms.length > 1) documents.push({ form: '', confidence: 0, fields: {} });
    releaseBuffers(form?.ink.data, closer?.form.ink.data, closer?.view.grey.data);
  }
  if (documents.length === 0) {
    const small = await formOnBrightPage(whole, photo, pages);
    if (small && 'refusal' in small) documents.push(refused(small));
    else if (small) {
      const read = await readDocument(small, readText);
      if (read) documents.push(read);
      releaseBuffers(small.form.ink.data, small.view.grey.data);
    }
  }
  releaseBuffers(grey.data);
  return { image: upright, documents };
}

const refused = ({ code, refusal }: RefusedPage): ReadDocument => ({
  form: '',
  confidence: 0,
  fields: {},
  ...(code && { code }),
  refusal,
});

/** Returns null if the evidence shows that the form is not there after all. */
async function readDocument({ view, form }: FormInView, readText: ReadText | null): Promise<ReadDocument | null> {
  const aligned = alignCells(form);
  const evidence = evidenceOf(form, aligned);
  if (!isTheForm(evidence)) return null;

  const cells = await readCells(view.grey, form, aligned);
  const fields: Record<string, ExtractedField> = {};
  for (const field of TEXT_FIELDS) {
    const rect = form.layout.textFields[field];
    if (!rect) continue;
    const box = outline(view, form, rect);
    const text = readText ? await readText(view.grey, form, field) : UNREAD;
    fields[recognitionLabel(field)] = { ...text, box };
  }
  for (const { score, cell, value, confidence, shift } of doubted(cells)) {
    const { rect } = cell;
    const box = outline(view, form, { ...rect, x: rect.x + shift.dx, y: rect.y + shift.dy });
    fields[score.label] = { value, confidence, box };
  }
  const confidence = documentConfidence(evidence, cells);
  return { form: form.layout.id, confidence, fields, ...(form.code && { code: form.code }) };
}

/** The four corners of a part of the form, in pixels of the full upright photo. */
function outline(view: View, { pose }: LocatedForm, { x, y, width, height }: Rect): PhotoPoint[] {
  const corner = (cx: number, cy: number): PhotoPoint => {
    const at = place(pose, cx, cy);
    return [Math.round(view.left + at.x * view.scale), Math.round(view.top + at.y * view.scale)];
  };
  return [corner(x, y), corner(x + width, y), corner(x + width, y + height), corner(x, y + height)];
}
