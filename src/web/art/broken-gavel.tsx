// Apart from the other scenes: it is part of the first screen, for pages that fail.
import { Scene } from './scene.tsx';

/** 500: a gavel with a broken handle. */
export function BrokenGavel() {
  return (
    <Scene>
      <g transform="rotate(-24 96 84)">
        <path d="M122 78h26l6 5-7 3 8 4-7 3h-26z" className="walnut" />
        <rect x="68" y="64" width="54" height="42" rx="4" className="walnut" />
        <rect x="60" y="60" width="10" height="50" rx="3" className="brass" />
        <rect x="120" y="60" width="10" height="50" rx="3" className="brass" />
      </g>
      <path d="M160 132l-4 6 7 2-5 6 3 4h34a6 6 0 0 0 0-18z" className="walnut" transform="rotate(-3 178 141)" />
      <rect x="60" y="140" width="78" height="10" rx="3" className="walnut" />
      <path d="M176 84l10-6M172 98l14 2M164 70l6-10" />
    </Scene>
  );
}
