import { Scene } from './scene.tsx';

/** 404: the witness stand with nobody in it. */
export function EmptyStand() {
  return (
    <Scene>
      <circle cx="120" cy="50" r="16" className="absent" />
      <path d="M88 100c0-20 12-30 32-30s32 10 32 30" className="absent" />
      <path d="M60 108h120v42H60z" className="walnut" />
      <path d="M72 118h42v22H72zM126 118h42v22h-42z" className="line" stroke="var(--courtside-brass)" />
      <rect x="52" y="99" width="136" height="10" rx="2" />
      <path d="M172 99V84c0-6-4-9-9-10" className="line" />
      <rect x="151" y="68" width="13" height="8" rx="4" transform="rotate(14 157 72)" className="brass" />
    </Scene>
  );
}

/** 403: the bar with its gate shut. */
export function ClosedBar() {
  return (
    <Scene>
      <path d="M78 92v44M92 92v44M148 92v44M162 92v44" />
      <rect x="60" y="82" width="120" height="10" rx="2" className="walnut" />
      <rect x="60" y="134" width="120" height="8" rx="2" className="walnut" />
      <rect x="48" y="72" width="16" height="78" rx="2" />
      <rect x="176" y="72" width="16" height="78" rx="2" />
      <circle cx="56" cy="64" r="7" className="brass" />
      <circle cx="184" cy="64" r="7" className="brass" />
      <path d="M110 104V93a10 10 0 0 1 20 0v11" className="line" />
      <rect x="102" y="103" width="36" height="29" rx="5" className="brass" />
      <circle cx="120" cy="114" r="3.5" fill="currentColor" stroke="none" />
      <path d="M120 115v8" />
    </Scene>
  );
}

/** 401: a badge that nobody has filled in. */
export function BlankBadge() {
  return (
    <Scene>
      <path d="M92 14l28 36 28-36" className="line" />
      <path d="M113 44h14v12h-14z" className="brass" />
      <rect x="78" y="54" width="84" height="96" rx="8" />
      <path d="M78 68v-6a8 8 0 0 1 8-8h68a8 8 0 0 1 8 8v6z" className="walnut" />
      <circle cx="120" cy="91" r="12" className="absent" />
      <path d="M98 122c2-12 10-16 22-16s20 4 22 16" className="absent" />
      <path d="M94 132h52M104 141h32" />
    </Scene>
  );
}

/** 418: a teapot where the gavel should strike. */
export function Teapot() {
  return (
    <Scene>
      <path d="M88 92c-26-8-34 34 4 34" className="line" strokeWidth="6" stroke="var(--courtside-walnut)" />
      <path d="M150 96c16-2 16-22 30-26l6 8c-10 6-8 34-34 40" className="walnut" />
      <path d="M82 104c0-22 16-34 38-34s38 12 38 34c0 24-16 36-38 36s-38-12-38-36z" />
      <path d="M83 100c22 9 52 9 74 0" className="line" stroke="var(--courtside-brass)" strokeWidth="4" />
      <path d="M98 73c2-9 42-9 44 0z" className="walnut" />
      <circle cx="120" cy="60" r="6" className="brass" />
      <rect x="84" y="140" width="72" height="10" rx="3" className="walnut" />
      <path d="M180 56c-6-6 6-10 0-18M192 52c-5-5 5-8 0-15" className="line" />
    </Scene>
  );
}

/** 503: the courthouse in recess. */
export function Recess() {
  return (
    <Scene>
      <path d="M58 66l62-36 62 36z" />
      <circle cx="120" cy="54" r="6" className="brass" />
      <path d="M70 76h10v62H70zM94 76h10v62H94zM136 76h10v62h-10zM160 76h10v62h-10z" />
      <rect x="58" y="66" width="124" height="10" rx="1.5" className="walnut" />
      <rect x="56" y="138" width="128" height="6" />
      <rect x="48" y="144" width="144" height="6" />
      <path d="M120 84l-18 15M120 84l18 15" />
      <circle cx="120" cy="83" r="2.5" className="brass" />
      <rect x="84" y="98" width="72" height="26" rx="3" className="brass" />
      <text x="121" y="115.5" className="sign">
        RECESS
      </text>
    </Scene>
  );
}

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
