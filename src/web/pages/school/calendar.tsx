// The school's calendar link, which shows its tournaments in people's own calendars. For the school's staff.
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import classes from './page.module.css';

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

export function CalendarSection() {
  const { schoolId } = useSchool();
  const link = useQuery(
    api.calendarLinks.ofSchool.queryOptions({
      input: { schoolId },
      meta: { failed: 'Failed to load the calendar link' },
    }),
  );
  const [token, setToken] = useState<string | null>(null);
  const [asked, setAsked] = useState<'replace' | 'end' | null>(null);
  const make = useChange({
    send: () => calls.calendarLinks.make({ schoolId }),
    ...sentences('Calendar link', 'created', 'create'),
    onDone: (made) => {
      setAsked(null);
      setToken(made.token);
    },
  });
  const end = useChange({
    send: () => calls.calendarLinks.end({ schoolId }),
    ...sentences('Calendar link', 'ended', 'end'),
    onDone: () => {
      setAsked(null);
      setToken(null);
    },
  });
  const failure = loadFailure(link);
  return (
    <section className={classes.section} aria-labelledby="calendar">
      <Title order={2} id="calendar">
        Calendar
      </Title>
      <p>
        A link shows this school’s tournaments in Google Calendar, Outlook, or Apple Calendar, with places, cases, and
        rounds. Everybody who has it can see them without signing in. Students are not in it.
      </p>
      {failure && <LoadFailed what="the calendar link" {...failure} />}
      {link.data === null && (
        <Button variant="default" loading={make.isPending} onClick={() => make.send()}>
          Create a calendar link
        </Button>
      )}
      {link.data && (
        <>
          {token !== null && (
            <LinkField
              label="Calendar link"
              link={`${location.origin}/calendar/${token}.ics`}
              description="Add it to a calendar with “From URL” or “Subscribe”. It is shown only now."
            />
          )}
          <p>
            {link.data.madeBy ?? 'Somebody'} created the link on {days.format(link.data.createdAt)}.
          </p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={() => setAsked('replace')}>
              Replace link
            </Button>
            <Button variant="default" onClick={() => setAsked('end')}>
              End link
            </Button>
          </div>
        </>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={asked === 'replace' ? 'Replace the calendar link?' : 'End the calendar link?'}
          confirmLabel={asked === 'replace' ? 'Replace calendar link' : 'End calendar link'}
          pending={make.isPending || end.isPending}
          onConfirm={() => (asked === 'replace' ? make.send() : end.send())}
          onCancel={() => setAsked(null)}
        >
          <p>Calendars that use the present link stop showing new and changed tournaments.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
