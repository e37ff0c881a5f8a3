// A browser tab that listens for change events on one stream.
type Received = { event: string; data: unknown; at: number };

export type Tab = {
  received: Received[];
  /** Waits for the first matching event, including past ones. The default is only for what never comes. */
  until(fits: (one: Received) => boolean, withinMs?: number): Promise<Received>;
  ended: Promise<void>;
  close(): void;
};

export const openTab = async (node: { url: string }, token: string): Promise<Tab> => {
  const abort = new AbortController();
  const answer = await fetch(`${node.url}/api/events`, {
    headers: { cookie: `courtside=${token}` },
    signal: abort.signal,
  });
  // A server that gets no processor for ten seconds mistakes a request for one that never ends. A browser would send it again.
  if (answer.status === 408) return openTab(node, token);
  if (answer.status !== 200 || !answer.body) throw new Error(`The event stream answered ${answer.status}.`);
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (event) received.push({ event, data: JSON.parse(data ?? 'null') as unknown, at: performance.now() });
      }
      for (const look of waiting) look();
    }
  };
  // The stream breaks when the node is killed or the test closes the tab.
  const ended = read().catch(() => {});
  return {
    received,
    ended,
    close: () => abort.abort(),
    until: (fits, withinMs = 30_000) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`No matching event within ${withinMs} ms. Received: ${JSON.stringify(received)}`)),
          withinMs,
        );
        const look = (): void => {
          const found = received.find(fits);
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
