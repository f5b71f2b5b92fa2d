import type { Aggregation } from '../../metric.ts';
import type { EnsembleScore, EnsembleUnit, Score } from '../../score.ts';
import type { UnitKind } from '../../verdict.ts';
import type { RankedMetric, ReportRow } from './rows.ts';

const averaged = ['presentation', 'consistency', 'coverage', 'citation-association'];

export const metric = (
  name: string,
  kind: UnitKind = 'count',
  scale: RankedMetric['scale'] = { min: 0, max: 100, better: 'higher' },
  aggregation?: Aggregation
): RankedMetric => ({
  ...{ name, title: name, scale, protocol: { unit: { kind, labels: [] } } },
  ...(aggregation && { aggregation }),
  ...(averaged.includes(name) && { average: averaged })
});

const items: Aggregation = { by: 'mean', pooled: { units: true, counted: 'items' } };

export const presentation = metric('presentation', 'item', undefined, items);
export const consistency = metric('consistency');
export const coverage = metric('coverage', 'item', undefined, items);
export const association = metric('citation-association');
export const depth = metric('depth', 'comparison', { min: -25, max: 25, better: 'higher' }, { by: 'win-rate' });
export const accuracy = metric('citation-accuracy', 'claim');
export const metrics = [presentation, consistency, coverage, depth, association, accuracy];

export const score = (value: number | null, over: Partial<Score> = {}): Score => ({
  value,
  reason: value === null ? 'HTTP 500' : null,
  n: value === null ? 0 : 1,
  abstained: 0,
  unscored: value === null ? 1 : 0,
  figures: {},
  ...over
});

export const ensemble = (
  value: number | null,
  over: Partial<Score> = {},
  units: EnsembleUnit[] = [],
  perJudge: EnsembleScore['perJudge'] = []
): EnsembleScore => ({ ...score(value, over), judges: value === null ? 0 : 1, units, perJudge });

export const unit = (item: string, value: number | null, state: EnsembleUnit['state'] = 'judged'): EnsembleUnit => ({
  item,
  state,
  value,
  judges: value === null ? 0 : 1
});

/** A row with a plain value; the rest as given. */
export const row = (
  metricName: string,
  system: string,
  qid: string,
  value: number | null,
  over: Partial<ReportRow> = {}
): ReportRow => ({
  metric: metricName,
  system,
  category: null,
  taskCategory: null,
  qid,
  reportId: `${system}/${qid}`,
  score: ensemble(value),
  perJudge: [],
  ...over
});

/** A system's rows under a metric, one a query: q1, q2, … */
export const rowsOf = (
  metricName: string,
  system: string,
  values: readonly (number | null)[],
  over: Partial<ReportRow> = {}
): ReportRow[] => values.map((value, at) => row(metricName, system, `q${at + 1}`, value, over));
