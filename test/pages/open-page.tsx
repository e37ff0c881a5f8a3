// The real app in a document with the real client and the real server in this process; only the network is replaced. The app
// is a page load, so each test file has one.
import { MantineProvider } from '@mantine/core';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import App from '#web/app.tsx';
import { queryClient } from '#web/server/query-client.ts';
import { router } from '#web/routes.tsx';
import { currentSession, loadSession, signOut } from '#web/state/session.ts';
import { hideToast } from '#web/state/toasts.ts';
import { currentToasts } from '../toasts.ts';
import { theme } from '#web/theme/theme.ts';
import { sharedTestDatabase, type TestDatabase } from '../database.ts';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';

export type Opening = {
  /** A signed-out visitor has none. */
  token?: string | undefined;
  /**
   * Intercepts calls between the page and the server: returns another answer, delays it, or throws for a lost network. `ask` gets
   * the server's answer.
   */
  between?: (call: string, ask: () => Promise<Response>) => Response | undefined | Promise<Response | undefined>;
};

const overTheWire = globalThis.fetch;
/** How the router goes to a page before it is drawn. A drawn app replaces it. */
const { startTransition: startUndrawn } = router;
/** Warnings of the router's development build and of jsdom that no browser with the built product prints. */
const OF_THE_SURROUNDINGS = /This library called use\(\)|is unrecognized in this browser/;

/** Sends a request with the cookies of a browser. */
async function sendFrom(browser: Browser, request: Request): Promise<Response> {
  const { method, headers } = request;
  return browser.request(new URL(request.url).pathname, { method, headers, body: await request.text() });
}

/** Leaves the open page and clears what it has loaded. */
export async function leave(): Promise<void> {
  await router.navigate({ href: '/privacy-and-security', ignoreBlocker: true });
  // The layout stays mounted, and would go on using an answer that is no longer in the cache.
  queryClient.removeQueries({ type: 'inactive' });
}

export type Pages = {
  server: () => InProcess & { database: TestDatabase };
  open: (path: string, opening?: Opening) => Promise<void>;
  /** Closes the page, forgets everything, and waits for the server. Each test ends with it. */
  close: () => Promise<void>;
};

/** A new server with these settings and an empty database for each test, and how to open a page of it. */
export function pageTests(settings: Record<string, string> = {}): Pages {
  let database: TestDatabase;
  let server: InProcess & { database: TestDatabase };
  let root: Root | undefined;
  let openPage: object | undefined;
  beforeAll(async () => {
    database = await sharedTestDatabase();
  });
  beforeEach(async () => {
    // Answers are shown at once, because these tests don't use React's act().
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    const toConsole = console.error;
    console.error = (...parts) => void (OF_THE_SURROUNDINGS.test(parts.join(' ')) || toConsole(...parts));
    await database.reset();
    server = { ...(await startInProcess(settings, database)), database };
  });
  const close = async (): Promise<void> => {
    root?.unmount();
    openPage = undefined;
    document.body.replaceChildren();
    // The next test is another page load, before which nobody is signed in.
    const visitor = server.browser();
    globalThis.fetch = async (input, init) => sendFrom(visitor, new Request(input, init));
    if (currentSession().me !== null) await signOut();
    globalThis.fetch = overTheWire;
    queryClient.clear();
    for (const { id } of currentToasts()) hideToast(id!);
    localStorage.clear();
    await server.settled();
  };
  afterEach(close);
  const open = async (path: string, { token, between }: Opening = {}): Promise<void> => {
    const browser = server.browser(token === undefined ? {} : { token });
    const page = {};
    openPage = page;
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      const isAborted = new Promise<never>((_, reject) => {
        const { signal } = init ?? {};
        // The app gives up a call after minutes. By then its page, and its test, may be over.
        signal?.addEventListener('abort', () => openPage === page && reject(signal.reason as Error));
      });
      // It may be aborted before anything waits for it.
      isAborted.catch(() => {});
      const body = await request.text();
      const ask = () => browser.request(pathname, { method, headers, body });
      // A page that aborts its call gets no answer.
      const answer = await Promise.race([isAborted, between?.(pathname.replace('/api/rpc/', ''), ask)]);
      return answer ?? ask();
    };
    // A browser doesn't clean up after a page that it loads again.
    const stored = Object.fromEntries(Object.entries<string>(localStorage));
    root?.unmount();
    Object.assign(localStorage, stored);
    await loadSession();
    queryClient.clear();
    // The router outlives a test: it goes to the page before the app is drawn, or it would first show the last one's page.
    router.startTransition = startUndrawn;
    for (const href of ['/privacy-and-security', path]) {
      router.history.push(href, undefined, { ignoreBlocker: true });
      // oxlint-disable-next-line no-await-in-loop -- One page after the other.
      await router.load();
    }
    // Not the testing library's render: in its test clock, what suspends while it renders never arrives.
    root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
        <App />
      </MantineProvider>,
    );
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { server: () => server, open, close };
}
