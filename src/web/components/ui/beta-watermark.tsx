import classes from './beta-watermark.module.css';

const tiles = Array.from({ length: 32 }, (_, index) => index);

/** BETA tiles behind a screen: not read out, not clickable, not printed. */
export function BetaWatermark() {
  return (
    <div className={`screen-only ${classes.sheet}`} aria-hidden="true">
      {tiles.map((tile) => (
        // Drawn as SVG: decoration, not text that must meet contrast rules.
        <svg key={tile} className={classes.tile} viewBox="0 0 160 144" aria-hidden="true">
          <text x="80" y="84">
            BETA
          </text>
        </svg>
      ))}
    </div>
  );
}
