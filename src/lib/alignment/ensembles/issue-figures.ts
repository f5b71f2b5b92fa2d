import { scoreOf } from '../../scorer/protocols/penalties.ts';
import type { PenaltyTable } from '../../scorer/metric.ts';
import { clusterRetrieval, type Retrieved } from '../../stats/index.ts';
import { ensembleName, ensembleScore, type JudgeEnsemble, type Rule } from './ensembles.ts';
import { proportionFigure, share, type Confidence, type Figure } from '../units/figure.ts';
import { kappaOfScores } from '../units/coefficients.ts';
import { missedIssues, type MissedIssues } from './issues-missed.ts';
import type { IssueFacts } from '../units/ratings.ts';
import type { Units, Values } from '../units/units.ts';

/** How an ensemble makes one list of issues of its judges' lists: `any` is their union, `all` what they have in common. */
type ListRule = Rule | 'weighted';

/** Quality of an ensemble's list of issues. All shares are weighted back to the run by 1 / inclusion probability. */
export interface IssueCandidate {
  judgeIds: readonly string[];
  rule: ListRule;
  name: string;
  /** Of the issues that it reports, the share that people find valid. */
  precision: Figure;
  /** Share of the valid issues reported by any judge that it reports. */
  recall: Figure;
  f1: Figure;
  /** Of the issues that people list themselves and find valid, the share that it reports; null if no annotator has searched. */
  probed: Figure | null;
  /** Score of a report by its list, beside the score by its valid issues, if all issues of the report were judged. */
  score: {
    /** κ with quadratic weights. */
    kappa: Figure;
    /** Mean difference without sign, as a share of the 100 points. */
    difference: Figure;
  };
}

/** Figures of a study's issues as lists, beside the agreement on each of them. */
export interface IssueFigures {
  /** Issues judged, and those among them that people find valid; on a tie half of one. */
  judged: number;
  valid: number;
  /** Reports of which all merged issues were judged, and reports with an issue in the study. */
  reports: { complete: number; all: number };
  /** Valid issues that people listed themselves, before any judge's were shown. */
  probed: number;
  candidates: IssueCandidate[];
  missed: MissedIssues[];
}

/**
 * Precision, recall, F1 and agreement on the score for each ensemble's list of issues, and an estimate of what all miss.
 *
 * An ensemble that averages reports an issue as far as its judges do (½ if one of two does); its score is the mean of its
 * judges' scores, as on the leaderboard. A weighted vote adds up what each judge's word is worth on the other queries (see
 * `weightedVotes`): it is for comparison and no candidate for adoption, because its weights come from these labels.
 */
export function issueFigures(
  units: Units,
  facts: IssueFacts,
  ensembles: readonly JudgeEnsemble[],
  confidence: Confidence = {}
): IssueFigures {
  const nameOf = (id: string): string => units.judges.find((judge) => judge.id === id)!.name;
  const lists = listsOf(units, facts);
  const complete = completeReports(units, facts);
  const probed = new Set(facts.probed);
  const candidate = (judgeIds: readonly string[], rule: ListRule, found: Values): IssueCandidate => {
    const own = judgeIds.map((id) => lists.get(id)!);
    const scores = complete.map(({ report, units: of }) => ({ report, ...scoresIn(of, own, rule, found) }));
    return {
      judgeIds,
      rule,
      name: ensembleName({ judgeIds, rule: rule as Rule }, nameOf),
      ...retrieval(units, found, confidence, () => true),
      probed:
        probed.size === 0 ? null : retrieval(units, found, confidence, (unit) => probed.has(units.ids[unit]!)).recall,
      score: scoreAgreement(units, scores, facts.penalties, confidence)
    };
  };
  const bySet = Map.groupBy(ensembles, ({ judgeIds }) => judgeIds.join(' '));
  return {
    judged: units.reference.filter((value) => value !== null).length,
    valid: sum(units.reference),
    reports: { complete: complete.length, all: new Set(units.reports).size },
    probed: units.ids.filter((id, unit) => probed.has(id) && (units.reference[unit] ?? 0) > 0.5).length,
    candidates: [...bySet.values()].flatMap((ofSet) => {
      const { judgeIds } = ofSet[0]!;
      const own = judgeIds.map((id) => lists.get(id)!);
      return [
        ...ofSet.map(({ rule }) => candidate(judgeIds, rule, foundBy(rule, own))),
        ...(judgeIds.length > 1 ? [candidate(judgeIds, 'weighted', weightedVotes(units, own))] : [])
      ];
    }),
    missed: missedIssues(units, lists, nameOf, confidence.confidence)
  };
}

const sum = (values: Values): number => values.reduce<number>((all, value) => all + (value ?? 0), 0);

/** Whether each judge lists each unit: 1, 0, null if its list is not known. A list counts as far as it goes. */
function listsOf(units: Units, facts: IssueFacts): Map<string, Values> {
  const listed = units.ids.map((id) => new Set(facts.listedBy[id] ?? []));
  return new Map(
    units.judges.map(({ id, answers }) => [
      id,
      answers.map((answer, unit) => (answer === 'unscored' ? null : Number(listed[unit]!.has(id))))
    ])
  );
}

