// Links to this student's card for people without an account. For the school's staff.
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Student } from '#contract/rosters.ts';
import { DEFAULT_LINK_DAYS, LINK_DAYS, type LinkDays } from '#contract/words.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { momentOf } from '#web/format.ts';
import { useBook, useStudentLinks } from '#web/records/queries.ts';
import { StudentLinkList } from '#web/records/student-link-list.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { endsWithOne, useShownOnce } from '#web/server/use-shown-once.ts';
import { useSchool } from '#web/state/school.ts';

interface ShareCardProps {
  student: Student;
  season: string;
  onClose: () => void;
}

export function ShareCard({ student, season, onClose }: ShareCardProps) {
  const { may } = useSchool();
  const book = useBook();
  const links = useStudentLinks();
  return (
    <Modal title={`Share ${student.name}’s card`} onClose={onClose} size="lg">
      <Loaded what="the links" of={{ book, links }}>
        {(loaded) =>
          loaded.book?.sharesCards ? (
            <Links
              student={student}
              season={season}
              // Newest last, so that no other link moves under the pointer.
              links={loaded.links.filter(({ studentId }) => studentId === student.id).toReversed()}
            />
          ) : (
            <p>
              Links to student cards are turned off at your school.{' '}
              {may('update', 'seasonBook') ? (
                <>
                  You can turn them on under “Season book” on the{' '}
                  <TextLink to="/school" underline="always">
                    School page
                  </TextLink>
                  .
                </>
              ) : (
                'A Primary Admin can turn them on under “Season book” on the School page.'
              )}
            </p>
          )
        }
      </Loaded>
    </Modal>
  );
}

const DAYS = LINK_DAYS.map((days) => ({ value: days, label: `${days} days` }));

interface LinksProps extends Omit<ShareCardProps, 'onClose'> {
  links: Parameters<typeof StudentLinkList>[0]['links'];
}

function Links({ student, season, links }: LinksProps) {
  const { schoolId } = useSchool();
  const [days, setDays] = useState<LinkDays>(DEFAULT_LINK_DAYS);
  const [made, show] = useShownOnce<{ token: string; expiresAt: Date }, { expiresAt: Date }[]>(
    useStudentLinks(),
    endsWithOne,
  );
  const make = useChange({
    send: () => calls.studentLinks.make({ schoolId, studentId: student.id, season, days }),
    done: 'Link created',
    failed: 'Failed to create the link',
    onDone: show,
  });
  return (
    <>
      <p>
        Everybody who has the link sees this card of {season} without signing in: the figures and the rounds, without
        judges’ comments.
      </p>
      <Group align="flex-end" gap="sm" mb="md">
        <Choice label="Works for" options={DAYS} value={days} onChoose={setDays} ref={takesFocus} data-autofocus />
        <Button loading={make.isPending} onClick={() => make.send()}>
          Create link
        </Button>
      </Group>
      {made && (
        <LinkField
          label={`Link to ${student.name}’s card`}
          // The token is in the fragment, which browsers don't send, so no server log contains it.
          link={`${location.origin}/student-card#${made.token}`}
          description={`It works until ${momentOf(made.expiresAt)}, and is shown only now.`}
        />
      )}
      {links.length > 0 && <StudentLinkList links={links} />}
    </>
  );
}
