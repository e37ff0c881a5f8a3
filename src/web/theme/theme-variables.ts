/** The style sheet that `vite.config.ts` builds: the variables that MantineProvider would put into style elements. Not in the bundle. */
import { convertCssVariables, defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { cssVariablesResolver, theme as override } from './theme.ts';

const ownColors = Object.keys(override.colors ?? {});

/** The library has fourteen colors and the product seven. Nothing uses the variables of the others. */
function isUsed(name: string): boolean {
  if (/^--mantine-(?:primary-color-\d|breakpoint-)/.test(name)) return false;
  const [, color, use] = /^--mantine-color-([a-z]+)-(\d|text|filled|light|outline)/.exec(name) ?? [];
  // The outline variant isn't used.
  return color === undefined || (ownColors.includes(color) && use !== 'outline');
}

function onlyUsed(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => isUsed(name)));
}

export function themeVariables(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, override);
  const common = defaultCssVariablesResolver(theme);
  const own = cssVariablesResolver(theme);
  return convertCssVariables({
    variables: onlyUsed({ ...common.variables, ...own.variables }),
    light: onlyUsed({ ...common.light, ...own.light }),
    dark: onlyUsed({ ...common.dark, ...own.dark }),
  });
}
