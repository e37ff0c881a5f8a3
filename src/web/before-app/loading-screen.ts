// The loading screen covers the whole page until loading is over, for a second at least, then fades. While it fades the
// page below can already be used. It stands in index.html: it is the first that one sees, before any script has come.
const SHOWN_FOR_MS = 1000;
const FADES_OVER_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function fadeLoadingScreen(loaded: Promise<void>): Promise<void> {
  const screen = document.querySelector<HTMLElement>('#loading');
  await Promise.all([loaded, pause(SHOWN_FOR_MS)]);
  screen?.setAttribute('data-fading', '');
  // A timer and not `transitionend`, which never comes when motion is reduced or the tab is hidden.
  await pause(FADES_OVER_MS);
  screen?.remove();
}
