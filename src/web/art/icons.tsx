/** The product's own small icons: one line weight, 24 units wide, always beside or inside an element with a name. */
const paths = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  dashboard: 'M4 4h7v8H4zM13 4h7v5h-7zM13 12h7v8h-7zM4 15h7v5H4z',
  cases: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16M12 12v2',
  school: 'M3 9l9-5 9 5-9 5zM7 11.5V17c3 2 7 2 10 0v-5.5M21 9v6',
  season: 'M5 20V5a2 2 0 0 1 2-2h12v14H7a2 2 0 0 0-2 2 2 2 0 0 0 2 2h12M9.5 12.5l2.5-3 2 1.5 2.5-3.5',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h5M13 12h7M11 10v4',
  ballot: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12l1.5 1.5L13 11M9 17l1.5 1.5L13 16M15 12.5h1M15 17.5h1',
  admin: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 11.5l2.2 2.2L15 10',
  logOut: 'M14 4H5v16h9M10 12h11M17.5 8.5L21 12l-3.5 3.5',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  down: 'M6 9.5l6 6 6-6',
  choose: 'M6 8.5l6-5 6 5M6 15.5l6 5 6-5',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  eyeOff:
    'M4 4l16 16M9.5 5.9C15 4.5 19 7.5 21.5 12c-.8 1.5-1.8 2.7-2.9 3.7M6.5 7.7C5 8.8 3.6 10.2 2.5 12c3.3 6 8.5 7.8 13.3 5.3M10.3 10.3a2.5 2.5 0 0 0 3.4 3.4',
  alert: 'M12 4l9 16H3zM12 10v5M12 17.5v.2',
  shift: 'M12 4l8 8h-4v4H8v-4H4zM8 20h8',
  back: 'M11 5l-7 7 7 7M4 12h16',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20.5 20.5',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  camera: 'M4 7h4l2-3h4l2 3h4v12H4zM12 9.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  zoomIn: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20M10.5 7.5v6M7.5 10.5h6',
  zoomOut: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20M7.5 10.5h6',
  turn: 'M19 12a7 7 0 1 1-2-4.9M19 3v5h-5',
  more: 'M5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM12 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM19 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // In a line of text.
      style={{ verticalAlign: '-0.15em' }}
    >
      <path d={paths[name]} />
    </svg>
  );
}
