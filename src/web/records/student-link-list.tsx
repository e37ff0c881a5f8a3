// Open links to students' cards: who made each, when it was last opened, when it ends by itself, and how to end it now.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StudentLink } from '#contract/student-links.ts';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { dayOf, momentOf } from '#web/format.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import classes from './student-link-list.module.css';

interface StudentLinkListProps {
  links: readonly StudentLink[];
  /** The names of the students, where the links are of several. */
  names?: ReadonlyMap<string, string>;
}

export function StudentLinkList({ links, names }: StudentLinkListProps) {
  return (
    <ul className={classes.links} aria-label="Open links">
      {links.map((link) => (
        <Link key={link.id} link={link} name={names?.get(link.studentId)} />
      ))}
    </ul>
  );
}

function Link({ link, name }: { link: StudentLink; name: string | undefined }) {
  const { schoolId } = useSchool();
  const [isAsked, setAsked] = useState(false);
  const end = useChange({
    send: () => calls.studentLinks.end({ schoolId, id: link.id }),
    done: 'Link ended',
    failed: 'Failed to end the link',
  });
  const card = name === undefined ? link.season : `${name}, ${link.season}`;
  return (
    <li className={classes.link}>
      <div>
        <strong>{card}</strong>
        <span className={classes.facts}>
          Created by {link.madeBy ?? 'a former user'} on {dayOf(link.createdAt)}. Works until {dayOf(link.expiresAt)}.{' '}
          {link.lastOpenedAt === null ? 'Never opened.' : `Last opened ${momentOf(link.lastOpenedAt)}.`}
        </span>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`End the link to ${card}, created on ${momentOf(link.createdAt)}`}
        onClick={() => setAsked(true)}
      >
        End
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="End this link?"
          confirmLabel="End link"
          removesRow
          pending={end.isPending}
          onConfirm={() => end.send()}
          onCancel={() => setAsked(false)}
        >
          <p>Whoever opens it from now on reads that it has ended. You can create a new one.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
