export default {
  /** Charts on the page of the selection: their titles, axes, legends, notes, and descriptions for readers who listen. */
  reportCharts: {
    agreement: 'Agreement with annotators, weighted to the run',
    kappa: 'Quadratic κ with annotators, weighted to the run',
    frontTitle: 'Agreement and cost',
    sameCost: 'All candidates cost the same',
    noneCheaper: 'No non-inferior candidate costs less than {name}',
    cheaper: 'At lower cost: {name}, at most δ below: {delta}',
    acrossDollars: 'US dollars per 1,000 items',
    acrossJudges: 'judges asked per item',
    target: 'target {target}',
    point: '{name}: {agreement} for {cost}',
    frontAbout:
      '{n, plural, one{# candidate} other{# candidates}} by cost (across, {across}) and agreement (up); {front} on the front.',
    frontChosen:
      '{n, plural, one{# candidate} other{# candidates}} by cost (across, {across}) and agreement (up); {front} on the front. Chosen: {name}, {agreement} for {cost}.',
    frontNote:
      'Filled: on the Pareto front (no candidate is better in agreement or cost without being worse in the other). Square: selected. Disc: one judge; triangle: two; diamond: more.{target, select, yes{ Dashed line: target.} other{}}',
    candidate: 'Candidate',
    agreementColumn: 'Agreement',
    costColumn: '{unit, select, dollars{Per 1,000 items} other{Judges}}',
    standing: 'Standing',
    chosen: 'chosen',
    nonInferior: 'non-inferior',
    cheapest: 'the cheapest non-inferior one',
    onFront: 'on the Pareto front',
    characteristicTitle: 'True agreement needed to pass the agreement gate',
    current: 'current',
    twice: 'twice the items',
    fourTimes: 'four times',
    never: 'Even perfect judges pass in less than {chance} of studies like this one.',
    needed:
      'With the items of this study, judges pass with probability {chance} if their true agreement is {agreement} or more.',
    characteristicAbout: 'Probability of passing (vertical) by true agreement (horizontal), from {from} to 1. {found}',
    trueAgreement: 'true agreement',
    chance: 'probability that the lower bound reaches the target',
    basisShare:
      'Solid: {items} effective items from {queries} queries, as here; dashed: twice, dotted: four times the items. {contenders, plural, =0{Lower bound as in the gate: Wilson’s lower bound.} one{Lower bound as in the gate: Wilson’s lower bound.} other{Lower bound as in the gate: Wilson’s lower bound, corrected for selecting the best of the # candidates that are not significantly behind.}}',
    basisCoefficient:
      'Solid: an interval of the width observed here, from {queries} queries; dashed: twice, dotted: four times the items. {contenders, plural, =0{Lower bound as in the gate: the normal approximation on Fisher’s z scale.} one{Lower bound as in the gate: the normal approximation on Fisher’s z scale.} other{Lower bound as in the gate: the normal approximation on Fisher’s z scale, corrected for selecting the best of the # candidates that are not significantly behind.}}',
    trueColumn: 'True agreement',
    currentColumn: 'Current',
    twiceColumn: 'Twice the items',
    fourTimesColumn: 'Four times',
    frequenciesTitle: '{share} of bootstrap resamples of the queries select {name}',
    others: '{n, plural, one{# other} other{# others}}',
    bar: '{name}: chosen in {share} of {resamples} resamples',
    frequenciesAbout:
      '{n, plural, one{# candidate} other{# candidates}} chosen at least once in {resamples} resamples of the queries; {name} most often, in {share}.',
    frequenciesNote:
      'Share of {resamples} bootstrap resamples of the queries in which each candidate is selected. Green: the selected candidate.',
    chosenIn: 'Chosen in'
  }
} as const;
