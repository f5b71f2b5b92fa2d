import type { Level } from '$lib/alignment/ensembles/ensembles.ts';

const rules: Record<Level, string> = {
  binary:
    '“Any” gives the first label when one judge does, “all” only when every judge does; “average” is the share of it.',
  preference:
    '“Average” is the side on which the mean of 1, ½ and 0 lies; “majority” is what most judges say; a tie where neither decides.',
  nominal:
    '“Majority” is the category that most judges give. Where several are given equally often the candidate gives none, which counts as disagreement. Categories have no mean or median.',
  ordinal: '“Average” is the mean of the judges’ scores, not rounded; “median” the middle one.',
  interval: '“Average” is the mean of the judges’ scores; “median” the middle one.'
};

const figures: Record<Level, string> = {
  binary:
    'Agreement is on items that every judge answered; κ and AC1 are on all that the candidate answered, with their n where it differs. An “average” that is undecided counts half in each of these figures.',
  preference:
    'Agreement is on items that every judge answered, a tie being an answer; κ and AC1 are on all that the candidate answered, with their n where it differs.',
  nominal:
    'Agreement is on items that every judge answered; κ and AC1 are on all that the candidate answered, with their n where it differs.',
  ordinal:
    'κ with quadratic weights: 1 is the same score everywhere, 0 what chance would give; a difference of two steps counts four times one of one. It is on items that every judge answered.',
  interval:
    'κ with quadratic weights: 1 is the same score everywhere, 0 what chance would give; differences count by their squares. It is on items that every judge answered.'
};

/** What stands beside the sections of the report. The page gets it as data, so that it weighs nothing as script. */
export const notesFor = (level: Level) => ({
  choice: [
    'Chosen in: how often it would have been chosen on other queries of this kind. Behind, at most: how far it may lie behind the best one, at one-sided 95 % for all candidates together; within the preregistered margin δ it counts as not worse.',
    'On the front: nothing else agrees as much for less.'
  ],
  candidates: [
    rules[level],
    'Hollow points: the whole interval lies below that of the one that was chosen. Click a name to see what it gets wrong.',
    figures[level]
  ],
  raters: [
    'Each number leads to the items that both labelled. Darker: more alike.',
    'The diamond is one person with another: what a judge with one person is held against.',
    'Coefficients of all people together say how far they can be taken for one another; no judge can be asked for more.'
  ],
  strata: ['Items were drawn by stratum. Weighted, each counts as many times as it stands for items of the run.'],
  breakdown: [
    'Categories: intervals by query. Single queries: their items are taken as independent, so an interval says where to look, not more.',
    'With many rows some are low by chance alone.'
  ],
  checks: [
    'A judge may agree well and still be biased: kinder to long reports, to its own maker, to what it reads first. Each figure is beside people: what people share with the judge is no bias.',
    'These intervals stand each for itself. The gate on bias tests the chosen ensemble and allows for several tests.'
  ],
  pairs: ['What people preferred after the reveal is persuasion, not agreement. No figure on this page uses it.']
});
