// Open links to students' cards: who made each, when it was last opened, when it ends by itself, and how to end it now.
import type { StudentLink } from '#contract/student-links.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { dayOf, momentOf } from '#web/format.ts';
import { calls } from '#web/server/calls.ts';
import { useSchool } from '#web/state/school.ts';

interface StudentLinkListProps {
  links: readonly StudentLink[];
  /** The names of the students, where the links are of several. */
  names?: ReadonlyMap<string, string>;
}

export function StudentLinkList({ links, names }: StudentLinkListProps) {
  return (
    <ul className="entries" aria-label="Open links">
      {links.map((link) => (
        <Link key={link.id} link={link} name={names?.get(link.studentId)} />
      ))}
    </ul>
  );
}

function Link({ link, name }: { link: StudentLink; name: string | undefined }) {
  const { schoolId } = useSchool();
  const card = name === undefined ? link.season : `${name}, ${link.season}`;
  const action = `End the link to ${card}, created on ${momentOf(link.createdAt)}`;
  return (
    <li>
      <div>
        <strong>{card}</strong>
        <span className="facts">
          Created by {link.madeBy ?? 'a former user'} on {dayOf(link.createdAt)}. Works until {dayOf(link.expiresAt)}.{' '}
          {link.lastOpenedAt === null ? 'Never opened.' : `Last opened ${momentOf(link.lastOpenedAt)}.`}
        </span>
      </div>
      <ConfirmedButton
        label="End"
        size="compact-sm"
        aria-label={action}
        title={`${action}?`}
        confirmLabel="End link"
        removesRow
        change={{
          send: () => calls.studentLinks.end({ schoolId, id: link.id }),
          done: 'Link ended',
          failed: 'Failed to end the link',
        }}
      >
        <p>Anyone who opens it will see that it has ended. You can create a new one.</p>
      </ConfirmedButton>
    </li>
  );
}
