import classes from './beta-watermark.module.css';

const tiles = Array.from({ length: 32 }, (_, index) => index);

/** Says BETA behind a whole screen without being read out, clicked or printed. */
export function BetaWatermark() {
  return (
    <div className={classes.sheet} aria-hidden="true">
      {tiles.map((tile) => (
        // A drawing and not a text: it is decoration, faint on purpose.
        <svg key={tile} className={classes.tile} viewBox="0 0 160 144" aria-hidden="true">
          <text x="80" y="84">
            BETA
          </text>
        </svg>
      ))}
    </div>
  );
}
