/** Values by their keys, keys in order of first appearance. */
export const grouped = <T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> =>
  new Map([...Map.groupBy(entries, ([key]) => key)].map(([key, group]) => [key, group.map(([, value]) => value)]));
