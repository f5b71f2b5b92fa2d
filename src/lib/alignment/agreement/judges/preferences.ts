import { share, type Figure } from '../../units/figure.ts';
import { subsetsUpTo } from '../../ensembles/ensembles.ts';
import type { NamedRater, JudgePreference } from '../../units/ratings.ts';
import type { Units } from '../../units/units.ts';

/** Judges on whose reasoning people would rely, chosen after reading it. Persuasion, not agreement: no blind figure uses it. */
export interface PreferenceFigures {
  /** Preferences given; one person on one item is one. */
  n: number;
  clusters: number;
  judges: (NamedRater & {
    /** Preferred alone. */
    sole: PreferenceShare;
    /** Preferred together with others. */
    joint: PreferenceShare;
  })[];
  /** For each set of judges, smaller ones first: how often some judge of it was preferred. */
  ensembles: UnionShare[];
  /** All judges equally good. */
  tie: PreferenceShare;
  none: PreferenceShare;
}

/** How often at least one judge of a set was preferred (the "either" of LiveResearchBench, arXiv 2510.14240, appendix C). */
interface UnionShare {
  judgeIds: readonly string[];
  name: string;
  /** A judge of the set was preferred, alone or together with others. */
  union: PreferenceShare;
  /** The same, or all judges were preferred equally. */
  unionOrTie: PreferenceShare;
}

type PreferenceShare = Figure & {
  /** Preferences of this kind, and the items on which they were given. */
  count: number;
  chosen: string[];
};

/** Beyond so many sets only single judges and pairs are listed: five judges have 31. */
const MOST_SETS = 31;

export function preferenceFigures(units: Units): PreferenceFigures {
  const shareOf = (test: (preference: JudgePreference) => boolean): PreferenceShare => {
    const observations = units.preferences.map((given) => ({ unit: given.unit, value: test(given) ? 1 : 0 }));
    const chosen = observations.filter(({ value }) => value === 1).map(({ unit }) => units.ids[unit]!);
    return { ...share(units, observations), count: chosen.length, chosen: [...new Set(chosen)] };
  };
  const tie = shareOf(({ choice }) => choice === 'tie');
  return {
    n: tie.n,
    clusters: tie.clusters,
    judges: units.judges.map(({ id, name }) => ({
      id,
      name,
      sole: shareOf((p) => p.choice === 'judges' && p.judgeIds.length === 1 && p.judgeIds[0] === id),
      joint: shareOf((p) => p.choice === 'judges' && p.judgeIds.length > 1 && p.judgeIds.includes(id))
    })),
    ensembles: (2 ** units.judges.length - 1 > MOST_SETS
      ? subsetsUpTo(units.judges, 2)
      : subsetsUpTo(units.judges, units.judges.length)
    ).map((judges): UnionShare => {
      const ids = judges.map(({ id }) => id);
      const preferred = (p: JudgePreference): boolean =>
        p.choice === 'judges' && p.judgeIds.some((id) => ids.includes(id));
      return {
        judgeIds: ids,
        name: judges.map(({ name }) => name).join(' or '),
        union: shareOf(preferred),
        unionOrTie: shareOf((p) => preferred(p) || p.choice === 'tie')
      };
    }),
    tie,
    none: shareOf(({ choice }) => choice === 'none')
  };
}
