import { qrPath } from '#web/components/ui/qr-path.ts';
import classes from './page.module.css';

/** Always dark on light, because cameras expect it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text, 2);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
