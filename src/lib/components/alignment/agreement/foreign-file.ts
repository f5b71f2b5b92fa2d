interface Count {
  reason: string;
  name: string;
  count: number;
}

/** What is not taken, by reason, in the order given. */
export const groupsNotTaken = (notTaken: readonly Count[]): { reason: string; counts: Count[] }[] =>
  [...Map.groupBy(notTaken, ({ reason }) => reason)].map(([reason, counts]) => ({ reason, counts }));
