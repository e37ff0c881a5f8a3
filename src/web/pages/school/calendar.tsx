// The school's calendar link, which shows its tournaments in people's own calendars. For the school's staff.
import { Button, Group } from '@mantine/core';
import { LinkField } from '#web/components/ui/link-field.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { longDayOf } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useShownOnce } from '#web/server/use-shown-once.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';

type Made = { token: string; createdAt: Date };

export function CalendarSection() {
  const { schoolId } = useSchool();
  const link = useLoad(api.calendarLinks.ofSchool, 'Failed to load the calendar link', { schoolId });
  const [shown, show] = useShownOnce<Made, { createdAt: Date } | null>(
    link,
    (data, made) => data?.createdAt.getTime() === made.createdAt.getTime(),
  );
  const making = {
    send: () => calls.calendarLinks.make({ schoolId }),
    ...sentences('Calendar link', 'created', 'create'),
    onDone: (made: Made) => show(made),
  };
  const make = useChange(making);
  const stops = <p>Calendars that use the current link stop showing new and changed tournaments.</p>;
  return (
    <Section mt="xl" id="calendar" title="Calendar">
      <p>
        A link shows this school’s tournaments in Google Calendar, Outlook, or Apple Calendar, with places, cases, and
        rounds. Everybody who has it can see them without signing in. Students are not in it.
      </p>
      {shown && (
        <LinkField
          label="Calendar link"
          link={`${location.origin}/calendar/${shown.token}.ics`}
          description="Add it to a calendar with “From URL” or “Subscribe”. It is shown only now."
        />
      )}
      <Loaded what="the calendar link" of={{ link }} skeleton={null}>
        {({ link: made }) =>
          made === null ? (
            <Button variant="default" loading={make.isPending} onClick={() => make.send()}>
              Create a calendar link
            </Button>
          ) : (
            <>
              <p>
                {made.madeBy ?? 'Somebody'} created the link on {longDayOf(made.createdAt)}.
              </p>
              <Group align="flex-end" gap="sm" mt="md">
                <ConfirmedButton
                  label="Replace link"
                  title="Replace the calendar link?"
                  confirmLabel="Replace calendar link"
                  change={making}
                >
                  {stops}
                </ConfirmedButton>
                <ConfirmedButton
                  label="End link"
                  title="End the calendar link?"
                  confirmLabel="End calendar link"
                  change={{
                    send: () => calls.calendarLinks.end({ schoolId }),
                    ...sentences('Calendar link', 'ended', 'end'),
                    heldBack: [api.calendarLinks.key()],
                  }}
                >
                  {stops}
                </ConfirmedButton>
              </Group>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
