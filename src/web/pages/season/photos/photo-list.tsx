import { Box, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { doubtsOf, toCheckText } from '#ballot/doubts.ts';
import { isHeic } from '#ballot/photo-file.ts';
import { factsText } from '#web/format.ts';
import { Icon } from '#web/art/icons.tsx';
import { ProgressLine } from '#web/components/feedback/progress-line.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { roundText, type SeasonRound } from '#web/records/season-rounds.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { readablePhoto } from '#web/state/readable-photo.ts';
import { fileOf, readBoth, removePhoto, showsTwo, tryAgain, type QueuedPhoto } from './queue.ts';

interface PhotoListProps {
  photos: readonly QueuedPhoto[];
  rounds: readonly SeasonRound[];
  proposed: ReadonlyMap<string, string | null>;
  /** The address’s parameters, which stay while a photo is checked. */
  search: { round?: string };
}

/** The photos with what is known of each: its picture, judge and round, and how far it is. */
export function PhotoList({ photos, rounds, proposed, search }: PhotoListProps) {
  if (photos.length === 0) return null;
  const done = photos.filter((photo) => photo.state === 'read' || photo.state === 'failed' || isLost(photo)).length;
  return (
    <section className="card" aria-label="Photos">
      <ProgressLine label="Photos read" value={done} max={photos.length} text={`${done} of ${photos.length} done`} />
      <Box component="ol" mt="xs" className="ruled">
        {photos.map((photo) => (
          <Row
            key={photo.id}
            photo={photo}
            round={rounds.find(({ round }) => round.id === proposed.get(photo.id))}
            search={search}
          />
        ))}
      </Box>
    </section>
  );
}

/** The page was reloaded before the photo was read. */
const isLost = ({ id, read }: QueuedPhoto): boolean => read === null && fileOf(id) === null;

function stateText(photo: QueuedPhoto): string {
  const { state, note, read } = photo;
  if (read) {
    const { scores, checked } = read.draft;
    return (
      toCheckText(doubtsOf(read.sheet, { scores, checked, fields: read.extracted.fields }).size) ?? 'Ready to save'
    );
  }
  if (state === 'failed') return note ?? 'This photo could not be read.';
  if (isLost(photo)) return 'The picture is no longer in this tab. Choose the photo again.';
  if (state === 'reading') return 'Reading …';
  return note === null ? 'Waiting' : `${note} Trying again soon.`;
}

interface RowProps extends Pick<PhotoListProps, 'search'> {
  photo: QueuedPhoto;
  round: SeasonRound | undefined;
}

function Row({ photo, round, search }: RowProps) {
  const { id, name, state, read } = photo;
  const judge = read?.draft.facts.judge.trim() ?? '';
  const hasFailed = state === 'failed' || isLost(photo);
  const facts = factsText(judge, round && roundText(round));
  return (
    <Group component="li" gap="0.25rem 1rem" mih="3.5rem" py="0.5rem">
      {/* A HEIC photo is opened when its turn comes: twenty at once would wait for each other. */}
      <Thumbnail file={state === 'waiting' && isHeic(photo) ? null : fileOf(id)} />
      <Stack gap={0} flex="1 1 14rem" miw={0}>
        <strong>{name}</strong>
        {facts !== '' && <span>{facts}</span>}
        <Box component="output" className="quiet" {...(hasFailed && { c: 'var(--mantine-color-red-text)' })}>
          {hasFailed && <Icon name="alert" size={14} />} {stateText(photo)}
        </Box>
      </Stack>
      <Group gap="xs" className="thumbs">
        {read && (
          <ButtonLink to="/season/photos" search={{ ...search, open: id }} size="xs" aria-label={`Check ${name}`}>
            Check
          </ButtonLink>
        )}
        {showsTwo(photo) && (
          <Button size="xs" aria-label={`Read both: ${name}`} onClick={() => readBoth(id)}>
            Read both
          </Button>
        )}
        {state === 'failed' && fileOf(id) !== null && !showsTwo(photo) && (
          <Button variant="default" size="xs" aria-label={`Try again: ${name}`} onClick={() => tryAgain(id)}>
            Try again
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${name}`}
          onClick={() => showSuccess(`${name} was removed.`, removePhoto(id))}
        >
          Remove
        </Button>
      </Group>
    </Group>
  );
}

/** The photo, small: file names of a phone say nothing. */
function Thumbnail({ file }: { file: File | null }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!file || !image.current) return undefined;
    const shown = image.current;
    let url: string | undefined;
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const readable = await readablePhoto(file).catch(() => null);
      if (!isCurrent || !(readable instanceof File)) return;
      url = URL.createObjectURL(readable);
      shown.src = url;
    };
    void show();
    return () => {
      isCurrent = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    file && (
      <Box
        component="img"
        ref={image}
        flex="none"
        w="2.75rem"
        h="3.5rem"
        bd="1px solid var(--courtside-line)"
        bdrs="sm"
        style={{ objectFit: 'cover' }}
        alt=""
        decoding="async"
        loading="lazy"
      />
    )
  );
}
