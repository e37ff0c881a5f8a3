// Converts the cloud service's answer to a `ReadBallot`.
import type { AnalyzeResult, DocumentField } from '@azure/ai-form-recognizer';
import { confidenceOf, type ExtractedField } from '#ballot/extracted.ts';
import { readCode } from '#ballot/sheet/code.ts';
import { type ReadBallot, WIRE_LABELS } from '#recognizer/ballot-reader.ts';

export function readBallotFrom(result: AnalyzeResult): ReadBallot {
  const [page] = result.pages ?? [];
  const documents = (result.documents ?? []).map((document) => {
    const read = Object.entries(document.fields).flatMap(([label, field]) =>
      field ? [[label, readField(field)] as const] : [],
    );
    const { [WIRE_LABELS.code]: code, [WIRE_LABELS.refusal]: refusal, ...fields } = Object.fromEntries(read);
    const sheet = code && readCode(String(code.value));
    return {
      form: document.docType,
      confidence: confidenceOf(document),
      fields,
      ...(sheet && { code: sheet }),
      ...(refusal && { refusal: String(refusal.value) }),
    };
  });
  return { image: { width: page?.width ?? 0, height: page?.height ?? 0 }, documents };
}

function readField(field: DocumentField): ExtractedField {
  const value = 'value' in field ? field.value : undefined;
  const plain = typeof value === 'string' || typeof value === 'number' ? value : (field.content ?? null);
  const polygon = 'boundingRegions' in field ? field.boundingRegions?.[0]?.polygon : undefined;
  const box = polygon?.length === 4 ? { box: polygon.map(({ x, y }) => [x, y] as const) } : {};
  // A confidence of "NaN", or none, means that the service has no confidence at all.
  return { value: plain, confidence: confidenceOf(field), ...box };
}
