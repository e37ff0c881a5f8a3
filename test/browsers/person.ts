// A person in front of a browser: finds things by role and name as assistive technology does, clicks where they are, and types.
import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '../../scripts/tools/product.ts';
import type { Driver } from './driver.ts';

/** Testing Library finds elements by role and name in every browser. It isn't part of the product, so each page gets it here. */
const TESTING_LIBRARY = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
);
/** Long enough for a busy machine to read a photo. */
const WAIT_MS = 30_000;

/** The code points that WebDriver uses for keys without a character. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', ArrowDown: '\uE015', Control: '\uE009' } as const;

type Name = string | RegExp;
const code = (name: Name): string => (typeof name === 'string' ? JSON.stringify(name) : String(name));
const byRole = (role: string, name: Name): string =>
  `TestingLibraryDom.queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${code(name)} })[0]`;

/** The middle of the element in the window, or why a click there would not reach it. */
const placeOf = (element: string): string => `((element) => {
  if (!element) return 'missing';
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  if (element.disabled) return 'disabled';
  return element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit)) ? { x, y } : 'covered';
})(${element})`;

export type Person = ReturnType<typeof personAt>;

export function personAt(driver: Driver, home: string) {
  const look = async (expression: string): Promise<unknown> => {
    if ((await driver.evaluate('typeof TestingLibraryDom')) === 'undefined')
      await driver.evaluate(`(() => { ${TESTING_LIBRARY}; return true; })()`);
    return driver.evaluate(expression);
  };
  const poll = (expression: string, what: string) =>
    expect.poll(() => look(expression).catch(String), { timeout: WAIT_MS, message: what });

  const sees = (role: string, name: Name): Promise<void> =>
    poll(`${byRole(role, name)} !== undefined`, `a ${role} named ${name} is on the page`).toBe(true);
  const click = async (role: string, name: Name): Promise<void> => {
    const place = placeOf(byRole(role, name));
    let at: unknown;
    // A toast that slides in has moved on before it is pressed.
    const find = async (): Promise<unknown> => {
      const before = at;
      at = await look(place).catch(String);
      return isDeepStrictEqual(at, before) ? at : 'moving';
    };
    await expect
      .poll(find, { timeout: WAIT_MS, message: `a ${role} named ${name} can be clicked` })
      .toBeTypeOf('object');
    const actions = [
      { type: 'pointerMove', ...(at as { x: number; y: number }) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await driver.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };
  const keys = (values: Iterable<string>): Promise<void> => {
    const strokes = Array.from(values).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    return driver.perform([{ type: 'key', id: 'keyboard', actions: strokes }]);
  };
  /** Leaves the app first, because it would react to a changed session. */
  const outsideTheApp = `${home}/favicon.svg`;
  const calls = async (call: string, json?: object): Promise<void> => {
    const body = JSON.stringify(JSON.stringify(json === undefined ? {} : { json }));
    const request = `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: ${body} }`;
    expect(await driver.evaluate(`fetch('/api/rpc/${call}', ${request}).then(({ status }) => status)`), call).toBe(200);
  };
  return {
    sees,
    click,
    opens: (path: string) => driver.open(`${home}${path}`),
    reads: (text: Name) =>
      poll(`TestingLibraryDom.queryAllByText(document.body, ${code(text)}).length > 0`, `${text} is on the page`).toBe(
        true,
      ),
    types: (text: string) => keys(text),
    presses: (key: keyof typeof KEYS) => keys([KEYS[key]]),
    /** Presses a key while Control is held. */
    pressesWithControl: (value: string): Promise<void> => {
      const down = (each: string) => ({ type: 'keyDown', value: each });
      const up = (each: string) => ({ type: 'keyUp', value: each });
      const actions = [down(KEYS.Control), down(value), up(value), up(KEYS.Control)];
      return driver.perform([{ type: 'key', id: 'keyboard', actions }]);
    },
    /** This element has the focus. */
    isAt: (role: string, name: Name): Promise<void> =>
      poll(`${byRole(role, name)} === document.activeElement`, `the keyboard is in the ${role} named ${name}`).toBe(
        true,
      ),
    /** Chooses an option of a dropdown by its text. The browser draws the list itself, outside of the page. */
    picks: async (name: Name, option: string): Promise<void> => {
      const pick = `((select) => {
        const found = [...(select?.options ?? [])].find(({ text }) => text === ${JSON.stringify(option)});
        if (!found) return false;
        select.value = found.value;
        return select.dispatchEvent(new Event('change', { bubbles: true }));
      })(${byRole('combobox', name)})`;
      await poll(pick, `${option} can be chosen for ${name}`).toBe(true);
    },
    isChecked: async (role: string, name: Name): Promise<boolean> =>
      (await look(`${byRole(role, name)}.checked`)) as boolean,
    /** What a field contains, once it is on the page. */
    valueOf: async (role: string, name: Name): Promise<string> => {
      await sees(role, name);
      return (await look(`${byRole(role, name)}.value`)) as string;
    },
    /** Replaces what a field contains. */
    fills: async (role: string, name: Name, text: string) => {
      await click(role, name);
      await look(`${byRole(role, name)}.select?.()`);
      await keys(text);
    },
    chooses: async (label: string, path: string) => {
      const input = `TestingLibraryDom.queryByLabelText(document.body, ${code(label)})`;
      await poll(`${input} !== null`, `${label} is on the page`).toBe(true);
      await driver.chooseFile(input, path);
    },
    hasValue: (role: string, name: Name, value: number): Promise<void> =>
      poll(`${byRole(role, name)}?.value`, `${name} has a value`).toBe(String(value)),
    /** Leaves nothing in the browser. */
    leaves: async () => {
      await driver.open(outsideTheApp);
      await calls('session/signOut');
      await driver.evaluate('localStorage.clear()');
    },
    /** Signs in without the sign-in screen, as somebody who has accepted cookies. */
    becomes: async (email: string) => {
      await driver.open(outsideTheApp);
      await driver.evaluate(`(localStorage.clear(), localStorage.setItem('cookieConsent', 'true'))`);
      await calls('session/signIn', { email, password: DEMO_PASSWORD });
    },
  };
}
