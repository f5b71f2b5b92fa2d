/** Why labels on an item do not apply to what another run judged, in the order in which it is checked. */
export const misfits = {
  issues:
    'issues are those that the judges of the study’s own run list; the other judges list issues that nobody labelled',
  unnamed: 'the file names no query (its cluster) or no system',
  metric: 'the run does not score the metric',
  'report-missing': 'the run does not judge the report',
  report: 'the report changed',
  query: 'the query’s wording changed',
  beside: 'the run compares the report with another text',
  item: 'the run does not ask about the item',
  wording: 'the item’s wording changed',
  'page-unread': 'the run did not read the cited page',
  page: 'the cited page’s content changed',
  'held-out': 'held out while the prompt of the run is being improved against these labels'
} as const;

export type Misfit = keyof typeof misfits;
