// Many names at once: a preview shows each line with its problem, then the names are added one after the other.
import { Box, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Choice } from '#web/components/forms/choice.tsx';
import { counted } from '#web/format.ts';
import { newId } from '#web/forms/use-add.ts';
import { isOfNoSession, isRefusal, messageOf } from '#web/server/calls.ts';
import { showError } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { isFocusLost } from '#web/state/lost-focus.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import type { PastedName } from './pasted-names.ts';
import type { Team } from './roster-entry.ts';

/** The id belongs to the entry: sent again after a broken connection, it is still added only once. */
export type NameToAdd = PastedName & { id: string };
type NewEntry = { id: string; name: string; teamId: string | null };

const UNKNOWN_TEAM_OPTIONS = [
  { value: 'create', label: 'Create this team' },
  { value: 'none', label: 'Leave the team empty' },
  { value: 'name', label: 'Keep it in the name' },
] as const;
type Decision = (typeof UNKNOWN_TEAM_OPTIONS)[number]['value'];

interface PasteNamesProps {
  /** "student" */
  what: string;
  names: readonly NameToAdd[];
  teams: readonly Team[];
  add: (entry: NewEntry) => Promise<unknown>;
  addTeam: (team: Team) => Promise<unknown>;
  /** Called with the names that remain: refused ones with the reason, and ones that were not sent. */
  onLeft: (names: readonly NameToAdd[]) => void;
}

export function PasteNames({ what, names, teams, add, addTeam, onLeft }: PasteNamesProps) {
  useUnsaved(true);
  const [decisions, setDecisions] = useState<Record<string, Decision>>({});
  const valid = names.filter(({ problem }) => problem === null);
  const unknownTeams = [...new Set(valid.flatMap(({ unknownTeam }) => unknownTeam?.team ?? []))];
  const isDecided = unknownTeams.every((team) => team in decisions);

  const adding = useChange({
    send: async () => {
      const left = new Map(names.map((each) => [each.id, each]));
      try {
        const created = await addTeams(unknownTeams.filter((team) => decisions[team] === 'create'));
        for (const each of valid) {
          const entry = settle(each, decisions, created);
          try {
            await add(entry);
            left.delete(each.id);
          } catch (error) {
            // Without a refusal of the name itself, it can be sent again: by then, the person has signed in, or the server answers.
            if (!isRefusal(error) || isOfNoSession(error)) throw error;
            left.set(each.id, { ...entry, unknownTeam: null, problem: messageOf(error) });
          }
        }
      } catch (error) {
        if (!isOfNoSession(error)) showError(`Failed to add ${counted(left.size, what)}: ${messageOf(error)}`);
      }
      return [...left.values()];
    },
    done: (left) =>
      left.length < names.length ? `${counted(names.length - left.length, what)} added successfully` : undefined,
    onDone: onLeft,
    onMissed: (left) => {
      const refused = left.filter(({ id, problem }) => problem !== null && valid.some((sent) => sent.id === id));
      if (refused.length > 0) showError(`Failed to add ${counted(refused.length, what)}: ${refused[0]!.problem}`);
    },
  });

  /** Ids by name. The ids stay the same when the list is sent again. */
  const [teamIds] = useState(() => new Map<string, string>());
  const addTeams = async (toCreate: readonly string[]) => {
    for (const name of toCreate) {
      const id = teamIds.get(name) ?? newId();
      teamIds.set(name, id);
      await addTeam({ id, name });
    }
    return teamIds;
  };

  // A loading or removed button loses the focus.
  const section = useRef<HTMLDivElement>(null);
  const isOver = valid.length === 0;
  useEffect(() => {
    const first = isOver ? 'button:not(:disabled)' : 'select, button:not(:disabled)';
    if (!adding.isPending && isFocusLost()) section.current?.querySelector<HTMLElement>(first)?.focus();
  }, [adding.isPending, isOver]);
  const cancel = () => adding.isPending || onLeft([]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus is inside.
    <Group
      component="section"
      ref={section}
      align="stretch"
      gap="xs"
      flex={1}
      py="0.25rem"
      aria-label={`Pasted ${what}s`}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
    >
      {unknownTeams.map((team) => (
        <Group key={team} flex="1 0 100%" gap="xs">
          <span>There is no team “{team}”.</span>
          <Choice
            aria-label={`What to do about “${team}”`}
            placeholder="Choose what to do"
            options={UNKNOWN_TEAM_OPTIONS}
            value={decisions[team] ?? null}
            onChoose={(decision) => setDecisions((before) => ({ ...before, [team]: decision }))}
          />
        </Group>
      ))}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrollable list must be reachable by keyboard. */}
      <Box component="ul" flex="1 0 100%" mah="40vh" className="bullets scrolls" tabIndex={0}>
        {names.map(({ id, name, teamId, unknownTeam, problem }) => {
          const team = unknownTeam?.team ?? teams.find((each) => each.id === teamId)?.name;
          return (
            <li key={id}>
              {name} {team !== undefined && <span>({team})</span>}
              {problem !== null && (
                <Text component="em" c="red" fz="sm" ml="0.375rem">
                  {problem}
                </Text>
              )}
            </li>
          );
        })}
      </Box>
      {!isOver && (
        <Button loading={adding.isPending} disabled={!isDecided} onClick={() => adding.send()}>
          Add {counted(valid.length, what)}
        </Button>
      )}
      <Button variant="default" disabled={adding.isPending} onClick={cancel}>
        {isOver ? 'Close' : 'Cancel'}
      </Button>
    </Group>
  );
}

function settle(
  { id, name, teamId, unknownTeam }: NameToAdd,
  decisions: Readonly<Record<string, Decision>>,
  created: ReadonlyMap<string, string>,
): NewEntry {
  if (unknownTeam === null) return { id, name, teamId };
  const decision = decisions[unknownTeam.team];
  return {
    id,
    name: decision === 'name' ? unknownTeam.wholeName : name,
    teamId: decision === 'create' ? (created.get(unknownTeam.team) ?? null) : null,
  };
}
