import { Text } from '@mantine/core';
import { Icon } from '#web/art/icons.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { DropZone } from './drop-zone.tsx';

interface FileChoiceProps {
  disabled: boolean;
  /** The types of files. */
  accept: string;
  /** Beside the button until a file is chosen. */
  hint: string;
  /** The name of the file that was chosen. */
  current: string | null;
  onFile: (file: File) => void;
}

/** Takes one file: chosen or dropped. */
export function FileChoice({ disabled, accept, hint, current, onFile }: FileChoiceProps) {
  const take = ([file]: File[]): void => {
    if (file) onFile(file);
  };
  return (
    <DropZone disabled={disabled} onFiles={take}>
      <ChooseFiles
        variant="default"
        label={current === null ? 'Choose a file' : 'Choose another file'}
        leftSection={<Icon name="upload" />}
        {...{ accept, disabled }}
        onFiles={take}
      />
      <Text flex="1 1 16rem" c="dimmed">
        {current ?? hint}
      </Text>
    </DropZone>
  );
}
