// How an element shows, for the queries by role and by label, which ask it of each element and of all around it. No page here has
// a style sheet, but jsdom tries every rule of a browser's own on each element, which took a sixth of the time of all pages. So it
// is asked once about each kind of element.
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function displayOf(element: HTMLElement): string {
  const own = element.style.display;
  if (own !== '') return own;
  // What Mantine styles by itself, and what a closed element hides, depends on more than its kind.
  const isSpecial = element.getAttribute('class')?.includes('__m__') || element.parentElement?.localName === 'details';
  if (isSpecial) return computed(element).display;
  const kind = [element.localName, ...['hidden', 'type', 'open'].map((name) => element.getAttribute(name))].join(' ');
  const display = displays.get(kind) ?? computed(element).display;
  displays.set(kind, display);
  return display;
}

const visibilityOf = (element: HTMLElement | null): string =>
  element === null ? 'visible' : element.style.visibility || visibilityOf(element.parentElement);

window.getComputedStyle = (element, pseudo) => {
  const valueOf = (property: string | symbol): unknown => {
    if (property === 'display') return displayOf(element as HTMLElement);
    if (property === 'visibility') return visibilityOf(element as HTMLElement);
    if (property === 'getPropertyValue')
      return (name: string) =>
        ['display', 'visibility'].includes(name) ? valueOf(name) : computed(element, pseudo).getPropertyValue(name);
    const style = computed(element, pseudo);
    const value: unknown = Reflect.get(style, property);
    return typeof value === 'function' ? value.bind(style) : value;
  };
  return new Proxy({} as CSSStyleDeclaration, { get: (_, property) => valueOf(property) });
};
