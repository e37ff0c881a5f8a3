/** "Also deleted: 12 assignments, 3 teams, 41 students." */
export function deletionImpact(counts: readonly (readonly [count: number, one: string, many?: string])[]): string {
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many = `${one}s`]) => `${count.toLocaleString()} ${count === 1 ? one : many}`);
  return parts.length === 0 ? 'Nothing else will be deleted.' : `Also deleted: ${parts.join(', ')}.`;
}
