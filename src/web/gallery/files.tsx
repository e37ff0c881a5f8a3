import { useEffect, useState } from 'react';
import type { PhotoPoint } from '#ballot/extracted.ts';
import { ChooseFiles } from '#web/components/files/choose-files.tsx';
import { DropZone } from '#web/components/files/drop-zone.tsx';
import { FileChoice } from '#web/components/files/file-choice.tsx';
import { CutOut } from '#web/components/files/photo/cut-out.tsx';
import { PhotoViewer } from '#web/components/files/photo/photo-viewer.tsx';
import { usePhoto } from '#web/components/files/photo/photo.ts';
import { Upload } from '#web/components/files/photo/upload.tsx';
import { WhereToRead } from '#web/components/files/photo/where-to-read.tsx';
import { PreviewRows } from '#web/components/files/preview-rows.tsx';
import { nothing, Part } from './part.tsx';

const BOX: readonly PhotoPoint[] = [
  [100, 100],
  [300, 100],
  [300, 200],
  [100, 200],
];
const UPLOAD = { disabled: false, onPrepare: nothing, onFiles: nothing };

/** Any picture is a photo here. */
function useSamplePhoto() {
  const [file, setFile] = useState<File | null>(null);
  useEffect(() => {
    void fetch('/icon-512.png').then(async (answer) => setFile(new File([await answer.blob()], 'icon.png')));
  }, []);
  return usePhoto(file);
}

export function Files() {
  const photo = useSamplePhoto();
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
      <Part name="Upload, WhereToRead" use="Takes photos of ballots, and says where they are read.">
        <Upload {...UPLOAD} current={null} />
        <Upload {...UPLOAD} current="ballot.jpg" />
        <Upload {...UPLOAD} current={null} disabled />
        <WhereToRead />
      </Part>
      {photo && (
        <Part name="PhotoViewer, CutOut" use="A ballot's photo, and one cell of it turned upright.">
          <div style={{ height: '16rem' }}>
            <PhotoViewer photo={photo} box={BOX} upright={undefined} />
          </div>
          <CutOut photo={photo} box={BOX} label="One cell" />
        </Part>
      )}
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
