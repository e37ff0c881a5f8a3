// Measures a Node process's live heap over its inspector, after a full collection, so that garbage doesn't count.

type Answer = { id: number; result: { usedSize?: number; backingStorageSize?: number } };

export type LiveHeap = {
  /** Megabytes of JavaScript objects, and of memory outside the heap (buffers, WebAssembly). */
  measure(): Promise<{ objects: number; outside: number }>;
  close(): void;
};

/** The process must run with `--inspect=127.0.0.1:<port>`. */
export async function watchHeap(port: number): Promise<LiveHeap> {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let sent = 0;
  const ask = (method: string): Promise<Answer['result']> => {
    const id = (sent += 1);
    return new Promise((resolve) => {
      const onMessage = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.removeEventListener('message', onMessage);
        resolve(answer.result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method }));
    });
  };
  return {
    measure: async () => {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
      return { objects: usedSize / 1e6, outside: backingStorageSize / 1e6 };
    },
    close: () => socket.close(),
  };
}
