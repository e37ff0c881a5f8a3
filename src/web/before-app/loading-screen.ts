// The loading screen covers the page while the app loads, for at least a second, then fades. It never covers a sign-in form
// that is ready. While it fades, the page below is usable. It is part of index.html, so it shows before any script runs.
const SHOWN_FOR_MS = 1000;
const FADES_OVER_MS = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function fadeLoadingScreen(loaded: Promise<void>, isSignInReady: () => boolean): Promise<void> {
  const screen = document.querySelector<HTMLElement>('#loading');
  const minimum = pause(SHOWN_FOR_MS);
  await loaded;
  if (!isSignInReady()) await minimum;
  screen?.setAttribute('data-fading', '');
  // A timer, because `transitionend` never fires when motion is reduced or the tab is hidden.
  await pause(FADES_OVER_MS);
  screen?.remove();
}
