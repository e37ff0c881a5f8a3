// The sheets of a round's judges, to print.
import { Group } from '@mantine/core';
import { useState } from 'react';
import type { Paper } from '#ballot/drawing.ts';
import { MAX_JUDGES } from '#ballot/kept-limits.ts';
import { sheetPages } from '#ballot/sheet/paper.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import { PrintedSheets } from '#web/ballots/printed-sheets.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import type { FilledFields } from '#web/components/ui/ballot-sheet.tsx';
import { PAPER_OPTIONS, usualPaper } from '#web/components/ui/usual-paper.ts';

const NUMBERS = Array.from({ length: MAX_JUDGES }, (_, index) => String(index + 1));
const USUAL_JUDGES = 2;

interface RoundSheetsProps {
  sheet: Sheet;
  filled: FilledFields;
  schoolId: string;
  roundId: string;
}

export default function RoundSheets({ sheet, filled, schoolId, roundId }: RoundSheetsProps) {
  const [paper, setPaper] = useState<Paper>(usualPaper);
  const [judges, setJudges] = useState(USUAL_JUDGES);
  const pages = sheetPages(sheet, paper);
  return (
    <>
      <Group align="flex-end" gap="sm" mb="lg">
        <Choice
          w="14rem"
          label="Judges"
          options={NUMBERS.map((number) => ({ value: number, label: number }))}
          value={String(judges)}
          onChoose={(chosen) => setJudges(Number(chosen))}
        />
        <Choice w="14rem" label="Paper" options={PAPER_OPTIONS} value={paper} onChoose={setPaper} />
      </Group>
      <PrintedSheets
        paper={paper}
        sheets={Array.from({ length: judges }, (_, index) => ({
          key: `judge ${index + 1}`,
          pages,
          filled: { ...filled, judgeNumber: `Judge ${index + 1}` },
          code: { sheet: sheet.id, version: sheet.version, schoolId, roundId, judge: index + 1 },
        }))}
      />
    </>
  );
}
