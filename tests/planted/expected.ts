import { accuracyOf, isAgainst, isRead, outcomesOf, type Pair, pagesByUrl, pairsOf, sourcesOf } from './citations.ts';
import { totalOf } from './depth.ts';
import type { Planted, PlantedPage, PlantedReport } from './truth.ts';
import type { PointwiseName, Witness } from './witness.ts';

/** Tables 3 and 5: 0 issues 100 points, ten less for every two begun; three rows end in 17 issues and below 10 none falls. */
export const tableScore = (issues: number): number => {
  if (issues === 0) return 100;
  if (issues <= 14) return 100 - 10 * Math.ceil(issues / 2);
  return issues <= 17 ? 20 : 10;
};

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of *yes* in per cent; null if there is no answer. */
const shareOfYes = (labels: readonly (string | null)[]): number | null =>
  mean(labels.flatMap((label) => (label === null ? [] : [label === 'yes' ? 100 : 0])));

export type Outcome = 'win' | 'loss' | 'tie';

/** A difference of one point or less is a tie. */
export const outcome = (lead: number): Outcome => (Math.abs(lead) <= 1 ? 'tie' : lead > 0 ? 'win' : 'loss');

/** Wins among decisive games in per cent; null without any. */
export const winRate = (outcomes: readonly Outcome[]): number | null =>
  mean(outcomes.flatMap((one) => (one === 'tie' ? [] : [one === 'win' ? 100 : 0])));

const presentationKeys = Array.from({ length: 10 }, (_, at) => `p${at + 1}`);

/** A judge of the run: what it says, or null for the judge made of code. */
export interface Party {
  witness: Witness | null;
  /** Reports on which no reply of a form can be used. */
  fails: (report: PlantedReport, form: 'checklist' | 'issues') => boolean;
}

/** No reply could be had: unlike null, which leaves a judge out. */
const FAILED = 'failed';
type Value = number | null | typeof FAILED;

/**
 * The expected results of a run over a planted benchmark, computed from the definitions of the paper and from the answers of its
 * judges: nothing of the scorer is used here.
 */
export class Expected {
  readonly #planted: Planted;
  readonly #parties: readonly Party[];
  readonly #page: (url: string) => PlantedPage;

  constructor(planted: Planted, parties: readonly Party[]) {
    this.#planted = planted;
    this.#parties = parties;
    this.#page = pagesByUrl(planted);
  }

  /** Scores of the judges, in their order. */
  judges(report: PlantedReport, metric: string): (number | null)[] {
    return this.#parties.map((party) => {
      const value = this.#value(report, metric, party);
      return value === FAILED ? null : value;
    });
  }

  /** The mean over judges. Those that abstain are left out; one that failed leaves all without a score. */
  ensemble(report: PlantedReport, metric: string): number | null {
    const values = this.#parties.map((party) => this.#value(report, metric, party));
    if (values.includes(FAILED)) return null;
    if (metric === 'presentation') return this.#jointPresentation(report);
    return mean(values.flatMap((value) => (typeof value === 'number' ? [value] : [])));
  }

  /** Over the items, the mean over the judges that answer each. */
  #jointPresentation(report: PlantedReport): number | null {
    const labels = this.#parties.map((party) => this.#labels(report, party));
    return mean(presentationKeys.flatMap((_, at) => shareOfYes(labels.map((own) => own[at] ?? null)) ?? []));
  }

  #labels(report: PlantedReport, { witness }: Party): (string | null)[] {
    return presentationKeys.map((key) => {
      if (witness) return witness.presentation(report, key);
      const { label, code } = report.truth.presentation[key]!;
      return code ? label : null;
    });
  }

  #value(report: PlantedReport, metric: string, party: Party): Value {
    const { witness } = party;
    switch (metric) {
      case 'presentation':
        return party.fails(report, 'checklist') ? FAILED : shareOfYes(this.#labels(report, party));
      case 'coverage':
        if (report.truth.coverage.length === 0 || !witness) return null;
        if (party.fails(report, 'checklist')) return FAILED;
        return shareOfYes(report.truth.coverage.map((_, at) => witness.coverage(report, at)));
      case 'consistency':
      case 'citation-association':
        if (party.fails(report, 'issues')) return FAILED;
        return witness && tableScore(witness.issues(report, metric satisfies PointwiseName).length);
      case 'depth':
        return this.comparison(report, party)?.lead ?? null;
      case 'citation-accuracy':
        return witness ? this.citations(report, witness).value : this.#accuracyByCode(report);
      default:
        throw new Error(`Nothing is planted for ${metric}`);
    }
  }

  /** Of a report and the baseline's, shown in both orders; null if there is nothing to compare or no judge that does. */
  comparison(report: PlantedReport, { witness }: Party) {
    const baseline = this.#planted.reports.find(
      ({ qid, system }) => qid === report.qid && system === this.#planted.baseline
    );
    if (!witness || !baseline || baseline === report) return null;
    const leads = (['report', 'baseline'] as const).map((first) => {
      const said = witness.depth(report, baseline, first);
      return totalOf(said.report) - totalOf(said.baseline);
    });
    return { lead: mean(leads)!, consistent: outcome(leads[0]!) === outcome(leads[1]!) };
  }

  sources = (report: PlantedReport): PlantedPage[] => sourcesOf(report, this.#page);
  pairs = (report: PlantedReport): Pair[] => pairsOf(report, this.#page);

  citations(report: PlantedReport, witness: Witness) {
    const [sources, pairs] = [this.sources(report), this.pairs(report)];
    return { ...outcomesOf(sources), ...accuracyOf(sources, pairs, witness), pairs: pairs.length };
  }

  /** Code decides some of the pairs that can be read, and so has no share of all; if none can be read, none hold. */
  #accuracyByCode(report: PlantedReport): number | null {
    const pairs = this.pairs(report);
    if (pairs.some(({ page }) => isRead(page))) return null;
    return pairs.some(({ page }) => isAgainst(page)) ? 0 : null;
  }
}
