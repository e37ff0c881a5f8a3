// Which names are accepted, and how they are stored.
import { describe, expect, test } from 'vitest';
import { name, optionalText } from '#contract/fields.ts';

const stored = (text: string): string | undefined => name.safeParse(text).data;
const problem = (text: string): string | undefined => name.safeParse(text).error?.issues[0]?.message;
const code = (...points: number[]): string => String.fromCodePoint(...points);

describe('a name', () => {
  test('is trimmed, and its letters are composed', () => {
    expect(stored('  Zoe\u0308 ')).toBe('Zoë');
  });

  test.each([0x200b, 0x2060, 0xfeff, 0xad, 0x200c, 0x200d, 0x3164, 0x115f, 0x180e, 0x34f, 0xfe0f])(
    'loses the invisible U+%s, so that "Pendup" cannot stand beside "Pendup"',
    (point) => {
      expect(stored(`Pen${code(point)}dup`)).toBe('Pendup');
      expect(stored(`Pendup${code(point, point)}`)).toBe('Pendup');
    },
  );

  test.each([0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x61c])(
    'loses U+%s, which turns the direction of writing',
    (point) => {
      expect(stored(`Ada${code(point)} Lovelace`)).toBe('Ada Lovelace');
    },
  );

  test('has no space at its start or end, even beside an invisible character', () => {
    expect(stored(`Blue ${code(0x200b)}`)).toBe('Blue');
    expect(stored(`${code(0x200d)}Blue`)).toBe('Blue');
  });

  test.each([
    ['two spaces', '  '],
    ['a space that breaks no line, as from Excel', code(0xa0)],
    ['a thin space', code(0x2009)],
    ['an ideographic space', code(0x3000)],
    ['spaces around an invisible character', ` ${code(0x200b)} `],
  ])('with %s between its words is the same as with one space', (_what, space) => {
    expect(stored(`Ada${space}Lovelace`)).toBe('Ada Lovelace');
    expect(optionalText.parse(`Ada${space}Lovelace`)).toBe('Ada Lovelace');
  });

  test('keeps the joiners that emoji and scripts need', () => {
    for (const whole of ['👩‍⚖️ Team', 'محمد‌رضا', 'क्‍ष']) expect(stored(whole)).toBe(whole);
  });

  test.each(['', '   ', code(0x200b), code(0x3164, 0x3164), code(0x2800), code(0x301), code(0x202e)])(
    'needs a visible character, so %j is rejected',
    (text) => {
      expect(problem(text)).toBe('Please enter a name.');
    },
  );

  test.each([
    ['a tab', 'Tab\there', 'A name can’t contain control characters.'],
    ['a line separator', `Two${code(0x2028)}lines`, 'A name can’t contain line breaks.'],
    ['a paragraph separator', `Two${code(0x2029)}lines`, 'A name can’t contain line breaks.'],
    ['half of a character', 'Broken \ud800', 'A name can’t contain broken characters.'],
    ['201 characters', 'x'.repeat(201), 'A name can have at most 200 characters.'],
  ])('with %s is rejected', (_what, text, message) => {
    expect(problem(text)).toBe(message);
  });

  test.each(['X', '7', '§', '🏛️', '日', 'x'.repeat(200)])('%j is one', (text) => {
    expect(stored(text)).toBe(text);
  });
});
