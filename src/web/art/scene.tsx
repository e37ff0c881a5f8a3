import type { ReactNode } from 'react';
import classes from './scene.module.css';

/** The frame of every illustration: one size, one line weight, a soft background. Decoration, so it is not read out. */
export function Scene({ children, width = 260 }: { children: ReactNode; width?: number }) {
  return (
    <svg className={classes.scene} width={width} height={width * 0.7} viewBox="0 0 240 168" aria-hidden="true">
      <circle cx="120" cy="84" r="74" className={classes.ground} stroke="none" />
      <path d="M34 150h172" />
      {children}
    </svg>
  );
}
