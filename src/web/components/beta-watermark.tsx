import classes from './beta-watermark.module.css';

const tiles = Array.from({ length: 32 }, (_, index) => index);

/** Says BETA behind a whole screen without being read out, clicked or printed. */
export function BetaWatermark() {
  return (
    <div className={classes.sheet} aria-hidden="true">
      {tiles.map((tile) => (
        <span key={tile} className={classes.tile}>
          BETA
        </span>
      ))}
    </div>
  );
}
