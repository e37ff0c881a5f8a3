import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver, theme } from '#web/theme/theme.ts';

const schemes = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
const families: Record<string, readonly string[] | undefined> = theme.colors ?? {};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const scheme of ['light', 'dark'] as const) {
  const colors: Record<string, string> = { ...schemes[scheme] };
  const color = (name: string) => colors[name] ?? '';
  const body = color('--mantine-color-body');
  const surface = color('--courtside-surface');

  test.each(['text', 'dimmed', 'placeholder', 'anchor', 'error', 'success'])(`${scheme}: %s reads on paper`, (name) => {
    expect(contrast(color(`--mantine-color-${name}`), body)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(color(`--mantine-color-${name}`), surface)).toBeGreaterThanOrEqual(4.5);
  });

  test(`${scheme}: the text of a filled button reads`, () => {
    const shade = families['brass']?.[scheme === 'light' ? 8 : 4] ?? '';
    expect(contrast(color('--mantine-primary-color-contrast'), shade)).toBeGreaterThanOrEqual(4.5);
    for (const name of ['red', 'green', 'yellow', 'blue', 'gray']) {
      expect(contrast(theme.white ?? '', color(`--mantine-color-${name}-filled`))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test(`${scheme}: the text of a disabled control reads`, () => {
    const background = color('--mantine-color-disabled');
    expect(contrast(color('--mantine-color-disabled-color'), background)).toBeGreaterThanOrEqual(4.5);
  });

  test(`${scheme}: the edges of controls and the focus ring can be seen`, () => {
    for (const name of ['--mantine-color-default-border', '--courtside-focus']) {
      expect(contrast(color(name), body)).toBeGreaterThanOrEqual(3);
      expect(contrast(color(name), surface)).toBeGreaterThanOrEqual(3);
    }
  });
}
