import { expect, test } from 'vitest';
import { draggedTo, drawnWidth, keyedTo, rememberedNavSize } from '#web/shell/nav-size.ts';

const open = { width: 175, collapsed: false };

test('the navigation is 175 wide until someone changes it', () => {
  expect(rememberedNavSize(null, null)).toEqual(open);
  expect(rememberedNavSize('12', 'nonsense')).toEqual(open);
  expect(rememberedNavSize('260', 'true')).toEqual({ width: 260, collapsed: true });
});

test('dragged under 100 it collapses to 80, and opens again as wide as it was', () => {
  const collapsed = draggedTo(99, { width: 260, collapsed: false });
  expect(drawnWidth(collapsed)).toBe(80);
  expect(keyedTo('ArrowRight', collapsed)).toEqual({ width: 260, collapsed: false });
  expect(draggedTo(100, open)).toEqual({ width: 100, collapsed: false });
});

test('it is never wider than 400', () => {
  expect(draggedTo(900, open)).toEqual({ width: 400, collapsed: false });
  expect(keyedTo('End', open)).toEqual({ width: 400, collapsed: false });
});

test('the arrow keys move its edge, Home collapses it, Enter does either', () => {
  expect(keyedTo('ArrowLeft', open)).toEqual({ width: 165, collapsed: false });
  expect(keyedTo('Home', open)).toEqual({ width: 175, collapsed: true });
  expect(keyedTo('Enter', { width: 175, collapsed: true })).toEqual(open);
  expect(keyedTo('a', open)).toBeUndefined();
});
