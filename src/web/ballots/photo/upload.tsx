import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Icon } from '#web/art/icons.tsx';
import { ChooseFiles } from '#web/components/files/choose-files.tsx';
import { DropZone } from '#web/components/files/drop-zone.tsx';
import { IMAGE_EXTENSIONS } from '#ballot/photo-file.ts';

interface UploadProps {
  disabled: boolean;
  /** What the scores on the screen are from. With it the upload is one line. */
  current: string | null;
  /** Takes several photos at once. */
  multiple?: boolean;
  label?: string;
  /** What can be uploaded. */
  hint?: string;
  /** The person is about to choose a photo. */
  onPrepare: () => void;
  onFiles: (files: File[]) => void;
}

/** Takes photos: chosen, dropped, or taken with a phone's camera. */
export function Upload({
  disabled,
  current,
  multiple = false,
  label = 'Upload ballot image',
  hint,
  onPrepare,
  onFiles,
}: UploadProps) {
  const hasCamera = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  // A desktop filters files by extension; a phone offers its camera for media types, and turns HEIC photos into JPEGs by itself.
  const all = hasCamera ? IMAGE_EXTENSIONS : [...IMAGE_EXTENSIONS, 'heic', 'heif'];
  const accept = ['image/png', 'image/jpeg', ...all.map((extension) => `.${extension}`)].join(',');
  const choosing = { accept, disabled, onPrepare, onFiles };
  if (current !== null)
    return (
      <DropZone {...choosing} folded>
        <Text flex={1} size="sm" fw={600} truncate title={current}>
          {current}
        </Text>
        {/* One line has room for one button: a phone offers its camera there too. */}
        <ChooseFiles {...choosing} {...{ label, multiple }} variant="default" leftSection={<Icon name="upload" />} />
      </DropZone>
    );
  return (
    <DropZone {...choosing}>
      <ChooseFiles {...choosing} {...{ label, multiple }} leftSection={<Icon name="upload" />} />
      {hasCamera && (
        <ChooseFiles {...choosing} capture="environment" label="Take a photo" leftSection={<Icon name="camera" />} />
      )}
      <Text size="sm" c="dimmed">
        {hasCamera || `or drop ${multiple ? 'them' : 'it'} here. `}
        {hint ?? `png, jpg${hasCamera ? ' or jpeg' : ', jpeg or heic'}, up to 20 MB`}
      </Text>
    </DropZone>
  );
}
