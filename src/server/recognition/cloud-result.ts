// Converts the cloud service's answer to a `ReadBallot`.
import { confidenceOf, type ExtractedField } from '#ballot/extracted.ts';
import { readCode } from '#ballot/sheet/code.ts';
import { type ReadBallot, WIRE_LABELS } from '#recognizer/ballot-reader.ts';

/** A field of the service's answer: its value is named by its type. */
type DocumentField = {
  valueString?: string;
  valueInteger?: number;
  valueNumber?: number;
  content?: string;
  confidence?: unknown;
  boundingRegions?: { polygon?: number[] }[];
};
/** What a ballot needs of the service's answer. */
export type AnalyzeResult = {
  pages?: { width?: number; height?: number }[];
  documents?: { docType: string; confidence?: unknown; fields?: Record<string, DocumentField | null> }[];
};

export function readBallotFrom(result: AnalyzeResult): ReadBallot {
  const [page] = result.pages ?? [];
  const documents = (result.documents ?? []).map((document) => {
    const read = Object.entries(document.fields ?? {}).flatMap(([label, field]) =>
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
  const value = field.valueString ?? field.valueInteger ?? field.valueNumber ?? field.content ?? null;
  const polygon = field.boundingRegions?.[0]?.polygon ?? [];
  const corners = [0, 2, 4, 6].map((at) => [polygon[at] ?? 0, polygon[at + 1] ?? 0] as const);
  const box = polygon.length === 8 ? { box: corners } : {};
  // A confidence of "NaN", or none, means that the service has no confidence at all.
  return { value, confidence: confidenceOf(field), ...box };
}
