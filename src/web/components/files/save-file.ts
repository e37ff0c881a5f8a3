// Lets the browser save a file that the page has made or received.
const DOWNLOAD_STARTED_MS = 10_000;

export const textFile = (name: string, type: string, text: string): File => new File([text], name, { type });
export const saveText = (...of: Parameters<typeof textFile>): void => saveFile(textFile(...of));

export function saveFile(file: File): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click();
  // No event says when the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_STARTED_MS);
}
