import { Scene } from './scene.tsx';

/** 402: the scales, with coins in one pan. */
export function WeighedCoins() {
  return (
    <Scene>
      <path d="M117 44h6v100h-6z" className="walnut" />
      <path d="M88 150l10-9h44l10 9z" className="walnut" />
      <path d="M66 74l108-20" strokeWidth="4" />
      <circle cx="120" cy="64" r="6" className="brass" />
      <circle cx="120" cy="40" r="5" className="brass" />
      <path d="M66 74l-20 38M66 74l20 38M174 54l-20 38M174 54l20 38" className="line" />
      <ellipse cx="66" cy="108" rx="13" ry="4.5" className="brass" />
      <ellipse cx="66" cy="101" rx="13" ry="4.5" className="brass" />
      <ellipse cx="66" cy="94" rx="13" ry="4.5" className="brass" />
      <path d="M40 112h52c-2 11-12 16-26 16s-24-5-26-16z" />
      <path d="M148 92h52c-2 11-12 16-26 16s-24-5-26-16z" />
    </Scene>
  );
}

/** 429: the hourglass beside a docket that is full. */
export function Hourglass() {
  return (
    <Scene>
      <path d="M86 46h48c0 28-18 36-18 50s18 18 18 46H86c0-28 18-32 18-46s-18-22-18-50z" />
      <path
        d="M94 68h32c-4 14-12 16-16 26-4-10-12-12-16-26zM92 142c2-12 10-18 18-20 8 2 16 8 18 20z"
        className="brass"
      />
      <path d="M110 98v18" strokeDasharray="2 5" />
      <rect x="78" y="36" width="64" height="10" rx="3" className="walnut" />
      <rect x="78" y="140" width="64" height="10" rx="3" className="walnut" />
      <path d="M152 138h48v12h-48z" />
      <path d="M156 126h46v12h-46z" className="walnut" />
      <path d="M150 114h48v12h-48z" />
      <path d="M157 102h44v12h-44z" className="brass" />
      <path d="M160 144h16M158 120h16" />
    </Scene>
  );
}

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
