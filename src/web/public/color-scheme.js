// Runs before the first paint, so that a dark page never flashes white. A file of its own: the security policy allows no
// inline script. The same key and meaning as MantineProvider with defaultColorScheme="auto".
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
  // The system may change its mind while the sign-in screen is open, where the library is not there yet.
  system.addEventListener('change', show);
})();
