import type { BallotLayout, Marker, PrintedText } from '#ballot/layout.ts';
import type { TextField } from '#ballot/form.ts';

const grey = (part: number): string =>
  `rgb(${Array(3)
    .fill(Math.round(part * 255))
    .join(' ')})`;
/** A marker is its 4 x 4 squares inside a black border that is one square wide. */
const SQUARES = 6;

const FONT = 'Helvetica, Arial, sans-serif';
const BESIDE = 6;
const WRITTEN = 13;
let pen: CanvasRenderingContext2D | null = null;

/** What is filled in is written at one size, and smaller where its box is too narrow for that. */
function sizeIn(room: number, text: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return WRITTEN;
  pen.font = `${WRITTEN}px ${FONT}`;
  return WRITTEN * Math.min(1, room / pen.measureText(text).width);
}

interface BallotSheetProps {
  layout: BallotLayout;
  filled: Readonly<Record<TextField | 'round', string>>;
  className: string | undefined;
}

/** The printed form, drawn from the same description by which the recognizer finds it. */
export function BallotSheet({ layout, filled, className }: BallotSheetProps) {
  const { page, boxes, lines, texts, markers, cells, textFields, round } = layout;
  const written = { ...textFields, round };
  return (
    <svg
      className={className}
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={`${page.width}pt`}
      height={`${page.height}pt`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing to print, not a file.
      role="img"
      aria-label={layout.title}
    >
      <rect width={page.width} height={page.height} fill="#fff" />
      {boxes.map((box) => (
        <rect
          key={`${box.x} ${box.y}`}
          x={box.x}
          y={box.y}
          width={box.width}
          height={box.height}
          fill={box.fill === undefined ? 'none' : grey(box.fill)}
          stroke={box.stroke > 0 ? '#000' : 'none'}
          strokeWidth={box.stroke}
        />
      ))}
      {Object.entries(cells).map(([field, { rect, kind }]) =>
        kind === 'box' ? (
          <rect key={field} {...rect} fill="none" stroke="#000" strokeWidth={0.8} />
        ) : (
          <path key={field} d={`M${rect.x} ${rect.y + rect.height}h${rect.width}`} stroke="#000" strokeWidth={0.7} />
        ),
      )}
      {lines.map(({ x1, y1, x2, y2, stroke }) => (
        <line key={`${x1} ${y1}`} x1={x1} y1={y1} x2={x2} y2={y2} stroke="#000" strokeWidth={stroke} />
      ))}
      {texts.map((text) => (
        <Printed key={`${text.x} ${text.y} ${text.text}`} {...text} />
      ))}
      {markers.map((marker) => (
        <CornerMark key={marker.id} {...marker} />
      ))}
      {Object.entries(written).map(([field, { x, y, width, height }]) => {
        const text = filled[field as TextField | 'round'];
        const size = sizeIn(width - 2 * BESIDE, text);
        return <Printed key={field} x={x + BESIDE} y={y + height - 7} size={size} text={text} />;
      })}
    </svg>
  );
}

function Printed({ x, y, size, text, anchor, bold = false }: PrintedText) {
  return (
    <text x={x} y={y} fontSize={size} textAnchor={anchor} fontFamily={FONT} fontWeight={bold ? 700 : 400} fill="#000">
      {text}
    </text>
  );
}

function CornerMark({ x, y, size, bits }: Marker) {
  const square = size / SQUARES;
  const whites = Array.from(bits, (bit, at) => ({ bit, column: at % 4, row: Math.floor(at / 4) }));
  return (
    <g>
      <rect x={x} y={y} width={size} height={size} fill="#000" />
      {whites
        .filter(({ bit }) => bit === '1')
        .map(({ column, row }) => (
          <rect
            key={`${column} ${row}`}
            x={x + (column + 1) * square}
            y={y + (row + 1) * square}
            width={square}
            height={square}
            fill="#fff"
          />
        ))}
    </g>
  );
}
