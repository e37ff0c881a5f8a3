// Runs before the first paint, so that a dark page never flashes white and who has accepted the cookies is not asked again.
// A file of its own: the security policy allows no inline script. The keys are those of remembered.ts; the color scheme has
// the meaning of MantineProvider with defaultColorScheme="auto".
(function () {
  var system = matchMedia('(prefers-color-scheme: dark)');
  function show() {
    var wanted = null;
    try {
      wanted = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage may be forbidden; the system's scheme is the answer then.
    }
    var dark = wanted === 'dark' || (wanted !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  }
  show();
  try {
    // A student's card, opened by a link, keeps nothing in the browser and asks nothing.
    document.documentElement.toggleAttribute(
      'data-cookies-answered',
      localStorage.getItem('cookieConsent') === 'true' || location.pathname === '/student-card',
    );
  } catch {
    // Not remembered: the question is asked.
  }
  // The system may change its mind while the sign-in screen is open, where the library is not there yet.
  system.addEventListener('change', show);
})();
