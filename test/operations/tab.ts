// A browser tab that listens for change events on one stream.
type Told = { event: string; data: unknown; at: number };

export type Tab = {
  told: Told[];
  /** Waits for the first matching event, including past ones. */
  until(fits: (told: Told) => boolean, withinMs?: number): Promise<Told>;
  ended: Promise<void>;
  close(): void;
};

export const openTab = async (node: { url: string }, token: string): Promise<Tab> => {
  const abort = new AbortController();
  const answer = await fetch(`${node.url}/api/events`, {
    headers: { cookie: `courtside=${token}` },
    signal: abort.signal,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`The event stream answered ${answer.status}.`);
  const told: Told[] = [];
  const waiting = new Set<() => void>();
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (event) told.push({ event, data: JSON.parse(data ?? 'null') as unknown, at: performance.now() });
      }
      for (const look of waiting) look();
    }
  };
  // The stream breaks when the node is killed or the test closes the tab.
  const ended = read().catch(() => {});
  return {
    told,
    ended,
    close: () => abort.abort(),
    until: (fits, withinMs = 3000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`No matching event within ${withinMs} ms. Received: ${JSON.stringify(told)}`)),
          withinMs,
        );
        const look = (): void => {
          const found = told.find(fits);
          if (!found) return;
          clearTimeout(late);
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
};
