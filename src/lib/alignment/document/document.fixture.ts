import { seededRandom } from '../../stats/index.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { defaultAnalysisPlan } from '../preregistration/analysis-plan.ts';
import { plainFacts, worldOf } from '../procedure/procedure.fixture.ts';
import { adoptionProcedure } from '../procedure/procedure.ts';
import type { StudyRatings } from '../units/ratings.ts';
import { compareProtocols } from '../protocols/protocols-compared.ts';
import { alignment } from '../report/report.ts';
import type { DocumentSource } from './source.ts';

/** A name that would run, break or mislead in each of the formats that a report is written in. */
export const evilName = '<script>alert(1)</script> & =cmd() | 50 % $x_1$ \\input{a} [b](https://c.example/)';

/** The same ratings with scores for yes and no, of which each rater misses some by a step. */
export function scored(
  ratings: StudyRatings,
  scale: LabelScale,
  labels: readonly string[],
  seed: number
): StudyRatings {
  const draw = seededRandom(seed);
  const labelOf = (label: string): string => {
    const near = label === 'yes' ? labels.length - 1 : 1;
    return labels[Math.max(0, near - draw.below(2))]!;
  };
  return {
    ...ratings,
    scale,
    items: ratings.items.map((item) => ({
      ...item,
      humans: item.humans.map((human) => ({ ...human, label: labelOf(human.label) })),
      judges: item.judges.map((judge) => ({ ...judge, label: judge.label === null ? null : labelOf(judge.label) }))
    }))
  };
}

const protocols = compareProtocols(
  Array.from({ length: 12 }, (_, i) => ({
    qid: `q${i % 4}`,
    system: `S${i % 3}`,
    units: 5,
    people: 40 + 5 * i,
    chosen: 42 + 5 * i,
    direct: 60 + 2 * (i % 5)
  }))
);

/** A whole report of a made-up study, with its procedure, one preregistration and one decision against the recommendation. */
export function sourceOf(ratings: StudyRatings): DocumentSource {
  const [first, ...others] = ratings.judges;
  const named = { ...ratings, judges: [{ ...first!, name: evilName }, ...others] };
  const analysisPlan = defaultAnalysisPlan(named.judges.map(({ id }) => id));
  return {
    header: {
      project: evilName,
      study: { number: 2, name: 'Blind round 2', metric: 'coverage' },
      run: { number: 3, name: 'Pilot' },
      prompt: { name: 'coverage', version: '1.2', hash: 'abc123' },
      judges: named.judges.map(({ id, name }) => ({ judgeId: id, spec: name, fingerprint: `print-of-${id}` })),
      selfJudging: [{ judge: evilName, systems: [evilName], unknown: ['s2'] }]
    },
    report: alignment(named, { resamples: 50 }),
    procedure: adoptionProcedure(named, analysisPlan, plainFacts(named), { resamples: 100, seed: 1 }),
    preregistrations: [
      { revision: 1, analysisPlan, reason: '', labels: 0, opened: false, by: 'Ines', at: Date.UTC(2026, 4, 2) }
    ],
    embargoLift: { by: 'Ines', at: Date.UTC(2026, 4, 20, 8, 5), labels: 40 },
    decisions: [
      {
        outcome: 'reject',
        ensemble: null,
        recommended: { outcome: 'adopt', against: true },
        acknowledged: null,
        reason: evilName,
        decidedByName: 'Ines',
        decidedAt: Date.UTC(2026, 4, 21)
      }
    ],
    protocols: {
      title: 'Coverage',
      judges: [
        { judge: evilName, compared: protocols },
        { judge: 'J1', compared: null }
      ]
    },
    hash: 'f00d'
  };
}

const world = worldOf({ seed: 3, queries: 22, perQuery: 5, people: 2, right: 0.93, judges: [0.9, 0.85, 0.8] });

/** Reports of the same study judged with yes and no, with A, tie and B, with categories, with steps from 1 to 4, and with scores from 0 to 10. */
export const sources = {
  binary: sourceOf(world),
  preference: sourceOf(scored(world, { level: 'preference', labels: ['A', 'tie', 'B'] }, ['B', 'tie', 'A'], 4)),
  nominal: sourceOf(
    scored(world, { level: 'nominal', labels: ['met', 'partly', 'unmet', 'absent'] }, ['unmet', 'partly', 'met'], 7)
  ),
  ordinal: sourceOf(scored(world, { level: 'ordinal', labels: ['1', '2', '3', '4'] }, ['1', '2', '3', '4'], 5)),
  interval: sourceOf(scored(world, { level: 'interval', low: 0, high: 10 }, ['0', '2.5', '5', '10'], 6))
};
