import { useState } from 'react';
import { ChooseFiles } from '#web/components/files/choose-files.tsx';
import { DropZone } from '#web/components/files/drop-zone.tsx';
import { FileChoice } from '#web/components/files/file-choice.tsx';
import { PreviewRows } from '#web/components/files/preview-rows.tsx';
import { nothing, Part } from './part.tsx';

export function Files() {
  const [name, setName] = useState<string | null>(null);
  return (
    <>
      <Part name="FileChoice" use="Takes one file.">
        <FileChoice
          disabled={false}
          accept=".csv"
          hint="or drop it here."
          current={name}
          onFile={(file) => setName(file.name)}
        />
        <FileChoice disabled accept=".csv" hint="While an import runs" current={null} onFile={nothing} />
      </Part>
      <Part
        name="ChooseFiles, DropZone"
        use="What the others are made of: a button that asks for files, and where they are dropped."
      >
        <DropZone disabled={false} onFiles={nothing}>
          <ChooseFiles label="Choose files" accept=".csv" multiple onFiles={nothing} />
        </DropZone>
      </Part>
      <Part name="PreviewRows" use="The rows of a file before it is imported.">
        <PreviewRows
          label="Rows of the file"
          columns={['Name', 'What happens']}
          rows={[
            { key: '1', state: 'new', cells: ['Ada Abbott', 'Added'] },
            { key: '2', state: 'refused', cells: ['Bob', 'Listed twice'] },
          ]}
        />
      </Part>
    </>
  );
}
