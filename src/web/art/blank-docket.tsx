// Apart from the other scenes: it is part of the first screen, for what is empty.
import { Scene } from './scene.tsx';

/** Nothing filed yet: an open folder with one blank sheet. */
export function BlankDocket() {
  return (
    <Scene width={168}>
      <path d="M62 58a5 5 0 0 1 5-5h30l9 11h67a5 5 0 0 1 5 5v81H62z" className="walnut" />
      <path d="M80 44h80v70H80z" />
      <path d="M94 62h52M94 74h52M94 86h30" className="absent" />
      <path d="M50 94h140l-12 56H62z" />
      <rect x="102" y="114" width="36" height="14" rx="2" className="brass" />
    </Scene>
  );
}
