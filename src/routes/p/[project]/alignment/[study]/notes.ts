/** What stands beside the sections of the report. The page gets it as data, so that it weighs nothing as script. */
export const notes = {
  choice: [
    'Chosen in: how often it would have been chosen on other queries of this kind. Behind, at most: how far it may lie behind the chosen one, at one-sided 95 %; within δ it counts as not worse.',
    'On the front: nothing else agrees as much for less.'
  ],
  candidates: [
    '“Any” says yes when one judge does, “all” only when every judge does; “average” is the share of yes.',
    'Hollow points: the whole interval lies below that of the one that was chosen. Click a name to see what it gets wrong.',
    'Agreement is on items that every judge answered; κ and AC1 are on all that the candidate answered, where it and people are decided. “Average” is undecided wherever its judges are evenly split, so its κ leaves out the hard items.'
  ],
  raters: [
    'Each number leads to the items that both labelled. Darker: more alike.',
    'The diamond is one person with another: what a judge with one person is held against.'
  ],
  strata: ['Items were drawn by stratum. Weighted, each counts as many times as it stands for items of the run.'],
  pairs: ['What people preferred after the reveal is persuasion, not agreement. No figure on this page uses it.']
} as const;