const foundBy = (rule: Rule, lists: readonly Values[]): Values =>
  lists[0]!.map((_, unit) => {
    const score = ensembleScore(
      rule,
      lists.map((list) => list[unit] ?? 'unscored')
    );
    return rule === 'majority' && score === 0.5 ? 0 : score;
  });

function retrieval(
  units: Units,
  found: Values,
  { confidence = 0.95 }: Confidence,
  among: (unit: number) => boolean
): Pick<IssueCandidate, 'precision' | 'recall' | 'f1'> {
  const seen = units.ids.flatMap((_, unit): (Retrieved & { unit: number })[] =>
    among(unit) && found[unit] !== null && units.reference[unit] !== null
      ? [{ unit, found: found[unit]!, there: units.reference[unit]!, weight: units.weights[unit]! }]
      : []
  );
  const result = clusterRetrieval(
    seen,
    seen.map(({ unit }) => units.cluster[unit]!),
    { confidence }
  );
  const figure = (of: keyof typeof result, counts: (one: Retrieved) => boolean): Figure =>
    proportionFigure(units, result[of], seen.filter(counts));
  return {
    precision: figure('precision', ({ found: listed }) => listed! > 0),
    recall: figure('recall', ({ there }) => there! > 0),
    f1: figure('f1', ({ found: listed, there }) => listed! + there! > 0)
  };
}

interface WholeReport {
  report: string;
  units: number[];
}

/** Reports of which people have judged every reported issue. */
function completeReports(units: Units, { merged }: IssueFacts): WholeReport[] {
  const judged = units.ids.flatMap((_, unit) => (units.reference[unit] === null ? [] : [unit]));
  return [...Map.groupBy(judged, (unit) => units.reports[unit]!)].flatMap(([report, own]) =>
    own.length === merged[report] ? [{ report, units: own }] : []
  );
}

interface Counted {
  /** Units of the report, and how many issues each of the lists has that the score is the mean of; null if one is not known. */
  of: readonly number[];
  counts: readonly number[] | null;
}

const scoresIn = (of: readonly number[], own: readonly Values[], rule: ListRule, found: Values): Counted => {
  const lists = rule === 'average' ? own : [found];
  const known = lists.every((list) => of.every((unit) => list[unit] !== null));
  return { of, counts: known ? lists.map((list) => of.filter((unit) => list[unit]! > 0.5).length) : null };
};

/** The table's score of a number of issues that may lie between two whole ones. */
const tableScore = (table: PenaltyTable, count: number): number =>
  (scoreOf(table, Math.floor(count)) + scoreOf(table, Math.ceil(count))) / 2;

function scoreAgreement(
  units: Units,
  reports: readonly Counted[],
  penalties: PenaltyTable,
  confidence: Confidence
): IssueCandidate['score'] {
  const pairs = reports.flatMap(({ of, counts }) => {
    if (counts === null) return [];
    const valid = of.reduce((all, unit) => all + units.reference[unit]!, 0);
    const scores = counts.map((count) => tableScore(penalties, count));
    return [
      {
        unit: of[0]!,
        a: scores.reduce((all, score) => all + score, 0) / scores.length,
        b: tableScore(penalties, valid)
      }
    ];
  });
  return {
    kappa: kappaOfScores(units, pairs, confidence),
    difference: share(
      units,
      pairs.map(({ unit, a, b }) => ({ unit, value: Math.abs(a - b) / 100 })),
      false,
      confidence.confidence
    )
  };
}

/**
 * A vote of judges on each issue in which each judge's word weighs what it is worth: the log-likelihood ratio of its listing, or
 * not listing, an issue that people find valid. Every query's issues are weighed by the labels of the other queries, so no label
 * decides on itself. Half an issue is added to each count, so that a judge without an error does not decide alone.
 *
 * @param lists of the judges: whether each lists each unit
 * @returns 1 if a judge lists it and a valid issue is likelier than not, else 0; null if a judge's list is not known
 * Source: Nitzan and Paroush 1982 (weights of independent voters); Dawid and Skene 1979.
 */
function weightedVotes(units: Units, lists: readonly Values[]): Values {
  const decided = units.ids.flatMap((_, unit) => (units.truth[unit] === null ? [] : [unit]));
  return units.ids.map((_, unit) => {
    if (lists.some((list) => list[unit] === null)) return null;
    if (lists.every((list) => list[unit] === 0)) return 0;
    const others = decided.filter((other) => units.cluster[other] !== units.cluster[unit]);
    const valid = others.filter((other) => units.truth[other] === 1);
    const not = others.filter((other) => units.truth[other] !== 1);
    const evidence = lists.reduce(
      (total, list) => total + Math.log(chance(list, list[unit]!, valid) / chance(list, list[unit]!, not)),
      Math.log((valid.length + 0.5) / (not.length + 0.5))
    );
    return Number(evidence > 0);
  });
}

const chance = (list: Values, said: number, among: readonly number[]): number => {
  const known = among.filter((unit) => list[unit] !== null);
  return (known.filter((unit) => list[unit] === said).length + 0.5) / (known.length + 1);
};
