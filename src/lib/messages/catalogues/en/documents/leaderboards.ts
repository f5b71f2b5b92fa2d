/** Leaderboards of runs as files: their heads, what a reader has to know of them, and scores corrected by labels. */
export default {
  leaderboardFile: {
    run: 'Run {number, id}: {name}',
    system: 'System',
    average: 'Average',
    inUnit: '{unit, select, rating{{title}, rating} other{{title}, %}}',
    meanOf: 'Mean of {n, id}',
    nOf: '{n, id} of {of, id}',
    best: 'Bold: {of, select, group{best value of the column in each group} other{best value of the column}}.',
    tied: '†: not significantly different from the best system at the 5% level (Holm-adjusted over all pairs of systems).',
    interval: 'In brackets: 95% CI, clustered by query.',
    intervalBelow: 'Below each value: 95% CI, clustered by query.',
    part: '“n of m”: the value is based on n scored reports of m.',
    few: 'No intervals or comparisons with fewer than {n, id} queries.',
    uncompared: '{metric}: not compared with the best system, with fewer than {n, id} queries in common: {systems}.',
    inGroup: '{system} ({group})',
    winRate:
      '{metric}: wins as a percentage of wins and losses against the baseline, averaged over both presentation orders and the judges.',
    winRateSource:
      '{metric}: wins as a percentage of wins and losses against the baseline, averaged over both presentation orders and the judges ({source}).',
    byOrder:
      '{metric}, with each presentation order counted as a separate comparison; n: decided comparisons: {rates}.',
    rate: '{system} {value} (n = {n, id})',
    measure: '{metric}: {measure}.',
    view: '{metric}, {view}: {values}.',
    viewValue: '{system} {value} (n = {n, id} {counted})',
    lower: '{metrics}: lower is better.',
    averageOf: 'Average: mean of {metrics}.',
    undefined: '–: undefined.',
    corrected: '{metric}, corrected by human labels',
    correctedCaption: '{metric}, corrected by human labels. {finding}.',
    finding: '{finding}.',
    labelled: 'Labelled items',
    judgedBy: 'Judged by {ensemble}, adopted in study {number, id} ({name}).',
    reopened: 'The adoption is reopened: {changes}',
    errors: '{errors}.',
    undefinedFor: '{system}, {column}: {reason}'
  },
  /** Notes on a run, below its leaderboard. */
  runNotes: {
    state:
      'The run is {state, select, waiting{waiting} running{running} paused{paused} cancelled{cancelled} failed{failed} incomplete{incomplete} other{done}}.',
    failures: '{n, plural, one{# unit has no verdict: {reasons}.} other{# units have no verdict: {reasons}.}}',
    failure: '{reason} ({n})',
    moreFailures: '{n, plural, one{# more reason} other{# more reasons}}',
    texts:
      '{n, plural, one{Texts: 1 report speaks to the judges or holds invisible characters (summary.json lists them).} other{Texts: {n, id} reports speak to the judges or hold invisible characters (summary.json lists them).}}',
    prompts: 'Prompts: {prompts}.',
    prompt: '{metric} {prompt}@{version, id} ({hash})',
    webSearch: 'Web search: {judges}.',
    search: 'Search: {searches}.'
  }
} as const;
