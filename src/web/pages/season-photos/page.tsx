// Several photos of ballots at once: read one after another, checked, assigned to their rounds, and kept.
import { Button, Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { toCheckText } from '#ballot/doubts.ts';
import { IMAGE_EXTENSIONS } from '#ballot/photo-file.ts';
import { Icon } from '#web/art/icons.tsx';
import { Upload } from '#web/components/ballot-photo/upload.tsx';
import { WhereToRead } from '#web/components/ballot-photo/where-to-read.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { LoadFailed } from '#web/components/load-failed.tsx';
import { Page } from '#web/components/page.tsx';
import { doubtsOfDraft } from '#web/records/ballot-draft.ts';
import { useSeasonRounds } from '#web/records/season-rounds.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { useMyAssignments } from '#web/state/current-school.ts';
import { InSchool } from '#web/records/in-school.tsx';
import { useRemembered } from '#web/state/remembered.ts';
import { useSession } from '#web/state/session.ts';
import { CheckPhoto } from './check-photo.tsx';
import classes from './page.module.css';
import {
  addPhotos,
  fileOf,
  MAX_PHOTOS,
  photosFrom,
  readBoth,
  removePhoto,
  showsTwo,
  tryAgain,
  type QueuedPhoto,
} from './queue.ts';

const TITLE = 'Ballots from photos';

export function SeasonPhotosPage() {
  return <InSchool title={TITLE}>{(schoolId) => <Photos key={schoolId} schoolId={schoolId} />}</InSchool>;
}

function Photos({ schoolId }: { schoolId: string }) {
  const { open } = useSearch({ from: '/layout/season/photos' });
  const [stored] = useRemembered('ballotPhotos');
  const photos = useMemo(() => photosFrom(stored).filter((photo) => photo.schoolId === schoolId), [stored, schoolId]);
  const { rounds, failure } = useSeasonRounds(schoolId);
  const navigate = useNavigate();
  const opened = photos.find(({ id, read }) => id === open && read !== null);
  if (opened?.read && rounds) {
    const others = photos.filter(({ id, read }) => id !== opened.id && read !== null);
    return (
      <CheckPhoto
        key={opened.id}
        schoolId={schoolId}
        photo={opened}
        read={opened.read}
        rounds={rounds}
        onKept={() =>
          void navigate({ to: '/season/photos', search: others[0] ? { open: others[0].id } : {}, replace: true })
        }
      />
    );
  }
  return (
    <Page
      title={TITLE}
      intro={`Choose up to ${MAX_PHOTOS} photos. Each is read, you check it beside its picture, and keep it with its round.`}
    >
      <div className={classes.page}>
        <UploadPhotos schoolId={schoolId} count={photos.length} />
        {failure && <LoadFailed what="rounds" {...failure} />}
        {open !== undefined && rounds === undefined && !failure && <Skeleton height="12rem" />}
        <PhotoList photos={photos} />
        <p className={classes.note}>
          This process is AI-assisted. Photos are read and not stored: each stays in this tab until its ballot is kept
          or removed. What you have checked stays in this browser, without the picture, until you keep it, remove it or
          sign out.
        </p>
      </div>
    </Page>
  );
}

function UploadPhotos({ schoolId, count }: { schoolId: string; count: number }) {
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
        <p className={classes.note}>Reading photos requires premium status. Typing ballots does not.</p>
      </div>
    );
  }
  return (
    <>
      <Upload
        extensions={IMAGE_EXTENSIONS}
        multiple
        label="Upload ballot images"
        hint={`png, jpg or jpeg, up to 20 MB each, ${MAX_PHOTOS} at a time`}
        disabled={isPremium === undefined || count >= MAX_PHOTOS}
        current={null}
        schoolId={schoolId}
        onFiles={(files) => setLeftOut(addPhotos(schoolId, files))}
      />
      <WhereToRead />
      {leftOut > 0 && (
        <p role="alert" className={classes.problem}>
          The list holds {MAX_PHOTOS} photos. {leftOut === 1 ? '1 photo was' : `${leftOut} photos were`} left out.
        </p>
      )}
    </>
  );
}

function PhotoList({ photos }: { photos: readonly QueuedPhoto[] }) {
  if (photos.length === 0) return null;
  const done = photos.filter((photo) => photo.state === 'read' || photo.state === 'failed' || isLost(photo)).length;
  return (
    <section className={classes.card} aria-label="Photos">
      <div className={classes.progress}>
        <progress max={photos.length} value={done} aria-label="Photos that are read" />
        <output>
          {done} of {photos.length} done
        </output>
      </div>
      <ol className={classes.list}>
        {photos.map((photo) => (
          <Row key={photo.id} photo={photo} />
        ))}
      </ol>
    </section>
  );
}

/** The page was reloaded before the photo was read. */
const isLost = ({ id, read }: QueuedPhoto): boolean => read === null && fileOf(id) === null;

function stateText(photo: QueuedPhoto): string {
  const { state, note, read } = photo;
  if (read) return toCheckText(doubtsOfDraft(read.draft, read.extracted.fields, null).size) ?? 'Ready to keep';
  if (state === 'failed') return note ?? 'This photo could not be read.';
  if (isLost(photo)) return 'The picture is no longer in this tab. Choose the photo again.';
  if (state === 'reading') return 'Reading …';
  return note === null ? 'Waiting' : `${note} Trying again soon.`;
}

function Row({ photo }: { photo: QueuedPhoto }) {
  const { id, name, state, read } = photo;
  return (
    <li className={classes.row} data-failed={state === 'failed' || isLost(photo) || undefined}>
      <div className={classes.what}>
        <strong>{name}</strong>
        <output>
          {(state === 'failed' || isLost(photo)) && <Icon name="alert" size={14} />} {stateText(photo)}
        </output>
      </div>
      <div className={classes.buttons}>
        {read && (
          <ButtonLink to="/season/photos" search={{ open: id }} size="xs" aria-label={`Check ${name}`}>
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
      </div>
    </li>
  );
}
