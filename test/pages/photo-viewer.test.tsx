// The picture of a ballot beside its scores.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PhotoViewer } from '#web/components/ballot-photo/photo-viewer.tsx';
import type { Photo } from '#web/components/ballot-photo/photo.ts';

const PHOTO = { url: 'blob:ballot', width: 800, height: 1000 } as Photo;
const box = (left: number): [number, number][] => [
  [left, 10],
  [left + 50, 10],
  [left + 50, 40],
];

test('a typed score keeps the zoom and the turn, and another cell moves the picture', () => {
  const view = render(<PhotoViewer photo={PHOTO} box={box(10)} upright={box(10)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Turn' }));
  const transform = () => screen.getByAltText('Uploaded ballot').parentElement?.style.transform;
  const turned = transform();
  // Each typed score reads the stored cells again.
  view.rerender(<PhotoViewer photo={PHOTO} box={box(10)} upright={box(10)} />);
  expect(transform()).toBe(turned);
  view.rerender(<PhotoViewer photo={PHOTO} box={box(200)} upright={box(10)} />);
  expect(transform()).not.toBe(turned);
});
