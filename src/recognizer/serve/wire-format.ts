// Analyses as JSON of Document Intelligence, API version 2023-07-31.
import type { ExtractedField } from '#ballot/extracted.ts';
import { codeText } from '#ballot/sheet/code.ts';
import { type ReadBallot, type ReadDocument, WIRE_LABELS } from '#recognizer/ballot-reader.ts';
import type { Analysis } from './analyses.ts';

export const API_VERSION = '2023-07-31';

/** The answer of Document Intelligence’s “get analyze result” (API 2023-07-31). */
export function analysisAsJson({ modelId, createdAt, updatedAt, read, failure }: Analysis) {
  return {
    status: read ? 'succeeded' : failure ? 'failed' : 'running',
    createdDateTime: createdAt,
    lastUpdatedDateTime: updatedAt,
    ...(failure ? { error: failure } : {}),
    ...(read ? { analyzeResult: resultAsJson(modelId, read) } : {}),
  };
}

const resultAsJson = (modelId: string, { image, documents }: ReadBallot) => ({
  apiVersion: API_VERSION,
  modelId,
  stringIndexType: 'utf16CodeUnit',
  content: '',
  pages: [{ pageNumber: 1, angle: 0, ...image, unit: 'pixel', words: [], lines: [], spans: [] }],
  tables: [],
  keyValuePairs: [],
  styles: [],
  documents: documents.map((document) => ({
    docType: `${modelId}:${document.form}`,
    boundingRegions: [],
    spans: [],
    confidence: document.confidence,
    fields: Object.fromEntries(Object.entries(fieldsOf(document)).map(([label, field]) => [label, fieldAsJson(field)])),
  })),
});

const fieldsOf = ({ fields, code, refusal }: ReadDocument): ReadDocument['fields'] => ({
  ...fields,
  ...(code && { [WIRE_LABELS.code]: { value: codeText(code), confidence: 1 } }),
  ...(refusal !== undefined && { [WIRE_LABELS.refusal]: { value: refusal, confidence: 1 } }),
});

function fieldAsJson({ value, confidence, box }: ExtractedField) {
  const boundingRegions = box ? [{ pageNumber: 1, polygon: box.flat() }] : [];
  const common = { content: value === null ? '' : String(value), confidence, boundingRegions, spans: [] };
  if (typeof value === 'string') return { type: 'string', valueString: value, ...common };
  // Like the cloud service, a blank cell is a field without a value.
  return { type: 'integer', ...(value === null ? {} : { valueInteger: value }), ...common };
}
