/**
 * The one place for colors, type, spacing, shadows and component defaults. The build turns it into a style sheet
 * (`theme-variables.ts`), because the content security policy refuses style elements created at run time.
 */
import {
  alpha,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineTheme,
} from '@mantine/core';

/** Paper: the light scheme's backgrounds, lines and secondary text. */
const paper = [
  '#faf7f1',
  '#f3eee4',
  '#e9e2d4',
  '#dad1c0',
  '#8a8170',
  '#7d7464',
  '#685f51',
  '#524a3f',
  '#3a352d',
  '#24211c',
] as const;

/** Ink: the dark scheme's backgrounds, lines and text. */
const ink = [
  '#ebe6da',
  '#d2ccbf',
  '#aeaba4',
  '#9698a0',
  '#707989',
  '#333b4a',
  '#242b38',
  '#171c26',
  '#10141c',
  '#0a0d13',
] as const;

/** Brass and walnut are one family: brass speaks on ink, walnut on paper. */
const brass = [
  '#fbf5e8',
  '#f5e9cd',
  '#ecd7a6',
  '#e3c684',
  '#d9b568',
  '#bb9040',
  '#96702b',
  '#7b5526',
  '#643f22',
  '#4a2d18',
] as const;

const red = [
  '#fdf0ee',
  '#fadcd8',
  '#f4bab2',
  '#ee9a8f',
  '#e8786a',
  '#d4513f',
  '#bf382b',
  '#a62a20',
  '#861f17',
  '#611510',
] as const;
const green = [
  '#edf5ee',
  '#d7e9da',
  '#b0d3b7',
  '#86bb92',
  '#62a673',
  '#3f8955',
  '#2b7243',
  '#215d36',
  '#194829',
  '#10331c',
] as const;
const yellow = [
  '#fdf6e1',
  '#faebbb',
  '#f4d880',
  '#eac04c',
  '#dcaa2c',
  '#b88a16',
  '#8f6809',
  '#725207',
  '#573e06',
  '#3d2b04',
] as const;
const blue = [
  '#eef3f9',
  '#dae6f3',
  '#b5cce6',
  '#8db0d6',
  '#7299c7',
  '#4a79ae',
  '#376294',
  '#2a4e79',
  '#203c5d',
  '#152840',
] as const;

const families = { gray: paper, brass, red, green, yellow, blue };

const sans = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif";
const serif = "'Source Serif 4 Variable', 'Source Serif Fallback', Georgia, serif";

const NO_TRANSITION = { duration: 0 };

export const theme = createTheme({
  white: '#fffdf9',
  black: '#1b212c',
  colors: { ...families, dark: ink },
  primaryColor: 'brass',
  primaryShade: { light: 8, dark: 4 },
  fontFamily: sans,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: serif,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '2rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.375rem', lg: '0.625rem', xl: '1rem' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(36 26 14 / 8%)',
    sm: '0 1px 3px rgb(36 26 14 / 10%), 0 4px 12px rgb(36 26 14 / 5%)',
    md: '0 2px 6px rgb(36 26 14 / 10%), 0 10px 28px rgb(36 26 14 / 9%)',
    lg: '0 4px 10px rgb(36 26 14 / 12%), 0 18px 44px rgb(36 26 14 / 14%)',
    xl: '0 6px 16px rgb(36 26 14 / 14%), 0 28px 64px rgb(36 26 14 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Brass is light and walnut is dark, so the text on the primary color depends on the scheme.
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    const primary = input.color === undefined || input.color === input.theme.primaryColor;
    return input.variant === 'filled' && primary
      ? {
          ...colors,
          color: 'var(--mantine-primary-color-contrast)',
          hoverColor: 'var(--mantine-primary-color-contrast)',
        }
      : colors;
  },
  // Defaults by name and not by `Component.extend`, which would load every component named here with the sign-in screen.
  components: {
    Button: { defaultProps: { size: 'sm' } },
    Notification: { defaultProps: { withBorder: true, radius: 'md', closeButtonProps: { 'aria-label': 'Close' } } },
    // The page itself stops scrolling (global.css): the library would need a style element, which the security policy refuses.
    // Dialogs decide themselves about Escape and the focus.
    ModalRoot: {
      defaultProps: { lockScroll: false, closeOnEscape: false, returnFocus: false, transitionProps: NO_TRANSITION },
    },
    DrawerRoot: { defaultProps: { lockScroll: false, returnFocus: false, transitionProps: NO_TRANSITION } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.45 } },
    DrawerOverlay: { defaultProps: { backgroundOpacity: 0.45 } },
    // The page that a menu or panel belongs to scrolls with it.
    Popover: { defaultProps: { hideDetached: false, transitionProps: NO_TRANSITION } },
    Menu: { defaultProps: { hideDetached: false, transitionProps: NO_TRANSITION } },
    Switch: { defaultProps: { size: 'md', withThumbIndicator: false } },
    Tabs: { defaultProps: { keepMounted: false } },
    Skeleton: { defaultProps: { radius: 'sm' } },
  },
});

