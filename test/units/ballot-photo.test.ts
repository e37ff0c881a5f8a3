// Which photos can be uploaded, and how the viewer moves.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileRefusal } from '#ballot/photo-file.ts';
import {
  draggedBy,
  fitted,
  jumpedTo,
  pinchedBy,
  turnedBy,
  zoomedBy,
  type View,
} from '#web/ballots/photo/photo-view.ts';

test.each([
  ['ballot.png', 10, null],
  ['BALLOT.JPG', 10, null],
  ['ballot.1.jpeg', 20_000_000, null],
  ['ballot.jpeg', 20_000_001, 'The image is larger than 20 MB.'],
  ['IMG_1.HEIC', 10, null],
  ['ballot.pdf', 10, 'Choose a png, jpg, jpeg or heic image.'],
  ['IMG_1.heif', 20_000_001, 'The image is larger than 20 MB.'],
  ['ballot.jpg.exe', 10, 'Choose a png, jpg, jpeg or heic image.'],
  ['ballot', 10, 'Choose a png, jpg, jpeg or heic image.'],
])('a file named %s of %i bytes is answered %j', (name, size, answer) => {
  expect(fileRefusal({ name, size })).toEqual(answer);
});

const picture = { width: 4000, height: 3000 };
const frame = { width: 400, height: 600 };

test('the whole picture fits into its frame', () => {
  expect(fitted(picture, frame, undefined)).toEqual({ x: 2000, y: 1500, scale: 0.1, angle: 0 });
});

test('a picture on its side is turned upright by its printed cells', () => {
  const downwards = [
    [100, 100],
    [100, 200],
    [50, 200],
    [50, 100],
  ] as const;
  const { angle, scale } = fitted(picture, frame, downwards);
  expect(angle).toBeCloseTo(-Math.PI / 2);
  expect(scale).toBeCloseTo(400 / 3000);
});

test('the view jumps to the middle of a cell and levels it', () => {
  const view = jumpedTo(
    [
      [100, 100],
      [200, 100],
      [200, 150],
      [100, 150],
    ],
    400,
  );
  expect(view).toMatchObject({ x: 150, y: 125, scale: 1 });
  expect(view.angle).toBeCloseTo(0);
});

test('the picture follows the finger in every rotation', () => {
  const view = { x: 100, y: 100, scale: 2, angle: 0 };
  expect(draggedBy(view, 10, 20)).toMatchObject({ x: 95, y: 90 });
  const turned = draggedBy(turnedBy(view, Math.PI / 2), 10, 0);
  expect(turned.x).toBeCloseTo(100);
  expect(turned.y).toBeCloseTo(105);
});

test('zooming has limits', () => {
  const view = { x: 0, y: 0, scale: 1, angle: 0 };
  expect(zoomedBy(view, 1000).scale).toBe(4);
  expect(zoomedBy(view, 0.0001).scale).toBe(0.02);
});

test('two fingers keep the points of the picture that are under them', () => {
  const middle = { x: 200, y: 300 };
  /** Where a point of the screen is in the picture. */
  const inPicture = ({ x, y, scale, angle }: View, at: { x: number; y: number }) => {
    const [dx, dy] = [(at.x - middle.x) / scale, (at.y - middle.y) / scale];
    return [x + dx * Math.cos(angle) + dy * Math.sin(angle), y + dy * Math.cos(angle) - dx * Math.sin(angle)] as const;
  };
  const place = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 600 }) });
  const angles = fc.double({ min: -3, max: 3, noNaN: true });
  const factors = fc.double({ min: 0.5, max: 2, noNaN: true });
  fc.assert(
    fc.property(place, place, place, angles, factors, (one, other, to, angle, factor) => {
      fc.pre(Math.hypot(one.x - other.x, one.y - other.y) > 20);
      const view = { x: 2000, y: 1500, scale: 0.5, angle };
      const moved = { x: to.x + factor * (other.x - one.x), y: to.y + factor * (other.y - one.y) };
      const pinched = pinchedBy(view, [one, other], [to, moved], middle);
      expect(pinched.scale).toBeCloseTo(0.5 * factor);
      for (const [from, now] of [
        [one, to],
        [other, moved],
      ] as const) {
        const [x, y] = inPicture(view, from);
        const [nowX, nowY] = inPicture(pinched, now);
        expect(Math.hypot(nowX - x, nowY - y)).toBeLessThan(0.001);
      }
    }),
  );
});
