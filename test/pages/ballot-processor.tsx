// The ballot processor in jsdom: what its browser lacks, what the recognizer answers, and how a person uses the page.
import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const box = [
  [10, 10],
  [60, 10],
  [60, 40],
  [10, 40],
];
/** Three drawn cells, of which one is unsure and one is unread, and a judge's name that is unsure. */
export const READ = {
  confidence: 0.9,
  image: { width: 800, height: 1000 },
  fields: {
    ...Object.fromEntries(SCORE_FIELDS.map((field) => [recognitionLabel(field), { value: 8, confidence: 0.99 }])),
    'P Opening': { value: 7, confidence: 0.99, box },
    'P Direct #1': { value: 8, confidence: 0.5, box },
    'P Direct #2': { value: null, confidence: 0.99, box },
    'Judge Name': { value: 'Ada', confidence: 0.7 },
    'P Team': { value: '1204', confidence: 1 },
    'D Team': { value: '1377', confidence: 1 },
  },
};

export const answerOf = (json: unknown): Response => Response.json({ json });
export const refusalOf = (status: number, code: string, message: string): Response =>
  Response.json({ json: { defined: true, code, status, message } }, { status });

class Matrix {
  scale = (): this => this;
  translate = (): this => this;
  multiply = (): this => this;
  invertSelf = (): this => this;
}

/** jsdom decodes no picture, draws none, and opens no modal dialog. As in a browser, a closed bitmap cannot be drawn. */
export function stubPictures(): void {
  const closed = new WeakSet<object>();
  vi.stubGlobal('DOMMatrix', Matrix);
  vi.stubGlobal('createImageBitmap', async (source: File | object) => {
    if (source instanceof File && source.name.startsWith('broken')) throw new DOMException('', 'InvalidStateError');
    const bitmap = { width: 800, height: 1000, close: () => void closed.add(bitmap) };
    return bitmap;
  });
  Object.assign(URL, { createObjectURL: (file: File) => `blob:${file.name}`, revokeObjectURL: () => {} });
  const context = {
    setTransform: () => {},
    drawImage: (bitmap: object) => {
      if (closed.has(bitmap)) throw new DOMException('The image source is detached.', 'InvalidStateError');
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as GPUCanvasContext);
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
}

export type Answer = Response | Promise<Response>;

/** Opens the processor for a super admin. `answer` decides what each reading returns. */
export function processorTests() {
  // The first test of a file also loads the whole app, which takes long on a busy machine.
  const { server, open } = pageTests();
  const openProcessor = async (answer: () => Answer): Promise<void> => {
    stubPictures();
    const admin = await addPerson(server().database, { superAdmin: true });
    const between = (call: string) => {
      if (call === 'ballots/recognize') return answer();
      return call === 'teams/similar' ? answerOf([]) : undefined;
    };
    await open('/admin-test', { token: admin.token, between });
    await screen.findByLabelText('Opening, P Team Score');
  };
  return { openProcessor };
}

export function cell(name: string): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${name}, P Team Score"]`);
  if (!input) throw new Error(`There is no cell ${name}.`);
  return input;
}
export const type = (field: HTMLInputElement, value: string): boolean => fireEvent.input(field, { target: { value } });
export const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
// Plain selectors: the queries of the testing library take their time on 28 cells, and these run again and again.
export const cutOuts = () => [...document.querySelectorAll('canvas[aria-label$="on the paper"]')];
export const picture = () => document.querySelector('img[alt="Uploaded ballot"]')?.getAttribute('src');

export function upload(name: string, bytes = 100): void {
  const photo = new File([], name, { type: 'image/jpeg' });
  Object.defineProperty(photo, 'size', { value: bytes });
  fireEvent.change(screen.getByLabelText('Upload ballot image'), { target: { files: [photo] } });
}
