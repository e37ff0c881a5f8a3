// Many names at once: what was pasted is shown first, with what is wrong with each line; then they are added one after the other.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '#web/server/calls.ts';
import { isFinal, showError, showSuccess } from '#web/server/query-client.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import type { PastedName } from './pasted-names.ts';
import type { Team } from './roster-entry.ts';
import classes from './roster.module.css';

/** The id is the entry's own: sent again after a broken connection, it is added once. */
export type NameToAdd = PastedName & { id: string };

interface PasteNamesProps {
  /** "student". */
  what: string;
  names: readonly NameToAdd[];
  teams: readonly Team[];
  add: (entry: { id: string; name: string; teamId: string | null }) => Promise<unknown>;
  /** What is left of the names: those that were refused, each with the reason, and those that were not sent yet. */
  onLeft: (names: readonly NameToAdd[]) => void;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function PasteNames({ what, names, teams, add, onLeft }: PasteNamesProps) {
  const button = useRef<HTMLButtonElement>(null);
  useUnsaved(true);
  const good = names.filter(({ problem }) => problem === null);
  const adding = useMutation({
    mutationFn: async () => {
      const left = new Map(names.map((each) => [each.id, each]));
      for (const each of good) {
        const { id, name, teamId } = each;
        try {
          await add({ id, name, teamId });
          left.delete(id);
        } catch (error) {
          if (!isFinal(error)) {
            // Nothing is wrong with the names: what is left can be sent again.
            showError(`Failed to add ${counted(left.size, what)}: ${messageOf(error)}`);
            break;
          }
          left.set(id, { ...each, problem: messageOf(error) });
        }
      }
      return [...left.values()];
    },
    onSuccess: (left) => {
      const added = names.length - left.length;
      if (added > 0) showSuccess(`${counted(added, what)} added successfully`);
      onLeft(left);
    },
  });
  const isOver = good.length === 0;
  // A button that is busy or goes takes the focus with it.
  useEffect(() => {
    if (!adding.isPending) button.current?.focus();
  }, [adding.isPending]);
  return (
    <section className={classes.pasted} aria-label={`Pasted ${what}s`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by the keyboard. */}
      <ul tabIndex={0}>
        {names.map(({ id, name, teamId, problem }) => (
          <li key={id}>
            {name}{' '}
            {teamId !== null && (
              <span className={classes.team}>({teams.find((team) => team.id === teamId)?.name})</span>
            )}
            {problem !== null && <em className={classes.problem}>{problem}</em>}
          </li>
        ))}
      </ul>
      {!isOver && (
        <Button ref={button} loading={adding.isPending} onClick={() => adding.mutate()}>
          Add {counted(good.length, what)}
        </Button>
      )}
      <Button
        ref={isOver ? button : undefined}
        variant="default"
        disabled={adding.isPending}
        onClick={() => onLeft([])}
      >
        {isOver ? 'Close' : 'Cancel'}
      </Button>
    </section>
  );
}
