import { Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Choice, OptionalChoice } from '#web/components/forms/choice.tsx';
import { ListedOption } from '#web/components/forms/listed-option.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { OtherEmailField } from '#web/components/forms/other-email-field.tsx';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { nothing, Part } from './part.tsx';

const ROLES = [
  { value: 'admin', label: 'Admin' },
  { value: 'viewer', label: 'Viewer' },
] as const;
const TEAMS = [
  { value: 'a', label: 'Team A' },
  { value: 'b', label: 'Team B' },
] as const;

export function Forms() {
  const [role, setRole] = useState<'admin' | 'viewer'>('viewer');
  const [team, setTeam] = useState<'a' | 'b' | null>(null);
  const [name, setName] = useState('Northfield Academy');
  const [typed, setTyped] = useState('');
  return (
    <>
      <Part name="Fields of the library" use="Text, several lines, on or off. Use them as they are.">
        <TextInput label="Name" defaultValue="O'Brien" error="A name is needed." />
        <Textarea label="Comment" rows={3} />
        <Switch label="Active" defaultChecked />
      </Part>
      <Part name="NameField" use="For a name, which can't be blank.">
        <NameField first={false} value={name} onChange={setName} />
      </Part>
      <Part name="OtherEmailField" use="For the email address of somebody else, which the browser doesn't fill in.">
        <OtherEmailField defaultValue="colleague@example.org" />
      </Part>
      <Part name="Choice" use="For one of a few.">
        <Choice label="Role" options={ROLES} value={role} onChoose={setRole} />
        <Choice label="Nothing chosen yet" placeholder="Choose" options={ROLES} value={null} onChoose={setRole} />
      </Part>
      <Part name="OptionalChoice" use="For one of a few, or none of them.">
        <OptionalChoice label="Team" none="Any team" options={TEAMS} value={team} onChoose={setTeam} />
      </Part>
      <Part name="SearchChoice" use="For one of very many, which the server searches.">
        <SearchChoice
          label="User"
          placeholder="Search for a user"
          options={ROLES}
          failure={undefined}
          outdated={false}
          chosen={null}
          onChoose={nothing}
          typed={typed}
          onType={setTyped}
          nothingFound="No users available"
          first={false}
        />
      </Part>
      <Part name="ListedOption" use="For a match below a search field. SearchChoice and the palette use it.">
        <div role="listbox" aria-label="Roles">
          <ListedOption id="listed-admin" isMarked onMark={nothing} onChoose={nothing}>
            Admin
          </ListedOption>
          <ListedOption id="listed-viewer" isMarked={false} isChosen onMark={nothing} onChoose={nothing}>
            Viewer
          </ListedOption>
        </div>
      </Part>
      <Part name="PasswordField" use="For a password, wherever one is asked for.">
        <PasswordField label="Password" autoComplete="current-password" required defaultValue="secret" />
      </Part>
      <Part
        name="PlainField, PlainButton"
        use="Only on the sign-in screen and the cookie banner, before the library has loaded."
      >
        <PlainField label="Email" />
        <PlainButton>Sign In</PlainButton>
        <PlainButton loading>Sign In</PlainButton>
        <PlainButton variant="default">Decline</PlainButton>
      </Part>
    </>
  );
}
