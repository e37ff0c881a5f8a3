// Sends many changes in parts, so that progress is real. A part whose answer was lost can be sent again without doing anything twice.
import { MAX_CHANGES, MAX_CHANGES_LENGTH, type ListName } from '#contract/list-files.ts';
import { calls, messageOf, shownSession } from '#web/server/calls.ts';

/** `change` is a change as the contract defines it, and `was` holds the values it replaces. An invitation has neither key nor version. */
export type Wanted = {
  label: string;
  list: ListName | 'assignments' | 'invitations';
  change: object;
  was?: object | undefined;
};
type Made = { wanted: Wanted; version: number | null; invitationId?: string };
export type Refused = { label: string; why: string };
type InvitationLink = { email: string; token: string };

export type Result = {
  made: readonly Made[];
  refused: readonly Refused[];
  /** Links of invitations that were not sent by email. */
  links: readonly InvitationLink[];
  /** Changes that weren't sent because the server couldn't be reached, and why. */
  left: readonly Wanted[];
  failure: string | null;
};
export const NOTHING: Result = { made: [], refused: [], links: [], left: [], failure: null };
type Answer = Pick<Result, 'made' | 'refused' | 'links'>;

/** What was made and refused before, and what is new. */
export const joined = (before: Result, more: Answer & Partial<Result>): Result => ({
  ...before,
  ...more,
  made: [...before.made, ...more.made],
  refused: [...before.refused, ...more.refused],
  links: [...before.links, ...more.links],
});

type Where = { schoolId?: string };

async function invite(rows: readonly Wanted[]): Promise<Answer> {
  const invitations = rows.map(({ change }) => change as { email: string });
  const { links, mailed, unsent } = await calls.invitations.inviteMany({ invitations: invitations as never });
  const byEmail = new Map(links.map((link) => [link.email, link]));
  const isInvited = ({ change }: Wanted) => byEmail.has((change as { email: string }).email);
  return {
    made: rows.filter(isInvited).map((wanted) => {
      const { id } = byEmail.get((wanted.change as { email: string }).email)!;
      return { wanted, version: null, invitationId: id };
    }),
    refused: rows
      .filter((row) => !isInvited(row))
      .map(({ label }) => ({ label, why: 'An account with this address already exists.' })),
    links: mailed ? links.filter(({ email }) => unsent.some((each) => each.email === email)) : links,
  };
}

async function send(rows: readonly Wanted[], where: Where): Promise<Answer> {
  const list = rows[0]!.list;
  if (list === 'invitations') return invite(rows);
  // One signature for all lists: the contract checks what each is sent.
  const changeMany = calls[list].changeMany as typeof calls.teams.changeMany;
  const changes = rows.map(({ change }) => change as never);
  const outcomes = await changeMany({ ...where, changes } as never);
  const made: Made[] = [];
  const refused: Refused[] = [];
  for (const [index, wanted] of rows.entries()) {
    const { version, refused: why } = outcomes[index]!;
    if (why === null) made.push({ wanted, version });
    else refused.push({ label: wanted.label, why });
  }
  return { made, refused, links: [] };
}

/**
 * A deletion keeps a copy, so it takes the database as long as twenty other changes, and a call that takes too long changes nothing. An
 * invitation is an email, and a call waits ten seconds for the mail server.
 */
const isSlow = ({ list, change }: Wanted): boolean => list === 'invitations' || 'remove' in change;
const MAX_SLOW = MAX_CHANGES / 10;

/** The first rows that one call can take. */
function nextPart(rows: readonly Wanted[]): readonly Wanted[] {
  let length = 0;
  const most = rows.slice(0, MAX_CHANGES).some(isSlow) ? MAX_SLOW : MAX_CHANGES;
  const end = rows.findIndex(({ list, change }, index) => {
    length += new TextEncoder().encode(JSON.stringify(change)).length;
    return list !== rows[0]?.list || index === most || (index > 0 && length > MAX_CHANGES_LENGTH);
  });
  return end < 0 ? rows : rows.slice(0, end);
}

/** @param onProgress how many rows were answered */
export async function makeChanges(
  wanted: readonly Wanted[],
  where: Where = {},
  onProgress: (done: number) => void = () => {},
): Promise<Result> {
  let left = [...Map.groupBy(wanted, ({ list }) => list).values()].flat();
  let result = NOTHING;
  const person = shownSession.userId;
  // The rest would be made as somebody else, who has signed in meanwhile.
  const isOfAnother = () => (shownSession.userId ?? person) !== person;
  while (left.length > 0 && !isOfAnother()) {
    const part = nextPart(left);
    try {
      result = joined(result, await send(part, where));
    } catch (error) {
      return { ...result, left, failure: messageOf(error) };
    }
    left = left.slice(part.length);
    onProgress(wanted.length - left.length);
  }
  return { ...result, left };
}

/** The change that undoes another one, if nobody changes the record in between. */
function undoOf({ wanted: { change, was, ...rest }, version }: Made): Wanted {
  const { add, changed: _, ...key } = change as { add?: object; changed?: object };
  return { ...rest, change: add ? { ...key, version, remove: true } : { ...key, version, changed: was } };
}

/** Undoes the changes that were made, except to records that somebody has changed since. */
export async function undoChanges(
  { made }: Pick<Result, 'made'>,
  where: Where = {},
  onProgress?: (done: number) => void,
): Promise<Result> {
  const invited = made.flatMap(({ wanted: { label }, invitationId: id }) => (id === undefined ? [] : { label, id }));
  const refused: Refused[] = [];
  for (let from = 0; from < invited.length; from += MAX_CHANGES) {
    const part = invited.slice(from, from + MAX_CHANGES);
    const revoked = new Set(await calls.invitations.revokeMany({ ids: part.map(({ id }) => id) }));
    const kept = part.filter(({ id }) => !revoked.has(id));
    refused.push(...kept.map(({ label }) => ({ label, why: 'The invitation was accepted, revoked or replaced.' })));
  }
  const others = made.filter(({ invitationId }) => invitationId === undefined);
  const undone = await makeChanges(others.map(undoOf).toReversed(), where, onProgress);
  return { ...undone, refused: [...refused, ...undone.refused] };
}
