import { operatingPoints, passesUpTo, planInspection } from '$lib/verification/inspection/inspection-plan.ts';
import { settingsProblems, type RoundSettings } from '$lib/verification/rounds/rounds.ts';

/** Work that a round would give people, before it starts. */
interface RoundPlan {
  queries: number;
  items: number;
  /** Such as gold lists: each is rated as one more thing. */
  material: number;
  /** Ratings to be given in annotation, and as many reviews. */
  ratings: number;
  batches: { number: number; queries: number; lot: number; sample: number; passesUpTo: number }[];
  /** Of the first batch, as a figure. */
  operating: { defects: number; rate: number; accept: number }[];
}

/** A query with how many yes/no items it has, and how much material people are asked about. */
interface PlannedQuery {
  qid: string;
  items: number;
  material: number;
}

/** Null if the settings cannot be run. Appended items and takings-back change the lots a little; the plan is recomputed when a batch is drawn. */
export function planRound(
  settings: RoundSettings,
  queries: readonly PlannedQuery[],
  qids: readonly string[] | undefined
): RoundPlan | null {
  const chosen = qids ? queries.filter(({ qid }) => qids.includes(qid)) : queries;
  if (chosen.length === 0 || settingsProblems(settings).length > 0) return null;
  const subjectsOf = (some: readonly PlannedQuery[]): number =>
    some.reduce((n, { items, material }) => n + items + material + 1, 0);
  const batches = Array.from({ length: Math.ceil(chosen.length / settings.batchSize) }, (_, i) =>
    chosen.slice(i * settings.batchSize, (i + 1) * settings.batchSize)
  ).map((some, i) => {
    const plan = planInspection(settings.inspection, subjectsOf(some) * settings.overlap);
    return { number: i + 1, queries: some.length, plan };
  });
  return {
    queries: chosen.length,
    items: chosen.reduce((n, { items }) => n + items, 0),
    material: chosen.reduce((n, { material }) => n + material, 0),
    ratings: subjectsOf(chosen) * settings.overlap,
    batches: batches.map(({ number, queries: n, plan }) => ({
      number,
      queries: n,
      lot: plan.lot,
      sample: plan.sample,
      passesUpTo: passesUpTo(plan)
    })),
    operating: operatingPoints(batches[0]!.plan)
  };
}
