import type { Marker, PrintedForm, PrintedText, Rect } from '#ballot/layout.ts';
import type { TextField } from '#ballot/form.ts';
import { qrPath } from '#web/components/ui/qr-path.ts';

const gray = (share: number): string =>
  `rgb(${Array(3)
    .fill(Math.round(share * 255))
    .join(' ')})`;
/** A marker is 4 x 4 squares inside a black border one square wide. */
const SQUARES = 6;

const SANS = '"Inter Variable", Helvetica, Arial, sans-serif';
const SERIF = '"Source Serif 4 Variable", Georgia, serif';
const PADDING = 6;
const TEXT_SIZE = 13;
const CASE_SIZE = 10;
const NAME_SIZE = 8;
let pen: CanvasRenderingContext2D | null = null;

/** The font size at which the text fits the width, at most `size`. */
function fittedSize(width: number, text: string, size: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return size;
  pen.font = `${size}px ${SANS}`;
  return size * Math.min(1, width / pen.measureText(text).width);
}

export type FilledFields = Readonly<Record<TextField | 'round' | 'caseName', string>> & {
  readonly judgeNumber?: string;
  /** Of the people who get the scores, by the keys of the scores. */
  readonly names?: Readonly<Record<string, string>>;
};

interface BallotSheetProps {
  layout: PrintedForm;
  filled: FilledFields;
  /** What its QR code says, on a form that has one. */
  code: string;
  className: string | undefined;
}

/** The printed form, drawn from the description that the recognizer uses to find it. */
export function BallotSheet({ layout, filled, code, className }: BallotSheetProps) {
  const {
    page,
    boxes,
    lines,
    texts,
    markers,
    cells,
    textFields,
    round,
    caseName,
    judgeNumber,
    names = {},
    code: codeBox,
  } = layout;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${page.width} ${page.height}`}
      width={`${page.width}pt`}
      height={`${page.height}pt`}
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
          fill={box.fill === undefined ? 'none' : gray(box.fill)}
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
      {Object.entries({ ...textFields, ...(round && { round }) }).map(([field, box]) => (
        <Filled key={field} box={box} text={filled[field as TextField | 'round']} />
      ))}
      {judgeNumber && <Filled box={judgeNumber} text={filled.judgeNumber ?? ''} />}
      {Object.entries(names).map(([key, box]) => (
        <Name key={key} box={box} name={filled.names?.[key] ?? ''} atEnd={box.x < page.width / 2} />
      ))}
      {codeBox && <Code box={codeBox} text={code} />}
      {caseName && (
        <Printed
          x={caseName.x + caseName.width / 2}
          y={caseName.y + caseName.height - 3}
          size={fittedSize(caseName.width, filled.caseName, CASE_SIZE)}
          anchor="middle"
          text={filled.caseName}
        />
      )}
    </svg>
  );
}

function Filled({ box, text }: { box: Rect; text: string }) {
  const size = fittedSize(box.width - 2 * PADDING, text, TEXT_SIZE);
  return <Printed x={box.x + PADDING} y={box.y + box.height - 7} size={size} text={text} />;
}

/** On two lines where one would be too small to read. */
function Name({ box: { x, y, width, height }, name, atEnd }: { box: Rect; name: string; atEnd: boolean }) {
  if (name === '') return null;
  const halves = fittedSize(width, name, NAME_SIZE) < NAME_SIZE ? inHalves(name) : [name];
  const size = Math.min(...halves.map((half) => fittedSize(width, half, NAME_SIZE)));
  return halves.map((half, index) => (
    <Printed
      key={half}
      x={atEnd ? x + width : x}
      y={y + height / 2 + size * (index + 0.8 - halves.length / 2)}
      size={size}
      text={half}
      {...(atEnd && { anchor: 'end' as const })}
    />
  ));
}

/** Split between two words, so that the longer half is as short as can be. */
function inHalves(name: string): readonly string[] {
  const words = name.split(' ');
  const halves = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const longest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));
  return halves.toSorted((one, other) => longest(one) - longest(other))[0] ?? [name];
}

function Code({ box, text }: { box: Rect; text: string }) {
  // The paper around it is its light border.
  const { path, size } = qrPath(text, 0);
  const scale = box.width / size;
  return <path d={path} transform={`translate(${box.x} ${box.y}) scale(${scale})`} shapeRendering="crispEdges" />;
}

/** Headings are in the product's serif, everything else in its sans. */
function Printed({ x, y, size, text, anchor, bold = false }: PrintedText) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      textAnchor={anchor}
      fontFamily={bold ? SERIF : SANS}
      fontWeight={bold ? 600 : 400}
      fill="#000"
    >
      {text}
    </text>
  );
}

function CornerMark({ x, y, size, bits }: Marker) {
  const square = size / SQUARES;
  const squares = Array.from(bits, (bit, index) => ({ bit, column: index % 4, row: Math.floor(index / 4) }));
  return (
    <g>
      <rect x={x} y={y} width={size} height={size} fill="#000" />
      {squares
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
