import { delimit } from '../../../protocols/delimiter.ts';
import { byId, readReply } from '../../../protocols/reading/reply-parts.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { textOf } from '../../../protocols/wording.ts';
import { orderQueries, type PlannedQuery } from '../evidence/query-graph.ts';
import type { Subtask } from '../material.ts';
import { QUERIES } from '../prompts/daily-claims-1.ts';
import type { DailyClaim } from './claims-step.ts';
import { queriesSchema, queriesShape } from './daily-replies.ts';
import { askStep, type DailyReading, inGroups, type Step } from './steps.ts';

/** Claims that one question asks about at most. */
const AT_ONCE = 10;

/** The queries of a subtask’s claims, each claim’s in an order in which they can be answered. */
export const queriesOf = async (
  reading: DailyReading,
  subtask: Subtask,
  claims: readonly DailyClaim[]
): Promise<Step<PlannedQuery[]>[]> => {
  const { sample, metric, can } = reading;
  const steps = await Promise.all(
    inGroups(claims, AT_ONCE).map(async (group) => {
      const ids = group.map((_, at) => `c${at + 1}`);
      const shown = group.map(({ claim, fact }, at) => ({ id: ids[at], claim, words: fact }));
      const user = fill(textOf(metric.prompt, 'queries', QUERIES), {
        query: delimit('query', sample.query.text, can.delimiterKey),
        requirement: delimit('requirement', subtask.rubrics.fac ?? subtask.text, can.delimiterKey),
        claims: delimit('claims', JSON.stringify(shown, null, 1), can.delimiterKey)
      });
      const assume = () =>
        JSON.stringify({
          claims: group.map(({ claim }, at) => ({ id: ids[at], queries: [{ id: 0, query: claim, depends_on: [] }] }))
        });
      const step = await askStep<Map<string, PlannedQuery[]>>(
        reading,
        { user, schema: queriesSchema(ids), role: 'planner', assume },
        (text, player) =>
          readReply(text, queriesShape, player, ({ claims: said }) => {
            const known = byId(said, ids);
            if (!known.ok) return known;
            const ordered = new Map<string, PlannedQuery[]>();
            for (const [id, { queries }] of known.value) {
              const own = queries.map(({ depends_on: dependsOn, ...query }) => ({ ...query, dependsOn }));
              const found = orderQueries(own);
              if (!found.ok) return { ok: false, fault: `${id}: ${found.fault}` };
              ordered.set(id, found.order);
            }
            return { ok: true, value: ordered };
          })
      );
      return ids.map((id): Step<PlannedQuery[]> => (step.ok ? { ok: true, value: step.value.get(id)! } : step));
    })
  );
  return steps.flat();
};
