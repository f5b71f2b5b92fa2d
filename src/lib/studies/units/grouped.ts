/** Values by their keys, keys in order of first appearance. */
export const groupByKey = <T>(entries: readonly (readonly [string, T])[]): Map<string, T[]> =>
  new Map([...Map.groupBy(entries, ([key]) => key)].map(([key, group]) => [key, group.map(([, value]) => value)]));
