import { useState } from 'react';
import { TOKEN_DAYS } from '#contract/words.ts';
import { Choice, OptionalChoice } from '#web/components/forms/choice.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { CurrentPasswordField } from '#web/forms/password-form.tsx';
import { SmallForm } from '#web/forms/small-form.tsx';
import { calls } from '#web/server/calls.ts';
import { showSuccess } from '#web/server/query-client.ts';
import { useMyAssignments } from '#web/state/current-school.ts';

const ACCESS = [
  { value: 'read', label: 'Read only' },
  { value: 'write', label: 'Read and write' },
] as const;
const DAYS = TOKEN_DAYS.map((days) => ({ value: days, label: days === '365' ? 'A year' : `${days} days` }));
const MISSED = 'The access token couldn’t be shown. End it and create another one.';

export type Made = { name: string; token: string; expiresAt: Date };

export function NewAccessToken({ onMade }: { onMade: (made: Made) => void }) {
  const { data: assignments = [] } = useMyAssignments();
  const [school, setSchool] = useState<string | null>(null);
  const [access, setAccess] = useState<(typeof ACCESS)[number]['value']>('read');
  const [days, setDays] = useState<(typeof TOKEN_DAYS)[number]>('90');
  const schools = assignments.map(({ schoolId, school: { name } }) => ({ value: schoolId, label: name }));
  return (
    <SmallForm
      action="Create access token"
      failed="Failed to create the access token"
      send={async (typed) => {
        const name = typed('name');
        const made = await calls.session.makeAccessToken({
          currentPassword: typed('current'),
          name,
          schoolId: school,
          canWrite: access === 'write',
          days,
        });
        return { name, ...made };
      }}
      onDone={onMade}
      onMissed={() => showSuccess(MISSED)}
    >
      <PlainField
        ref={takesFocus}
        name="name"
        label="Name"
        description="What it is for, such as “Season sheet”."
        maxLength={200}
        autoComplete="off"
        required
      />
      <OptionalChoice label="For" none="All your schools" options={schools} value={school} onChoose={setSchool} />
      <Choice label="What it can do" options={ACCESS} value={access} onChoose={setAccess} />
      <Choice label="Expires after" options={DAYS} value={days} onChoose={setDays} />
      <CurrentPasswordField label="Your password, to create it" />
    </SmallForm>
  );
}
