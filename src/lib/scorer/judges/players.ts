/** Anything with models in roles: a judge, its facts or its configuration. */
interface Played<One> {
  players?: { own: One; roles: Readonly<Record<string, readonly One[]>> };
}

/** Models in a role of a judge, in the order in which they were named; a role without named models falls to the judge's own model. */
export const playersOf = <One extends Played<One>>(judge: One, role?: string): readonly One[] => {
  const { players } = judge;
  if (!players) return [judge];
  const { own, roles } = players;
  return role !== undefined && Object.hasOwn(roles, role) ? roles[role]! : [own];
};

/** Every model of a judge once: its own first, then those of its roles. */
export const allPlayers = <One extends Played<One> & { fingerprint: string }>(judge: One): One[] => {
  const { players } = judge;
  if (!players) return [judge];
  const all = [players.own, ...Object.values(players.roles).flat()];
  return [...new Map(all.map((one) => [one.fingerprint, one])).values()];
};
