import type { Problem } from '../../errors.ts';
import type { PlannedAssignment } from './drawing/assigning.ts';
import type { Purpose } from './purposes/purposes.ts';
import { readingTime, type ReadingTime } from './drawing/reading-time.ts';
import { kishEffect, type SampleDesign, sizeThatAnItemSees } from './drawing/sample-design.ts';
import { groupOf, type Candidate } from './drawing/sampling.ts';
import type { Unit } from '../units/unit.ts';

/** Preview of a study before it is created. */
export interface StudyPlan {
  /**
   * Units that can be drawn; `held` more are left out because one of the people is not blind on them, `setAside` because
   * their answer is known.
   */
  available: StratumCounts & { held: number; setAside: number };
  sampled: StratumCounts;
  queries: Share[];
  /** Sampled items to which a judge gave a label: how many in each query that has any, queries with those of two or more reports, and systems. */
  judged: { sizes: number[]; paired: number; systems: number };
  systems: Share[];
  categories: Share[];
  /** Reasons why the sample tells less than as many items drawn alike from queries of their own; null if nothing is drawn. */
  design: SampleDesign | null;
  /** Items of the sample, and what comes besides and does not count. */
  people: PersonShare[];
  /** Sampled reports that name their own system, most often first: people would know whose they are, unless it is masked. */
  named: { system: string; qid: string; times: number; introduces: number }[];
  /** Texts of the plan that annotators read, with the names of systems and judges in them. */
  naming: NamingText[];
  /** Names of people who were leads or viewers of the project before: they may have read verdicts. */
  readBefore: string[];
  /** Whether the run was paused or stopped on its way: a study keeps it from being resumed. */
  unfinished: boolean;
  /** Problems that prevent the study from being created. */
  problems: Problem[];
}

export interface NamingText {
  text: 'name' | 'guideline' | 'page' | 'known';
  names: string[];
}

interface PersonShare {
  userId: string;
  name: string;
  items: number;
  reports: number;
  training: number;
  /** Gold and attention. */
  gold: number;
  repeats: number;
  /** Time for all of it: each report is read once. */
  time: ReadingTime;
}

interface StratumCounts {
  units: number;
  allAgree: number;
  someDiffer: number;
  /** Among those on which judges agree: units on which every judge abstained. */
  unlabelled: number;
}

type Planned = Candidate & Pick<Unit, 'labelled'>;

export interface Share {
  name: string;
  available: number;
  sampled: number;
}

/** A plan in counts. */
export function described(made: {
  units: readonly Planned[];
  counts: { held: number; setAside: number };
  sample: readonly (Planned & { inclusionProbability: number })[];
  /** The sample and what does not count. */
  items: readonly { id: string; purpose: Purpose; reportId: string; beside: readonly string[] }[];
  /** Words of each report, by id. */
  words: ReadonlyMap<string, number>;
  assignments: readonly PlannedAssignment[];
  nominees: readonly { userId: string; name: string }[];
  problems: Problem[];
  named: StudyPlan['named'];
  naming: StudyPlan['naming'];
  readBefore: string[];
  unfinished: boolean;
}): StudyPlan {
  const {
    units,
    counts,
    sample,
    items,
    words,
    assignments,
    nominees,
    problems,
    named,
    naming,
    readBefore,
    unfinished
  } = made;
  const readBy = new Map(items.map(({ id, reportId, beside }) => [id, [reportId, ...beside]]));
  const wordsRead = (mine: readonly PlannedAssignment[]): number =>
    [...new Set(mine.flatMap((one) => one.items.flatMap((id) => readBy.get(id) ?? [])))].reduce(
      (sum, report) => sum + (words.get(report) ?? 0),
      0
    );
  const judged = [...Map.groupBy(sample.filter(({ labelled }) => labelled), ({ queryId }) => queryId).values()]; // prettier-ignore
  const purposeOf = new Map(items.map(({ id, purpose }) => [id, purpose]));
  return {
    available: { ...stratumCounts(units), ...counts },
    sampled: stratumCounts(sample),
    queries: shares(units, sample, (unit) => unit.queryId),
    judged: {
      sizes: judged.map(({ length }) => length),
      paired: judged.filter((of) => new Set(of.map(({ reportId }) => reportId)).size > 1).length,
      systems: new Set(judged.flat().map(({ systemId }) => systemId)).size
    },
    systems: shares(units, sample, (unit) => unit.systemId),
    categories: shares(units, sample, (unit) => groupOf(unit, 'category')),
    design:
      sample.length === 0
        ? null
        : {
            perQuery: sizeThatAnItemSees(sample.map(({ queryId }) => queryId)),
            weighting: kishEffect(sample.map(({ inclusionProbability }) => inclusionProbability))
          },
    people: nominees.map(({ userId, name }) => {
      const mine = assignments.filter((one) => one.person === userId);
      const has =
        (...wanted: Purpose[]) =>
        (id: string) =>
          wanted.includes(purposeOf.get(id)!);
      const count = (...wanted: Purpose[]) =>
        mine.reduce((sum, one) => sum + one.items.filter(has(...wanted)).length, 0);
      return {
        ...{ userId, name, items: count('sample') },
        reports: mine.filter((one) => one.items.some(has('sample'))).length,
        ...{ training: count('training'), gold: count('gold', 'attention'), repeats: count('repeat') },
        time: readingTime(
          wordsRead(mine),
          mine.reduce((sum, one) => sum + one.items.length, 0)
        )
      };
    }),
    named,
    naming,
    readBefore,
    unfinished,
    problems
  };
}

function stratumCounts(units: readonly Planned[]): StratumCounts {
  const someDiffer = units.filter((unit) => unit.stratum === 'some-differ').length;
  const unlabelled = units.filter((unit) => !unit.labelled).length;
  return { units: units.length, allAgree: units.length - someDiffer, someDiffer, unlabelled };
}

function shares(
  units: readonly Candidate[],
  items: readonly Candidate[],
  nameOf: (unit: Candidate) => string
): Share[] {
  const byName = new Map<string, Share>();
  for (const unit of units) {
    const share = byName.get(nameOf(unit)) ?? { name: nameOf(unit), available: 0, sampled: 0 };
    share.available++;
    byName.set(share.name, share);
  }
  for (const item of items) byName.get(nameOf(item))!.sampled++;
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}
