export default {
  planner: {
    crumb: 'Planner',
    title: 'Sample size planner',
    about: 'Every number is shown with its assumptions. The address of this page contains your inputs.',
    possible: 'Check reported figures',
    from: 'Start from a study',
    studyChoice: '{n}, {study}',
    use: 'Use its numbers',
    clear: 'Clear inputs',
    fromStudy: 'From study {n, id}, {study}',
    fromStudyAbout:
      '{state, select, embargoed{Its figures are under embargo, so only sizes and times are used.} filled{Its numbers fill the fields, each with its source. You can change them.} other{It has no labels yet.}}',
    problems: '{n, plural, one{# field} other{# fields}} to correct',
    problemsAbout:
      'Each field shows the reason. Results that do not depend on {n, plural, one{it} other{them}} are still computed.',
    expect: 'Expectations',
    interval: 'Interval width',
    power: 'Two judges compared',
    chance: 'Reaching the target',
    people: 'People',
    inspection: 'Inspections',
    itemsMark: '{n, plural, one{# item} other{# items}}',
    wanted: 'wanted: {power}',
    unlimited: 'unlimited',
    correlated: 'Items of a query are correlated: {n} of them count as one independent item.',
    independent: 'Items are assumed independent.',
    itemsUsed:
      'The sections below use {n, plural, one{# item} other{# items}}, {from, select, typed{as entered} other{as needed for the half-width}}.',
    graded:
      'Agreement is planned as a share of items. For graded scores the mean of 1 − distance ÷ range is used instead; it varies less than a share of the same value, so the plan is conservative.',
    intervalHead: 'Items for the interval width',
    intervalTable: 'Items by half-width',
    halfWidth: 'Half-width',
    ifIndependent: 'If independent',
    items: 'Items',
    queries: 'Queries',
    asInReport: 'As in the report',
    undefined: '– undefined for one query',
    wantedMark: 'wanted',
    powerHead: 'Items to compare two judges',
    powerPlot: 'Power grows with the items',
    powerAxis: 'power',
    chanceHead: 'Items to reach the target',
    chancePlot: 'Probability that the lower bound reaches the target',
    chanceAxis: 'probability',
    peopleHead: 'Annotators per item',
    peopleTable: 'Annotators, reliability and labels',
    perItem: 'Annotators per item',
    reliability: 'Reliability of the aggregate',
    labels: 'Labels',
    hours: 'Hours',
    hoursEach: 'Hours each',
    annotatorTest: 'Alternative Annotator Test',
    enough:
      '{people, select, yes{enough annotators} other{too few annotators: at least 3}}, {items, select, yes{enough items} other{too few items: at least 50}}',
    passes: 'A judge with this agreement passes',
    passesIn:
      '{percent} ({passed} of {n} simulated studies; {people, plural, one{# annotator} other{# annotators}}, {items, plural, one{# item} other{# items}})',
    notSimulated: '– {reason}',
    inspectionHead: 'Sampling plans for inspections',
    inspectionTable: 'Sampling plans by size of the lot',
    lot: 'Lot',
    toEstimate: 'To estimate',
    toAccept: 'To accept',
    goodPass: 'Good lots pass',
    lotTooSmall: '– lot too small',
    atMost:
      '{lot, select, none{An unlimited lot} other{A lot of {lot}}} that passes at the limit has at most {n, plural, one{# defect} other{# defects}}, with a risk of {risk} of having more.',
    characteristic: 'Operating characteristic of the plan',
    acceptance: 'probability of acceptance',
    defects: 'Share of defects',
    allowedMark: 'allowed',
    goodMark: 'good work',
    less: 'less than 1%',
    more: 'more than 99%',
    sourceOf: 'Study {n, id}: {text}.'
  },
  plannerParts: {
    every: 'Every point that is drawn',
    region: '{title}: {chance}, by {quantity}',
    notComputed: 'Not computed',
    required: 'Required: {fields}. The error is shown beside the field.',
    compute: 'Compute',
    computePart: 'Compute: {head}',
    asked: 'as asked'
  },
  /** Required gates that a sample is too small to pass. */
  reachText: {
    ofGate: '{gate}: {text}',
    sample:
      '{items, plural, one{# judged item} other{# judged items}} in {queries, plural, one{# query} other{# queries}}',
    noBound:
      '{sample} have no lower bound by query, even if {condition}; the target is {target}.{needed, plural, =0{} one{ At least # query with as many items is needed.} other{ At least # queries with as many items each are needed.}}',
    bound:
      'with {sample} the lower bound reaches at most {best}, even if {condition}; the target is {target}.{needed, plural, =0{} one{ At least # query with as many items is needed.} other{ At least # queries with as many items each are needed.}}',
    noLook:
      'the first look comes after {first, plural, one{# complete query} other{# complete queries}}, and the study has {queries}.{enough, select, yes{{needed, plural, =0{} one{ At least # query with as many items is needed.} other{ At least # queries with as many items each are needed.}}} other{ The plan’s maximum of {most} queries is too low for this target.}}',
    sequentialBound:
      'after {within, plural, one{# complete query} other{# complete queries}} the lower bound of the sequential plan reaches at most {best}, even if {condition}; the target is {target}.{enough, select, yes{{needed, plural, =0{} one{ At least # query with as many items is needed.} other{ At least # queries with as many items each are needed.}}} other{ The plan’s maximum of {most} queries is too low for this target.}}',
    allAgree: 'judges and annotators agree on every item',
    judgesAgree: 'judges agree with annotators on every item',
    unanimous:
      'annotators are unanimous on all items, on each of {answers} answers equally often, and judges agree with them',
    sameAnswers: 'every repeated question gets the same answer',
    allValid: 'every issue that the ensemble reports is valid',
    allReported: 'every item is a valid issue that the ensemble reports',
    oneAnnotatorUnanimous:
      'each item is assigned to one annotator, so no item can have unanimous annotators. Assign items to two or more annotators.',
    oneAnnotator:
      'each item is assigned to one annotator, so judges cannot be compared with inter-annotator agreement. Assign items to two or more annotators.',
    fewShared: '{n, plural, one{# item goes} other{# items go}} to two or more annotators; the test needs {needed}.',
    noPairs:
      'no query has items of two reports, so bias by length cannot be tested. Draw items of several systems per query.',
    noInterval: '{name, select, severity{severity has no interval by query} other{length has no interval by query}}',
    interval:
      '{name, select, severity{the interval of severity is at least ±{width} (margin ±{margin})} other{the interval of length is at least ±{width} (margin ±{margin})}}',
    bias: 'with {sample}, {intervals}, even if judges and annotators agree on every item.{needed, plural, =0{} one{ At least # query with as many items is needed.} other{ At least # queries with as many items each are needed.}}',
    askedOnce:
      'the judges of this run were asked once, so their test–retest consistency cannot be measured. Use a run with repeats.',
    fewQueries:
      '{n, plural, one{# query is} other{# queries are}} too few to compare rankings of systems; {needed} are needed.',
    sizeQueries: 'the sample has {n, plural, one{# query} other{# queries}}; the plan asks for {least} or more.',
    sizeItems:
      'the sample has {n, plural, one{# judged item} other{# judged items}}; the plan asks for {least} or more.'
  },
  outOfReach: {
    head: '{n, plural, one{# required gate} other{# required gates}} cannot be passed with this sample',
    about:
      'They remain undecided or fail for any labels of annotators and judges, {plan}. Draw more items, or preregister other values.'
  },
  possibleFigures: {
    title: 'Check reported figures',
    pageTitle: 'Possible figures',
    about:
      '87.1% of 200 is impossible: 174 of 200 are 87.0%, 175 are 87.5%. The same test applies to means of integer ratings. An impossible figure is a typing error, was rounded twice, or has another n.',
    figures: 'Figures, one per line',
    hint: 'Use the printed digits: <code>96.5% of 300</code>, <code>.925 of 40</code>, <code>mean 3.27 of 15 on 1 to 4</code>. A mean without a scale is assumed to be of ratings from 1 to 5. Figures without “of” are checked for a common n.',
    check: 'Check figures',
    none: 'No figures entered',
    allPossible: 'No figure is impossible',
    impossible: '{n, plural, one{# figure} other{# figures}} of {total} impossible',
    examples: 'examples',
    truncated: 'Input truncated',
    truncatedAbout: 'An address holds 6,000 characters. Check the remaining figures separately.',
    table: 'A verdict per figure',
    figure: 'Figure',
    verdict: 'Verdict',
    why: 'Why',
    verdictIs: '{possible, select, yes{possible} no{impossible} other{not read}}',
    rounding: 'Both ways of rounding an exact half are accepted. In the shell: <code>{command}</code>.'
  },
  plannerFields: {
    label:
      '{field, select, p{Expected agreement} confidence{Confidence} perQuery{Items per query} icc{Intraclass correlation (ICC)} run{Items in the run} items{Planned items} half{Target half-width} least{Target lower bound} first{Only the first correct} second{Only the second correct} margin{Margin δ} discordant{Discordant share} alpha{Level α} power{Target power} target{Target} contenders{Candidates near the best} alike{Error correlation} people{Annotators per item} single{Reliability of one annotator} wanted{Target reliability} between{Inter-annotator agreement} epsilon{ε, cost advantage of judges} seconds{Seconds per label} lot{Items of the lot} allowed{Allowed share of defects} accept{Defects accepted in the sample (c)} beta{Risk β} other{Share of defects in good work}}',
    hint: '{field, select, p{Share of items on which judge and annotators agree. On a graded scale: mean of 1 − distance ÷ range.} confidence{Confidence level of every interval: .95 is usual.} perQuery{Sampled items of one query.} icc{0: items of a query are uncorrelated. 1: all equal.} run{Empty: unlimited.} items{Empty: the number needed for the half-width.} half{Distance from the estimate to either bound.} least{Empty: none.} first{Share of items that the first judge labels correctly and the second does not.} second{The reverse.} margin{Non-inferiority margin.} discordant{Share of items that exactly one judge labels correctly if neither is better.} alpha{Two-sided for a difference, one-sided for the margin.} power{Probability of detecting a true difference.} target{Agreement that the lower bound must reach, as preregistered.} contenders{Candidates that the study cannot distinguish; 1 if a single one is tested.} alike{1 if all err on the same items.} people{3 at least for the Alternative Annotator Test.} single{ICC(1) or Krippendorff’s α.} wanted{Of the aggregated label.} between{Share of items; for the simulated test.} epsilon{.2 experts, .15 skilled annotators, .1 crowd workers.} seconds{Reading included.} lot{Size of the lot. Empty: unlimited.} allowed{“At most 5% defective” is .05.} accept{0: one defect rejects the lot.} beta{Probability that a lot just above the allowed share passes.} other{Such a lot should pass with probability 1 − risk.}}'
  },
  plannerAnswers: {
    less: 'less than 1%',
    more: 'more than 99%',
    formula:
      'Formula: z²·p(1 − p)/half-width² items at {confidence}, times the design effect 1 + ({perQuery} − 1)·{icc} = {effect}.',
    unlimited: 'The run is assumed to be unlimited.',
    finite:
      'Corrected for a run of {n, plural, one{# item} other{# items}} (finite population). The report’s interval, in the right column, does not use this correction because it generalizes to further items.',
    reported:
      'Right column: Wilson’s interval on the effective sample size with the t quantile on queries − 1 degrees of freedom, as in the report, at an agreement of {p}. It is wider than planned with few queries.',
    fewQueries:
      '{n, plural, one{# query} other{# queries}}: below 20, intervals by query are not reliable. {several, select, yes{Take fewer items of more queries.} other{Take more queries.}}',
    width:
      '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}{all, select, yes{, which is the whole run,} other{}} {items, plural, one{gives} other{give}} an interval of ± {half} around {p}.',
    noLower:
      'No number of items gives a lower bound of {least} at an observed {p}: the target must be below the expected agreement.',
    lower:
      '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}} give {interval}, with a lower bound of at least {least}, at an observed {p}.',
    onlyInRun: 'The run has only {n}.',
    curveDifference: 'A difference: {first} against {second}',
    curveMargin: 'Non-inferior by {margin}',
    mcnemar:
      'A difference: the exact McNemar test, two-sided at {alpha}, on the same items for both judges. Power sums over the number of discordant items and their split.',
    nonInferiority:
      'Non-inferiority: normal approximation, one-sided at {alpha}, two judges of equal agreement that differ on {discordant} of items.',
    clustered:
      'Clustered items count as items / {effect}, the design effect, rounded down for the exact test. The within-query correlation of differences is assumed equal to that of agreement.',
    equalJudges: 'Two judges of equal accuracy cannot be distinguished by any number of items.',
    tooMany: 'More than {n} independent items would be needed to distinguish {first} and {second}.',
    better:
      'To show that one judge is better, if {first} of items are correct only with it and {second} only with the other: {items, plural, one{# item} other{# items}} for a power of {power}.',
    notInferior:
      'To show that a judge is non-inferior by {margin}: {needed, plural, one{# item} other{# items}}. With {items, plural, one{# item} other{# items}} the power is {difference} and {notWorse}.',
    curveChance: 'Probability, if the true agreement is {p}',
    trueAgreement:
      'The true agreement is {p}, and the lower bound of the {confidence} interval must reach the target of {target}.',
    gateComputation:
      'The same computation as the agreement gate: Wilson’s lower bound on the effective sample size, {items, plural, one{# item} other{# items}} / {effect}. With few errors, their correlation within a query is mostly assumed ({icc}) rather than estimated. The number of errors is beta-binomial; the curve is jagged because counts are integers.',
    oneEnsemble: 'A single ensemble is tested, so there is no correction for selecting the best.',
    bestOf:
      'The best of {n} indistinguishable ensembles is selected on the same items; their errors correlate at {correlation}. The critical value of the lower bound is {critical} instead of {single}. The probability is that of the best of them. If all were equally good, it would be {tied}, because the one with the highest sample value is selected.',
    bestOfFewQueries:
      'The best of {n} indistinguishable ensembles is selected on the same items; their errors correlate at {correlation}. The probability is that of the best of them. If all were equally good, it would be {tied}, because the one with the highest sample value is selected.',
    reach:
      '{items, plural, one{# item reaches} other{# items reach}} a lower bound of {target} in {chance} of studies if the true agreement is {p}.',
    notAbove: 'The expected agreement is not above the target, so more items cannot help.',
    tooManyQueries: 'More than 20,000 queries would be needed for {power}.',
    needed:
      'For {power}: {items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}.',
    spearmanBrown:
      'Spearman–Brown: k annotators of reliability ρ = {single} have kρ / (1 + (k − 1)ρ) together. Annotators are assumed exchangeable, with independent errors.',
    labelling:
      '{items, plural, one{# item} other{# items}}, each labelled by k annotators, {seconds} seconds a label. Hours each: if the same k annotators label every item.',
    simulation:
      'Simulated test: yes/no items; annotators are correct with probability {right}, so that two of them agree on {between}; the judge is correct with probability {p}; ε {epsilon}; the test of the gate, clustered by query, with errors of each rater correlated within a query as planned. The seed is fixed.',
    oneAnnotator: 'a single annotator cannot be compared with others',
    fewItems: '{n, plural, one{# item is} other{# items are}} fewer than the 30 that the test needs per annotator',
    together:
      '{people, plural, one{# annotator per item has} other{# annotators per item have}} a reliability of {reliability} together and {people, plural, one{needs} other{need}} {labels, plural, one{# label} other{# labels}}, about {time}.',
    minutes: '{n, plural, one{# minute} other{# minutes}}',
    hours: '{n, plural, one{# hour} other{# hours}}',
    noPeople: 'No number of annotators reaches {wanted}.',
    forWanted: 'For {wanted}: {n, plural, one{# annotator} other{# annotators}}.',
    testNeeds:
      'The Alternative Annotator Test needs at least {short, select, people{3 annotators} items{50 items} other{3 annotators and 50 items}}.',
    testPasses: 'The Alternative Annotator Test passes such a judge in {passed} of {n} simulated studies.',
    curvePlan:
      '{items, plural, one{# item} other{# items}}, {accept, plural, =0{none defective} other{at most # defective}}',
    estimation:
      'Estimation: half-width {half} at {confidence} around a share of .5 (conservative), corrected for the lot size.',
    acceptanceUnlimited:
      'Acceptance: the smallest sample that passes a lot with {allowed} defective with probability at most {beta}; binomial, for an unlimited lot.',
    acceptance:
      'Acceptance: the smallest sample that passes a lot with {n, plural, one{# defect} other{# defects}}, the first number above {allowed}, with probability at most {beta}; hypergeometric.',
    drawnEqually: 'Items are drawn from the lot with equal probability, and inspectors detect every defect.',
    whichPass:
      'The curve shows which lots pass. A plan that accepts no defect needs the fewest items but rejects many good lots.',
    estimate:
      'To estimate the share of defects in {lot, select, none{an unlimited lot} other{a lot of {lot}}} to ± {allowed}: {items, plural, one{# item} other{# items}}.',
    noPlan:
      'No plan that accepts {n} is possible, because {lot, select, none{an unlimited lot} other{a lot of {lot}}} would always pass. Accept fewer defects, or inspect all items.',
    accept:
      'To accept it, with a lot of more than {allowed} defective passing at most {beta} of the time: {items, plural, one{# item} other{# items}} {accept, plural, =0{without a defect} one{with at most # defect} other{with at most # defects}}.',
    goodPasses: 'A lot with {good} defective passes {chance} of the time.',
    goodCountPasses:
      'A lot with {n, plural, one{# defect} other{# defects}}, the most within {good}, passes {chance} of the time.',
    goodLots: 'Good lots have the most defects within {good}, in whole items.',
    fair: 'A plan that rejects such a lot at most {beta}: {items, plural, one{# item} other{# items}}, at most {accept} defective.'
  },
  figureVerdicts: {
    noCommon: 'The {figures} figures without an n are not compatible with any common n up to {most}.',
    common:
      'The {figures} figures without an n can have been counted together out of {list}{more, select, yes{ and more} other{}}; of no number below {first}.',
    commonOne: 'The {figures} figures without an n can have been counted together out of {list}.',
    noN: 'The figure has no n: add “of” and the number, or check all figures without n together.',
    always: 'Possible: with n = {n}, every figure with these digits has a count.',
    one: '{kind, select, mean{Possible: a sum of {first} gives {figure} on {low} to {high}.} other{Possible: {first} of {n} gives {figure}.}}',
    some: '{kind, select, mean{Possible: {list}, as sums, give {figure} on {low} to {high}.} other{Possible: {list} of {n} give {figure}.}}',
    many: '{kind, select, mean{Possible: {ways} counts from {first} to {last} give {figure} on {low} to {high}.} other{Possible: {ways} counts from {first} to {last} give {figure}.}}',
    impossible:
      '{kind, select, mean{Impossible. No sum of {n, plural, one{# rating} other{# ratings}} gives {figure} on {low} to {high}: {near}.} other{Impossible. No count of {n} gives {figure}: {near}.}}',
    near: '{kind, select, mean{a sum of {count} gives {value}} other{{count} of {n} is {value}}}'
  },
  plannerSources: {
    agreement:
      '{judge} agrees with annotators on {value} of items{weighted, select, yes{, weighted to the run} other{}} ({interval, select, none{} other{95% CI {interval}, }}n {n} in {queries, plural, one{# query} other{# queries}}), the highest of {judges, plural, one{# judge} other{# judges}}',
    itemsInQueries: '{items, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}',
    effect:
      'with an observed design effect of {effect}{below, select, yes{, below 1: items of a query are not correlated} other{}}',
    represents: 'the sample represents {n, plural, one{# item} other{# items}}',
    onlyRight:
      'on {n, plural, one{# item} other{# items}} {first} alone is right on {a}, {second} alone on {b}{weighted, select, yes{, as shares weighted to the run} other{}}',
    differ: 'the two differ on {n} of {total}{weighted, select, yes{, as a share weighted to the run} other{}}',
    contenders:
      '{n, plural, one{# candidate} other{# candidates}} of {total} (single judges and majorities) {n, plural, one{is} other{are}} not significantly behind the best',
    critical: 'with a critical value of {critical} in this study',
    oneJudge: 'one judge',
    asPreregistered: 'as preregistered for the study',
    preregisteredTarget: 'the target preregistered for the study',
    people: '{n, plural, one{# person} other{# people}} on each item of the study',
    median: 'median of {n, plural, one{# label} other{# labels}} with a recorded time',
    alpha:
      'Krippendorff’s α {alpha}{weighted, select, yes{, as sampled,} other{}} on {n, plural, one{# item} other{# items}} labelled by two or more annotators',
    equal:
      '{equal} of {pairs, plural, one{# pair} other{# pairs}} of labels are equal ({percent}{weighted, select, yes{ weighted to the run} other{}}), on {n, plural, one{# item} other{# items}} labelled by two or more annotators',
    targetOfKappa:
      'The preregistered target {target} is not taken, because it is a target for weighted κ and the planner plans for shares of equal labels.',
    severalCategories:
      'Inter-annotator agreement is not taken from this study, because the planned test assumes two labels and the study has {n} categories.'
  }
} as const;
