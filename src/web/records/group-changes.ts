// The changes of the history by day, and within a day by what belongs together.
import type { Change } from '#contract/history.ts';
import { isoDayOf } from '#web/format.ts';
import { comesInMany } from './change-words.ts';

/** Changes of one person that read as one sentence: of one record, or many of a kind that were made at once. At least one. */
export type Group = readonly [Change, ...Change[]];
export type Day = { day: string; groups: Group[] };

/** Changes of one act are stored one after the other, in less time than a person needs for two. */
const AT_ONCE_MS = 500;

const isOfSameRecord = (one: Change, other: Change): boolean =>
  one.recordId === other.recordId && one.parentId === other.parentId;

function belongsTo(group: Group, change: Change): boolean {
  const [first] = group;
  const last = group.at(-1)!;
  if (first.subject !== change.subject || first.action !== change.action) return false;
  if (first.by?.id !== change.by?.id || first.by?.program !== change.by?.program) return false;
  if (isOfSameRecord(first, last) && isOfSameRecord(first, change)) return true;
  const isMany = group.length === 1 || !isOfSameRecord(first, group[1]!);
  const atOnce = Math.abs(last.at.getTime() - change.at.getTime()) < AT_ONCE_MS;
  return isMany && atOnce && comesInMany(change.subject) && first.parentId === change.parentId;
}

/** In the order in which they are given: newest first. */
export function groupChanges(changes: readonly Change[]): Day[] {
  const days: { day: string; groups: [Change, ...Change[]][] }[] = [];
  for (const change of changes) {
    const day = isoDayOf(change.at);
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] });
    const { groups } = days.at(-1)!;
    const group = groups.at(-1);
    if (group && belongsTo(group, change)) group.push(change);
    else groups.push([change]);
  }
  return days;
}
