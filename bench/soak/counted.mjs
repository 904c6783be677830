/** How many there were in all, and of each kind: "5 (200: 3, 404: 2)". */
export function counted(counts) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const each = Object.entries(counts).map(([kind, count]) => `${kind}: ${count}`);
  return each.length > 0 ? `${all} (${each.join(', ')})` : `${all}`;
}
