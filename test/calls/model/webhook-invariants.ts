// What webhooks are told.
import { expect } from 'vitest';
import { isNedAsking, type Truth } from './truth.ts';
import type { World } from './world.ts';

/** What webhooks hear of, and the messages that were there. */
type Seen = { rounds: Map<string, string>; ballots: Set<string>; isNedAsking: boolean; messages: Set<string> };
const lastSeen = new WeakMap<World, Seen>();

/** The records that are new, gone, or different. */
const differing = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));

/** Each webhook that is on is told of each change, and of nothing else. Function write_webhook_events and its triggers. */
export async function webhooksAreTold(world: World, truth: Truth): Promise<void> {
  const messages = await world.database.owner
    .selectFrom('webhookDeliveries')
    .select(['id', 'webhookId', 'type', 'about'])
    .where('schoolId', '=', world.schoolId)
    .execute();
  const before = lastSeen.get(world);
  const rounds = [...truth.rounds.values()].map(
    ({ id, teamId, number, side, sharedWith, lineUp, witness, saves }): [string, string] => [
      id,
      JSON.stringify([
        teamId,
        number,
        side,
        sharedWith,
        witness ?? null,
        saves ?? 0,
        Object.entries(lineUp).map(String).toSorted(),
      ]),
    ],
  );
  const seen = {
    rounds: new Map(rounds),
    ballots: new Set(truth.ballots.keys()),
    isNedAsking: isNedAsking(truth),
    messages: new Set(messages.map(({ id }) => id)),
  };
  lastSeen.set(world, seen);
  if (before === undefined) return;
  const told = Map.groupBy(
    messages.filter(({ id }) => !before.messages.has(id)),
    ({ webhookId }) => webhookId,
  );
  const expected = [
    ...differing(before.rounds, seen.rounds).map((id) => `round.changed ${id}`),
    ...[...seen.ballots].filter((id) => !before.ballots.has(id)).map((id) => `ballot.kept ${id}`),
    ...(seen.isNedAsking && !before.isNedAsking ? ['access_request.created'] : []),
  ];
  for (const { id, isOn } of truth.webhooks) {
    const about = (told.get(id) ?? []).map((message) =>
      message.type === 'access_request.created' ? message.type : `${message.type} ${message.about}`,
    );
    // A step of several calls may tell of a record several times.
    expect([...new Set(about)].toSorted().join(', '), 'a webhook is told').toBe(
      isOn ? expected.toSorted().join(', ') : '',
    );
  }
  expect([...told.keys()].filter((id) => truth.webhooks.every((webhook) => webhook.id !== id))).toEqual([]);
}
