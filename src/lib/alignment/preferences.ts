import { share, type Figure } from './figure.ts';
import type { Named, Preference } from './ratings.ts';
import type { Units } from './units.ts';

/**
 * Whose reasoning people would rely on, said after they had read it. Persuasion, not agreement: no blind figure uses it.
 */
export interface PreferenceFigures {
  /** Preferences given; one person on one item is one. */
  n: number;
  clusters: number;
  judges: (Named & {
    /** Preferred alone. */
    sole: PreferenceShare;
    /** Preferred together with others. */
    joint: PreferenceShare;
  })[];
  /** All judges equally good. */
  tie: PreferenceShare;
  none: PreferenceShare;
}

export type PreferenceShare = Figure & {
  /** Preferences of this kind, and the items on which they were given. */
  count: number;
  chosen: string[];
};

export function preferenceFigures(units: Units): PreferenceFigures {
  const shareOf = (test: (preference: Preference) => boolean): PreferenceShare => {
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
    tie,
    none: shareOf(({ choice }) => choice === 'none')
  };
}
