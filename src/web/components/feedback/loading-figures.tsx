import { Skeleton } from '@mantine/core';

const WIDTHS = ['40%', '92%', '88%', '94%', '90%', '86%'];

/** Lines where figures will be. */
export function LoadingFigures({ what }: { what: string }) {
  return (
    <output aria-label={`Loading ${what}`}>
      <span className="paper-only">Still loading</span>
      {WIDTHS.map((width) => (
        <Skeleton key={width} component="span" display="block" height="1rem" mb="1.25rem" width={width} />
      ))}
    </output>
  );
}
