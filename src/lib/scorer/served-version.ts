/** A model version that a server said it served, with the calls that it answered. */
export interface ServedVersion {
  /** As the server named it; null if it named none. */
  version: string | null;
  /** Further names of the servers that answered (`Reply.backend`), each once. */
  backends: string[];
  /** Replies, and how many of them were taken from an earlier run. */
  calls: number;
  reused: number;
  /** Times in ms of the first and the last reply that was asked for; null if all were taken from earlier runs. */
  first: number | null;
  last: number | null;
}

/** A model of a judge, in one of its roles, with every version that it was served, the oldest first. */
export interface ServedModel {
  judgeId: string;
  /** The judge as it is written. */
  judge: string;
  /** Null for the judge itself. */
  role: string | null;
  /** The model that was asked, as its spec. */
  model: string;
  versions: ServedVersion[];
}

/** The versions of a model that its server named: more than one is a change. */
export const namedVersions = ({ versions }: Pick<ServedModel, 'versions'>): string[] =>
  versions.flatMap(({ version }) => version ?? []);

/** A model of a judge in two runs. */
interface ServedCompared {
  judge: string;
  role: string | null;
  model: string;
  /** Versions in either run; empty if the judge was not asked there. */
  a: ServedVersion[];
  b: ServedVersion[];
  /** Whether the servers named other versions; null if they named none in one of the two. */
  differs: boolean | null;
}

/** The models that judge in both of two runs, with the versions that they were served in each. */
export function compareServed(a: readonly ServedModel[], b: readonly ServedModel[]): ServedCompared[] {
  return a.flatMap(({ judge, role, model, versions }) => {
    const alike = b.filter((one) => one.judge === judge && one.role === role && one.model === model);
    if (alike.length === 0) return [];
    const other = joinVersions(alike.flatMap((one) => one.versions));
    const [mine, theirs] = [namedVersions({ versions }), namedVersions({ versions: other })];
    const same = mine.length === theirs.length && mine.every((one) => theirs.includes(one));
    return [
      {
        ...{ judge, role, model, a: versions, b: other },
        differs: mine.length === 0 || theirs.length === 0 ? null : !same
      }
    ];
  });
}

/** Versions of two accounts of the same model as one. */
export function joinVersions(versions: readonly ServedVersion[]): ServedVersion[] {
  const joined = new Map<string | null, ServedVersion>();
  for (const one of versions) {
    const had = joined.get(one.version);
    joined.set(
      one.version,
      had === undefined
        ? one
        : {
            version: one.version,
            backends: [...new Set([...had.backends, ...one.backends])],
            calls: had.calls + one.calls,
            reused: had.reused + one.reused,
            first: least(had.first, one.first),
            last: greatest(had.last, one.last)
          }
    );
  }
  return [...joined.values()].sort(
    (a, b) => (a.first ?? 0) - (b.first ?? 0) || (a.version ?? '').localeCompare(b.version ?? '')
  );
}

const least = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

const greatest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
