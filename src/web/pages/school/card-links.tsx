// Whether the school's staff may make links to students' cards, and the links that are open. For the Primary Admin.
import { Box, Switch } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Disclosure } from '#web/components/ui/disclosure.tsx';
import { counted } from '#web/format.ts';
import { useStudentLinks, useStudents } from '#web/records/queries.ts';
import { StudentLinkList } from '#web/records/student-link-list.tsx';
import { Loaded } from '#web/server/loaded.tsx';
import { useSeasonBookChange } from './use-season-book-change.ts';

export function CardLinks({ isOn }: { isOn: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const links = useStudentLinks({ enabled: isOn });
  const students = useStudents({ enabled: isOn });
  const change = useSeasonBookChange(() => setAsked(false));
  const open = isOn ? (links.data ?? []) : [];
  const names = new Map(students.data?.map(({ id, name }) => [id, name]));
  return (
    <Box mt="lg">
      <Switch
        label="Links to student cards"
        checked={isOn}
        onChange={(event) => {
          const sharesCards = event.currentTarget.checked;
          // Nobody can tell how many links end until they are loaded.
          if (sharesCards || (links.data?.length === 0 && !links.isFetching)) change.send({ sharesCards });
          else setAsked(true);
        }}
      />
      <p>
        {isOn
          ? 'Primary Admins and Admins can create links on a student’s page. A link shows that student’s figures of one season, without judges’ comments, to everybody who has it, until it expires.'
          : 'Nobody can see a student’s figures without signing in.'}
      </p>
      {isOn && (
        <Loaded what="the links" of={{ links }} skeleton={null}>
          {() =>
            open.length > 0 && (
              <Disclosure summary={`Show ${counted(open.length, 'open link')}`}>
                <StudentLinkList links={open} names={names} />
              </Disclosure>
            )
          }
        </Loaded>
      )}
      {isAsked && (
        <ConfirmDialog
          title="Turn off links to student cards?"
          confirmLabel="Turn off"
          pending={change.isPending}
          onConfirm={() => change.send({ sharesCards: false })}
          onCancel={() => setAsked(false)}
        >
          <p>
            {open.length === 0
              ? 'All links stop'
              : `${counted(open.length, 'link')} ${open.length === 1 ? 'stops' : 'stop'}`}{' '}
            working at once. Turning this on again doesn’t bring {open.length === 1 ? 'it' : 'them'} back.
          </p>
        </ConfirmDialog>
      )}
    </Box>
  );
}
