/** Cost of a judge's calls under a metric of a run, and the amount of work judged with them. */
export interface JudgeSpending {
  /** Questions sent to the judge; replies taken from an earlier run are `reused`. */
  calls: number;
  reused: number;
  /** Calls that may have been billed, at an unknown cost. */
  unpriced: number;
  /** US dollars of the others. */
  cost: number;
  /** Reports and items that it judged; `asked` counts each repeat. */
  reports: number;
  items: number;
  asked: { reports: number; items: number };
  /** Made of code: it costs nothing. */
  code: boolean;
}

/** Why a cost is unknown: a call without a price, replies of an earlier run that cost nothing here, or no call on record. */
type UnknownCost = 'unpriced' | 'reused' | 'no-calls';

/** Cost of an ensemble in its run, in US dollars, from the recorded cost of its judges' calls; searches are not included. */
export interface EnsembleCost {
  total: number | null;
  /** Of judging one report, and 1,000 items, once by each judge. */
  perReport: number | null;
  perThousandItems: number | null;
  /** Why the costs, or those per report and item, are null. */
  unknown: UnknownCost | null;
  calls: number;
  reused: number;
  /** Reports and items that a judge of the ensemble judged: the most of any. */
  reports: number;
  items: number;
}

/** @param spending by judge; a judge that is missing has no call on record */
export function ensembleCost(judgeIds: readonly string[], spending: ReadonlyMap<string, JudgeSpending>): EnsembleCost {
  const judges = judgeIds.map((id) => spending.get(id) ?? nothing);
  const sum = (of: (judge: JudgeSpending) => number): number => judges.reduce((total, judge) => total + of(judge), 0);
  const most = (of: (judge: JudgeSpending) => number): number => Math.max(0, ...judges.map(of));
  const unknown = whyUnknown(judges);
  const isTotalKnown = unknown === null || unknown === 'reused';
  return {
    total: isTotalKnown ? sum(costOfJudge) : null,
    perReport: unknown === null ? sum((judge) => each(judge, judge.asked.reports)) : null,
    perThousandItems: unknown === null ? 1000 * sum((judge) => each(judge, judge.asked.items)) : null,
    ...{ unknown, calls: sum(({ calls }) => calls), reused: sum(({ reused }) => reused) },
    ...{ reports: most(({ reports }) => reports), items: most(({ items }) => items) }
  };
}

const nothing: JudgeSpending = {
  ...{ calls: 0, reused: 0, unpriced: 0, cost: 0, reports: 0, items: 0 },
  ...{ asked: { reports: 0, items: 0 }, code: false }
};

const costOfJudge = ({ code, cost }: JudgeSpending): number => (code ? 0 : cost);

const each = (judge: JudgeSpending, n: number): number => (judge.code ? 0 : costOfJudge(judge) / n);

function whyUnknown(judges: readonly JudgeSpending[]): UnknownCost | null {
  const asked = judges.filter(({ code }) => !code);
  if (asked.some(({ calls, reused, asked: { items } }) => calls + reused === 0 || items === 0)) return 'no-calls';
  if (asked.some(({ unpriced }) => unpriced > 0)) return 'unpriced';
  return asked.some(({ reused }) => reused > 0) ? 'reused' : null;
}
