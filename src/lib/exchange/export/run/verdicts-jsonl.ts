import { isSelfJudging, madeItsOwn, type SelfJudging } from '../../../scorer/judges/self-judging.ts';
import type { Place } from '../../../scorer/verdict.ts';
import { noticedIn, type Noticed } from '../../../scorer/report/shown/notices.ts';
import type { VerdictLine } from '../../../scorer/units/verdict-line.ts';
import { jsonLines } from '../../format/json-lines.ts';

/**
 * @param found judges that judge systems of their own maker or model
 * @param noticed reports whose text speaks to its judges or holds hidden characters
 */
export const writeVerdictsJsonl = (
  rows: Iterable<VerdictLine>,
  found: readonly SelfJudging[],
  noticed: Noticed = []
): string => [...verdictsJsonl(rows, found, noticed)].join('');

/** The same in pieces. */
export const verdictsJsonl = (
  rows: Iterable<VerdictLine>,
  found: readonly SelfJudging[],
  noticed: Noticed = []
): Iterable<string> => jsonLines(recordsOf(rows, found, noticed));

function* recordsOf(rows: Iterable<VerdictLine>, found: readonly SelfJudging[], noticed: Noticed): Generator<object> {
  const isNoticed = noticedIn(noticed);
  for (const row of rows)
    yield {
      run: row.run,
      system: row.system,
      qid: row.qid,
      metric: row.metric,
      judge: row.judge,
      repeat: row.repeat,
      kind: row.kind,
      item: row.item,
      item_text: row.itemText,
      state: row.state,
      label: row.label,
      rationale: row.rationale,
      evidence: row.evidence.map(({ quote, place }) => ({ quote, ...whereItStands(place) })),
      reason: row.reason,
      detail: row.detail,
      // Only if the server named it.
      ...(row.served !== undefined && { served: row.served }),
      // Only of comparisons.
      ...(row.baseline !== undefined && { baseline: row.baseline }),
      self_judging: isSelfJudging(found, row.system, row.judge),
      // Only if it is so.
      ...(madeItsOwn(found, row) && { made_own_material: true }),
      // Only if it is so.
      ...(isNoticed(row.system, row.qid) && { text_notice: true }),
      ...(row.prose && { prose_around_json: true })
    };
}

/** `place` is null if the words were looked for and not found, and absent if they were not looked for. */
const whereItStands = (place: Place | null | undefined): { place?: Place | null } =>
  place === undefined ? {} : { place };
