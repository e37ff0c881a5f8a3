// The recognizer's own files (kernels and weights), in a browser. Their names are hashes of their content, so each is downloaded once.

export async function fileAt(address: URL): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} could not be downloaded.`);
  return new Uint8Array(await answer.arrayBuffer());
}
