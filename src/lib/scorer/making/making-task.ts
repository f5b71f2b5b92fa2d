import type { Task } from '../engine/contract.ts';
import type { Judge } from '../judge.ts';
import type { Metric, MetricPrompt } from '../metric.ts';
import type { Verdict } from '../verdict.ts';
import type { Maker, Making } from './makers/contract.ts';

declare module '../verdict.ts' {
  interface UnitDetails {
    /** A piece that a maker made, and what else is known of it; null if nothing is. */
    made: { data: Record<string, unknown> | null; /** Why code dropped it. */ dropped?: string };
  }
}

/** A unit of a making run as the engine's tasks need it. */
export interface PlannedUnit {
  id: string;
  label: string;
  input: unknown;
}

const noScore = (): never => {
  throw new Error('A maker has no scores');
};

const unmade = (reason: string): Verdict[] => [
  { item: 'unit', state: 'unscored', label: null, rationale: '', evidence: [], reason }
];

/** Rows of a unit in the engine's store: one for each piece, or one that says that there was nothing to make, or why nothing was made. */
const kept = (making: Making, label: 'made' | 'finding'): Verdict[] => {
  if (!making.ok) return unmade(making.reason);
  const { pieces, dropped = [], prose } = making;
  const mark = prose ? ({ prose: true } as const) : {};
  const said = { state: 'judged' as const, ...mark };
  if (pieces.length + dropped.length === 0)
    return [{ item: 'unit', state: 'judged', label: 'nothing', rationale: '', evidence: [], ...mark }];
  return [
    ...pieces.map(({ text, why, data }, at): Verdict => ({
      ...{ ...said, item: String(at + 1), label, evidence: [] },
      ...{ text: text.toWellFormed().trim(), rationale: why.toWellFormed().trim() },
      detail: { kind: 'made', data: data ?? null }
    })),
    ...dropped.map(({ text, reason }, at): Verdict => ({
      ...{ ...said, item: `dropped-${at + 1}`, label: 'dropped', rationale: '', evidence: [] },
      text: text.toWellFormed().trim(),
      detail: { kind: 'made', data: null, dropped: reason.toWellFormed() }
    }))
  ];
};

/** A maker as the engine runs it: with its calls kept, limited and resumed like those of a metric. It has no scores. */
export const metricOfMaker = (maker: Maker, prompt: MetricPrompt): Metric => ({
  name: maker.name,
  title: maker.title,
  question: maker.about,
  prompt,
  items: null,
  settings: {},
  scale: { min: 0, max: 0, better: 'higher' },
  rejected: null,
  ...(maker.needs && { needs: maker.needs }),
  protocol: {
    name: 'making',
    unit: { kind: 'item', labels: ['made', 'finding', 'dropped', 'nothing'] },
    figures: {},
    ...(maker.roles && { roles: maker.roles }),
    async judge(sample, metric, can) {
      const input = maker.input.safeParse(sample.material);
      if (!input.success)
        return unmade(`What is stored of the unit does not fit ${maker.name}: ${input.error.issues[0]?.message ?? ''}`);
      return kept(await maker.make(input.data, metric.prompt, can), maker.finds ? 'finding' : 'made');
    },
    unscored: (_sample, reason) => unmade(reason),
    combine: noScore,
    combineJudges: noScore
  }
});

/**
 * Everything that a making run asks: each unit of each model once.
 *
 * @param repeats how often a maker that collects asks it
 */
export const tasksOfMaker = (
  asking: { maker: Maker; prompt: MetricPrompt },
  units: readonly PlannedUnit[],
  judges: readonly Judge[],
  repeats = 1
): Task[] => {
  const metric = metricOfMaker(asking.maker, asking.prompt);
  return units.flatMap(({ id, label, input }) =>
    judges.flatMap((judge) =>
      Array.from({ length: repeats }, (_, repeat) => ({
        ...{ metric, judge, repeat },
        sample: {
          metric: metric.name,
          query: { qid: label, text: '' },
          report: { id, markdown: '', collectedAt: null },
          items: [],
          material: input
        }
      }))
    )
  );
};
