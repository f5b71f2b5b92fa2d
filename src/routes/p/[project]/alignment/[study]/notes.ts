import type { Level } from '$lib/alignment/ensembles/ensembles.ts';

const rules: Record<Level, string> = {
  binary:
    '“Any” gives the first label if at least one judge does, “all” only if every judge does; “average” is the share of judges that do.',
  preference:
    '“Average” is the side on which the mean of 1, ½ and 0 lies; “majority” is the most frequent label of the judges; otherwise a tie.',
  nominal:
    '“Majority” is the category that most judges give. If several are equally frequent the candidate gives none, which counts as disagreement. Categories have no mean or median.',
  ordinal: '“Average” is the mean of the judges’ scores, not rounded; “median” the middle one.',
  interval: '“Average” is the mean of the judges’ scores; “median” the middle one.'
};

const figures: Record<Level, string> = {
  binary:
    'Agreement is on items that every judge labelled; κ and AC1 are on all items that the candidate labelled, with n if it differs. A tied “average” counts half in each of these figures.',
  preference:
    'Agreement is on items that every judge labelled, a tie being an answer; κ and AC1 are on all items that the candidate labelled, with n if it differs.',
  nominal:
    'Agreement is on items that every judge labelled; κ and AC1 are on all items that the candidate labelled, with n if it differs.',
  ordinal:
    'κ with quadratic weights: 1 is perfect agreement, 0 is chance agreement; a difference of two steps counts four times a difference of one. It is on items that every judge labelled.',
  interval:
    'κ with quadratic weights: 1 is perfect agreement, 0 is chance agreement; differences count by their squares. It is on items that every judge labelled.'
};

/** What stands beside the sections of the report. The page gets it as data, so that it weighs nothing as script. */
export const notesFor = (level: Level) => ({
  choice: [
    'Chosen in: share of bootstrap resamples of the queries that select the candidate. Maximum deficit: one-sided 95% bound, simultaneous over all candidates, on the difference from the best; a candidate within the preregistered margin δ is non-inferior.',
    'On the Pareto front: no candidate agrees as much at lower cost.'
  ],
  candidates: [
    rules[level],
    'Hollow points: the whole interval lies below that of the selected candidate. Open a name to see its errors.',
    figures[level]
  ],
  raters: [
    'Each number links to the items that both labelled. Darker: higher agreement.',
    'The diamond is inter-annotator agreement, the reference for a judge’s agreement with one annotator.',
    'Coefficients of all annotators measure inter-annotator agreement, which limits the agreement that a judge can reach.'
  ],
  strata: ['Items were sampled by stratum. If weighted, each counts by its inverse inclusion probability.'],
  breakdown: [
    'Categories: intervals by query. Single queries: items are treated as independent, so these intervals are exploratory.',
    'With many rows, some are low by chance.'
  ],
  checks: [
    'A judge with high agreement may still be biased by length, maker or position. Each figure is relative to annotators: a preference that annotators share is not counted as bias.',
    'These intervals are not adjusted for multiple tests. The bias gate tests the selected ensemble and is adjusted.'
  ],
  pairs: ['Preferences after the reveal measure persuasion, not agreement. No figure on this page uses them.']
});
