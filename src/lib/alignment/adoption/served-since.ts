import { sayingsOf, type Saying } from '../../messages/sayings.ts';
import { joinVersions, type ServedModel, type ServedVersion } from '../../scorer/served-version.ts';

const says = sayingsOf('adoptionChanges');

/** A model of an adopted judge that was served another version than those that the adoption rests on. */
export interface ServedChange {
  judgeId: string;
  judge: string;
  role: string | null;
  model: string;
  /** The versions that the adoption rests on, with all of their calls. */
  before: ServedVersion[];
  /** The others that were served since. */
  after: ServedVersion[];
}

type WhichModel = Pick<ServedModel, 'judgeId' | 'role' | 'model'>;

const isSame = (a: WhichModel, b: WhichModel): boolean =>
  a.judgeId === b.judgeId && a.role === b.role && a.model === b.model;

/**
 * Models of adopted judges that were served another version since. A version that was served only before the adopted ones is no
 * change; neither is a reply that names no version.
 *
 * @param adopted the versions when it was decided: those of the run that the decision rests on
 * @param confirmed the versions that were confirmed later, one list for each confirmation
 * @param now the versions of all runs of the project
 */
export function servedSince(
  adopted: readonly ServedModel[],
  confirmed: readonly (readonly ServedModel[])[],
  now: readonly ServedModel[]
): ServedChange[] {
  return adopted.flatMap((then) => {
    const { judgeId, judge, role, model } = then;
    const served = joinVersions(now.filter((one) => isSame(one, then)).flatMap(({ versions }) => versions));
    const named = served.filter(({ version }) => version !== null);
    const held = new Set(
      [then, ...confirmed.flat().filter((one) => isSame(one, then))].flatMap(({ versions }) =>
        versions.flatMap(({ version }) => version ?? [])
      )
    );
    // A server that named no version at the time: the first one that it named is what it is compared with.
    if (held.size === 0 && named[0]?.version) held.add(named[0].version);
    const isHeld = ({ version }: ServedVersion): boolean => version !== null && held.has(version);
    const since = lastOf(then.versions) ?? firstOf(named.filter(isHeld));
    const after = named.filter((one) => !isHeld(one) && one.last !== null && (since === null || one.last > since));
    return after.length === 0 ? [] : [{ judgeId, judge, role, model, before: named.filter(isHeld), after }];
  });
}

const lastOf = (versions: readonly ServedVersion[]): number | null => {
  const times = versions.flatMap(({ last }) => last ?? []);
  return times.length === 0 ? null : Math.max(...times);
};

const firstOf = (versions: readonly ServedVersion[]): number | null => {
  const times = versions.flatMap(({ first }) => first ?? []);
  return times.length === 0 ? null : Math.min(...times);
};

/** Names both sides of a change with their calls: `412 calls by A until 3 Nov 2026 and 37 calls by B since 5 Nov 2026`. */
export function servedChangeSaid({ judge, role, model, before, after }: ServedChange): Saying {
  const versions = [
    ...before.map((one) => callsSaid(one, 'callsUntil', one.last)),
    ...after.map((one) => callsSaid(one, 'callsSince', one.first))
  ];
  return role === null ? says('served', { judge, versions }) : says('servedAs', { model, role, judge, versions });
}

const callsSaid = (one: ServedVersion, key: 'callsUntil' | 'callsSince', day: number | null): Saying => {
  const calls = { n: asked(one), version: one.version ?? '–' };
  return day === null ? says('calls', calls) : says(key, { ...calls, day: { day } });
};

/** Calls that were sent; of a version that was only taken over from earlier runs, those that it answers. */
const asked = ({ calls, reused }: ServedVersion): number => (calls > reused ? calls - reused : calls);

/** Which versions a change names, so that a confirmation is of what was read. */
export const versionsSeen = (changes: readonly ServedChange[]): string =>
  JSON.stringify(
    changes
      .flatMap(({ judgeId, role, model, after }) => after.map(({ version }) => [judgeId, role, model, version]))
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  );
