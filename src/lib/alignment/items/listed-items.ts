import type { LabelledUnit } from '../../studies/labels/labels.ts';
import type { LabelScale } from '../../studies/labels/label-scale.ts';
import { itemFilters, passes, type ItemFilter } from './item-filter.ts';

/** Which of the items behind a number are wanted, and how their judges are counted. */
export interface ItemQuestion {
  scale: LabelScale;
  judges: readonly { id: string }[];
  /** Items behind the number; those that the study does not have are passed over. */
  ids: readonly string[];
  only: ItemFilter | null;
  /** 1-based; beyond the last the last, below the first the first. */
  page: number;
  perPage: number;
}

/** One page of items, with what there is besides. */
export interface ListedItems {
  /** Items behind the number, and those of them that pass the filter. */
  total: number;
  matching: number;
  counts: Record<ItemFilter, number>;
  page: number;
  pages: number;
  /** Place of the page's first item among the matching ones, from 0. */
  first: number;
  /** Of each all judges of the question, in their order. */
  units: LabelledUnit[];
}

export function listedItems(units: readonly LabelledUnit[], question: ItemQuestion): ListedItems {
  const { scale, judges, ids, only, perPage } = question;
  const known = new Map(units.map((unit) => [unit.itemId, unit]));
  const all = ids.flatMap((id) => {
    const unit = known.get(id);
    return unit ? [complete(unit, judges)] : [];
  });
  const matching = only ? all.filter((unit) => passes(scale, unit, only)) : all;
  const pages = Math.max(1, Math.ceil(matching.length / perPage));
  const page = Math.min(pages, Math.max(1, question.page));
  const first = (page - 1) * perPage;
  const names = itemFilters;
  const counts = names.map((name) => [name, all.filter((unit) => passes(scale, unit, name)).length] as const);
  return {
    total: all.length,
    matching: matching.length,
    counts: Object.fromEntries(counts) as Record<ItemFilter, number>,
    ...{ page, pages, first, units: matching.slice(first, first + perPage) }
  };
}

/** A judge without a verdict in the run is unscored. */
const complete = (unit: LabelledUnit, judges: ItemQuestion['judges']): LabelledUnit => ({
  ...unit,
  judges: judges.map(
    ({ id }) =>
      unit.judges.find(({ judgeId }) => judgeId === id) ?? {
        judgeId: id,
        state: 'unscored',
        label: null,
        rationale: '',
        reason: 'The run has no verdict from this judge.'
      }
  )
});