/** Colors that differ per scheme. All others follow from the tuples above. */
function schemeColors(of: MantineTheme, scheme: 'light' | 'dark'): Record<string, string> {
  const light = scheme === 'light';
  const gray = of.colors['gray'] ?? paper;
  const dark = of.colors['dark'] ?? ink;
  const own: Record<string, string> = {
    '--mantine-primary-color-contrast': light ? of.white : dark[8],
    '--mantine-color-body': light ? gray[0] : dark[7],
    '--mantine-color-text': light ? of.black : dark[0],
    '--mantine-color-bright': light ? of.black : of.white,
    '--mantine-color-dimmed': light ? gray[6] : dark[2],
    '--mantine-color-placeholder': light ? gray[6] : dark[3],
    '--mantine-color-anchor': light ? brass[7] : brass[4],
    '--mantine-color-error': light ? red[7] : red[3],
    '--mantine-color-success': light ? green[6] : green[3],
    '--mantine-color-default': light ? of.white : dark[6],
    '--mantine-color-default-hover': light ? gray[1] : dark[5],
    '--menu-item-hover': light ? gray[1] : dark[5],
    '--mantine-color-default-color': light ? of.black : dark[0],
    '--mantine-color-default-border': light ? gray[4] : dark[4],
    '--mantine-color-disabled': light ? gray[2] : dark[5],
    '--mantine-color-disabled-color': light ? gray[6] : dark[2],
    '--mantine-color-disabled-border': light ? gray[3] : dark[4],
    '--courtside-surface': light ? of.white : dark[6],
    '--courtside-sunken': light ? gray[1] : dark[8],
    '--courtside-line': light ? gray[3] : dark[5],
    '--courtside-focus': light ? brass[7] : brass[4],
    '--courtside-brass': light ? brass[5] : brass[4],
    '--courtside-walnut': light ? brass[8] : brass[6],
    '--courtside-rail': light ? of.black : dark[8],
  };
  for (const [color, shades] of Object.entries(families)) {
    const name = `--mantine-color-${color}`;
    if (!light) {
      own[`${name}-light`] = alpha(shades[4], 0.16);
      own[`${name}-light-hover`] = alpha(shades[4], 0.26);
      own[`${name}-light-color`] = shades[2];
    }
    if (color === 'brass') continue;
    own[`${name}-filled`] = shades[light ? 7 : 6];
    own[`${name}-filled-hover`] = shades[light ? 8 : 7];
    own[`${name}-text`] = shades[light ? 7 : 3];
  }
  return own;
}

export const cssVariablesResolver: CSSVariablesResolver = (of) => ({
  variables: {
    '--courtside-header-height': '70px',
    // The header is ink in both schemes, and so is the text on brass.
    '--courtside-ink': '#1b212c',
    '--courtside-rail-text': paper[0],
    '--courtside-rail-quiet': '#c9c6be',
    '--courtside-rail-field': ink[6],
    '--courtside-rail-border': '#8a8f9b',
    '--courtside-rail-edge': brass[6],
    '--courtside-rail-brass': brass[4],
  },
  light: schemeColors(of, 'light'),
  dark: schemeColors(of, 'dark'),
});
