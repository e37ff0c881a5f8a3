/** Shown while data loads. index.html has its own copy. Reduced motion stops the animation. */
export function GavelLoader({ label, size = 96 }: { label: string; size?: number }) {
  return (
    <output aria-label={label} className="gavel-loader">
      <svg width={size} height={size} viewBox="0 0 96 96" aria-hidden="true">
        <g className="gavel">
          <rect x="38" y="45" width="46" height="6" rx="3" fill="var(--courtside-walnut)" />
          <rect x="16" y="30" width="22" height="36" rx="3" fill="var(--courtside-walnut)" />
          <rect x="14" y="35" width="26" height="4" rx="2" fill="var(--courtside-brass)" />
          <rect x="14" y="57" width="26" height="4" rx="2" fill="var(--courtside-brass)" />
        </g>
        <rect x="9" y="72" width="36" height="6" rx="2" fill="var(--courtside-walnut)" />
        <rect x="4" y="78" width="46" height="5" rx="2.5" fill="var(--courtside-brass)" />
        <g className="sound" stroke="var(--courtside-brass)" strokeWidth="2.5" strokeLinecap="round">
          <path d="M50 66l6-4M52 72h8M6 64l-4-3" />
        </g>
      </svg>
    </output>
  );
}
