// Several photos of ballots at once: read one after another, checked, assigned to their rounds, and kept.
import { Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { Upload } from '#web/ballots/photo/upload.tsx';
import { WhereToRead } from '#web/ballots/photo/where-to-read.tsx';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { roundText, useSeasonRounds } from '#web/records/season-rounds.ts';
import { prepareToRecognize } from '#web/server/recognize.ts';
import { useMyAssignments } from '#web/state/current-school.ts';
import { failureOf } from '#web/server/loaded.tsx';
import { useRemembered } from '#web/state/remembered.ts';
import { useSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { toRound } from '../address.ts';
import { CheckPhoto } from './check-photo.tsx';
import { PhotoList } from './photo-list.tsx';
import { proposedRounds } from './suggest-round.ts';
import { addPhotos, MAX_PHOTOS, photosFrom } from './queue.ts';

export default function SeasonPhotosPage() {
  const { schoolId } = useSchool();
  const { open, round } = useSearch({ from: '/layout/room/season/photos' });
  const [stored] = useRemembered('ballotPhotos');
  const photos = useMemo(() => photosFrom(stored).filter((photo) => photo.schoolId === schoolId), [stored, schoolId]);
  const loading = useSeasonRounds();
  const rounds = loading.data;
  const failure = failureOf([loading]);
  const navigate = useNavigate();
  const proposed = useMemo(() => proposedRounds(photos, rounds ?? []), [photos, rounds]);
  const chosen = rounds?.find((each) => each.round.id === round);
  const search = chosen ? { round: chosen.round.id } : {};
  const opened = photos.find(({ id, read }) => id === open && read !== null);
  if (opened?.read && rounds) {
    const others = photos.filter(({ id, read }) => id !== opened.id && read !== null);
    return (
      <CheckPhoto
        key={opened.id}
        photo={opened}
        read={opened.read}
        rounds={rounds}
        proposed={proposed.get(opened.id) ?? null}
        onKept={() =>
          void navigate({
            to: '/season/photos',
            search: { ...search, ...(others[0] && { open: others[0].id }) },
            replace: true,
          })
        }
      />
    );
  }
  return (
    <Page
      title="Ballots from photos"
      intro={`Choose up to ${MAX_PHOTOS} photos. After each is read, check it beside its picture and save it with its round.`}
    >
      <Stack gap="md">
        {chosen && (
          <p>
            Photos you choose now are for{' '}
            <TextLink {...toRound(chosen.round.id)} underline="always">
              {roundText(chosen)}
            </TextLink>
            .
          </p>
        )}
        <UploadPhotos roundId={chosen?.round.id ?? null} count={photos.length} />
        {failure && <LoadFailed what="rounds" {...failure} />}
        {open !== undefined && rounds === undefined && !failure && <Skeleton height="12rem" />}
        <PhotoList photos={photos} rounds={rounds ?? []} proposed={proposed} search={search} />
        <Text c="dimmed" size="sm" maw="44rem">
          This process is AI-assisted. Photos are read and not stored: each stays in this tab until its ballot is saved
          or removed. What you have checked stays in this browser, without the picture, until you save it, remove it or
          sign out.
        </Text>
      </Stack>
    </Page>
  );
}

function UploadPhotos({ roundId, count }: { roundId: string | null; count: number }) {
  const { schoolId } = useSchool();
  const { me } = useSession();
  const mine = useMyAssignments();
  const [leftOut, setLeftOut] = useState(0);
  const isPremium = mine.data?.find((assignment) => assignment.schoolId === schoolId)?.school.isPremium;
  if (isPremium === false && !me?.isSuperAdmin) {
    return (
      <div>
        <ButtonLink to="/402" leftSection={<Icon name="upload" />}>
          Upload ballot images
        </ButtonLink>
        <Text c="dimmed" size="sm" maw="44rem" mt="xs">
          Reading photos requires premium status. Typing ballots does not.
        </Text>
      </div>
    );
  }
  return (
    <>
      <Upload
        multiple
        label="Upload ballot images"
        hint={`png, jpg, jpeg or heic, up to 20 MB each, ${MAX_PHOTOS} at a time`}
        disabled={isPremium === undefined || count >= MAX_PHOTOS}
        current={null}
        onPrepare={() => prepareToRecognize(schoolId)}
        onFiles={(files) => setLeftOut(addPhotos(schoolId, roundId, files))}
      />
      <WhereToRead />
      {leftOut > 0 && (
        <Text role="alert" c="red">
          The list holds {MAX_PHOTOS} photos. {leftOut === 1 ? '1 photo was' : `${leftOut} photos were`} left out.
        </Text>
      )}
    </>
  );
}
