import { expect, test } from 'vitest';
import { sizeAfterDrag, drawnWidth, sizeAfterKey, storedNavSize } from '#web/shell/nav-size.ts';

const open = { width: 175, collapsed: false };

test('the navigation is 175 wide until it is changed', () => {
  expect(storedNavSize(null, null)).toEqual(open);
  expect(storedNavSize('12', 'nonsense')).toEqual(open);
  expect(storedNavSize('260', 'true')).toEqual({ width: 260, collapsed: true });
});

test('dragging below 100 collapses it to 80, and it opens again at its previous width', () => {
  const collapsed = sizeAfterDrag(99, { width: 260, collapsed: false });
  expect(drawnWidth(collapsed)).toBe(80);
  expect(sizeAfterKey('ArrowRight', collapsed)).toEqual({ width: 260, collapsed: false });
  expect(sizeAfterDrag(100, open)).toEqual({ width: 100, collapsed: false });
});

test('it is never wider than 400', () => {
  expect(sizeAfterDrag(900, open)).toEqual({ width: 400, collapsed: false });
  expect(sizeAfterKey('End', open)).toEqual({ width: 400, collapsed: false });
});

test('the arrow keys move its edge, Home collapses it, and Enter toggles it', () => {
  expect(sizeAfterKey('ArrowLeft', open)).toEqual({ width: 165, collapsed: false });
  expect(sizeAfterKey('Home', open)).toEqual({ width: 175, collapsed: true });
  expect(sizeAfterKey('Enter', { width: 175, collapsed: true })).toEqual(open);
  expect(sizeAfterKey('a', open)).toBeUndefined();
});
