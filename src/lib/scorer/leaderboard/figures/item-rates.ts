import { rateWithEnough } from './enough.ts';
import { clusteredRate, type Rate } from './rate.ts';
import type { SystemCategory } from '../../../names.ts';
import type { ReportRow } from './rows.ts';

/** How often a system's reports pass one item of a fixed checklist. */
interface ItemRate extends Rate {
  item: string;
  /** Reports on which the item is abstained from by all judges. */
  abstained: number;
  /** Reports on which the item has no valid verdict. */
  unscored: number;
}

interface SystemItemRates {
  system: string;
  category: SystemCategory | null;
  /** Reports that the run has finished. */
  reports: number;
  items: ItemRate[];
}

/**
 * Pass rates of a fixed checklist, item by item and system by system (arXiv 2510.14240, Figure 22: P1–P10). A rate is the mean
 * over reports of the share of judges that say yes; `n` is the number of reports judged on the item.
 *
 * @param rows Rows of one metric
 * @param items Keys of the checklist, in the order of display
 */
export const itemRates = (rows: readonly ReportRow[], items: readonly string[]): SystemItemRates[] =>
  [...Map.groupBy(rows, ({ system }) => system).values()].map((group) => {
    const finished = group.flatMap(({ qid, score }) =>
      score === null ? [] : [{ qid, units: new Map(score.units.map((unit) => [unit.item, unit])) }]
    );
    return {
      system: group[0]?.system ?? '',
      category: group[0]?.category ?? null,
      reports: finished.length,
      items: items.map((item) => {
        const found = finished.flatMap(({ qid, units }) => {
          const unit = units.get(item);
          return unit ? [{ qid, unit }] : [];
        });
        const count = (state: string) => found.filter(({ unit }) => unit.state === state).length;
        return {
          item,
          ...rateWithEnough(
            clusteredRate(found.flatMap(({ qid, unit }) => (unit.value === null ? [] : [{ qid, k: unit.value, n: 1 }])))
          ),
          abstained: count('abstained'),
          unscored: count('unscored')
        };
      })
    };
  });
