// The rows of a file before it is imported, and what happens with each.
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './preview-rows.module.css';

const MAX_ROWS = 200;

interface PreviewRowsProps {
  /** What the rows are, for screen readers: "Ballots of the file". */
  label: string;
  columns: readonly string[];
  rows: readonly { key: string; state: string; cells: readonly ReactNode[] }[];
}

export function PreviewRows({ label, columns, rows }: PreviewRowsProps) {
  return (
    <>
      <Box component="section" p={0} mah="24rem" className="card scrolls" tabIndex={0} aria-label={label}>
        <table className={`plain-table ${classes.rows}`} aria-label="Preview">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map(({ key, state, cells }) => (
              <tr key={key} data-state={state}>
                {cells.map((cell, index) => (
                  <td key={columns[index]} data-label={columns[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {rows.length > MAX_ROWS && <p>The first {MAX_ROWS} of them.</p>}
    </>
  );
}
