// The picture of a ballot beside its scores.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PhotoViewer } from '#web/ballots/photo/photo-viewer.tsx';
import { usePhoto, type Photo } from '#web/ballots/photo/photo.ts';

const PHOTO = { url: 'blob:ballot', width: 800, height: 1000 } as Photo;
const box = (left: number): [number, number][] => [
  [left, 10],
  [left + 50, 10],
  [left + 50, 40],
];

test('typing a score keeps the zoom and the rotation, and another cell moves the picture', () => {
  const view = render(<PhotoViewer photo={PHOTO} box={box(10)} upright={box(10)} />, { wrapper: MantineProvider });
  fireEvent.click(screen.getByRole('button', { name: 'Turn' }));
  const transform = () => screen.getByAltText('Uploaded ballot').parentElement?.style.transform;
  const turned = transform();
  // Each typed score reads the stored cells again.
  view.rerender(<PhotoViewer photo={PHOTO} box={box(10)} upright={box(10)} />);
  expect(transform()).toBe(turned);
  view.rerender(<PhotoViewer photo={PHOTO} box={box(200)} upright={box(10)} />);
  expect(transform()).not.toBe(turned);
});

test('a second finger does not make the picture jump, and lifting one leaves the other to drag', () => {
  render(<PhotoViewer photo={PHOTO} box={box(10)} upright={box(10)} />, { wrapper: MantineProvider });
  const stage = screen.getByRole('application');
  stage.setPointerCapture = () => {};
  const transform = () => screen.getByAltText('Uploaded ballot').parentElement?.style.transform;
  const finger = (kind: 'pointerDown' | 'pointerMove' | 'pointerUp', pointerId: number, clientX: number) =>
    fireEvent[kind](stage, { pointerId, clientX, clientY: 0 });
  const before = transform();
  finger('pointerDown', 1, 0);
  finger('pointerDown', 2, 300);
  finger('pointerMove', 1, 0);
  finger('pointerMove', 2, 300);
  finger('pointerUp', 1, 0);
  finger('pointerMove', 2, 300);
  expect(transform()).toBe(before);
  finger('pointerMove', 2, 310);
  const dragged = transform();
  expect(dragged).not.toBe(before);
  finger('pointerUp', 2, 310);
  finger('pointerMove', 2, 500);
  expect(transform()).toBe(dragged);
});

test('a photo whose smaller copy is refused leaves no picture in memory', async () => {
  const close = vi.fn<() => void>();
  vi.stubGlobal('createImageBitmap', async (source: unknown) => {
    if (source instanceof File) return { width: 8000, height: 8000, close };
    throw new DOMException('', 'InvalidStateError');
  });
  const file = new File(['x'], 'large.jpg');
  const { result } = renderHook(() => usePhoto(file));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(result.current).toBeNull();
  vi.unstubAllGlobals();
});
