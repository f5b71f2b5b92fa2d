export default {
  computingPage: {
    crumb: 'Computing',
    head: 'The figures are being computed',
    progress: '{share} of the figures are computed',
    done: '{share} done',
    waiting: 'waiting for its turn',
    about:
      '{n, plural, one{# blind label} other{# blind labels}} and the judges’ labels are compared, with 2,000 resamples per interval. The report opens when the figures are ready; they are stored until the data change.',
    continue: 'Continue'
  },
  accuracyPage: {
    title: 'Adjudicated labels',
    study: 'Study {number, id}, {name}',
    head: 'Accuracy against adjudicated labels',
    none: 'No label is adjudicated yet',
    noneAbout:
      'Adjudicated labels appear here. Adjudicators see all labels of an item under letters and record the correct one; the study is in their queue once all blind labels are committed.',
    accuracy: 'Accuracy',
    intervals: '95% intervals, clustered by query',
    about:
      '{n} of {items, plural, one{# item} other{# items}} adjudicated. An expert who saw all labels of the item recorded each adjudicated label.',
    aboutChanged:
      '{n} of {items, plural, one{# item} other{# items}} adjudicated, {changed} of them changed since. An expert who saw all labels of the item recorded each adjudicated label.',
    table: 'Accuracy of annotators and judges',
    withLabels: 'JSON, with every label',
    query: 'Query',
    item: 'Item',
    adjudicated: 'Adjudicated',
    people: 'People',
    judges: 'Judges',
    reason: 'Reason',
    noLabel: 'no label'
  },
  choicePage: {
    title: 'Selection',
    head: 'Selected judges and uncertainty of the selection',
    none: 'An ensemble is selected once annotators have committed labels.',
    label: 'weighted to the run; 2,000 resamples of the queries',
    shown:
      '{n} of {total} candidates: the best, the cheapest non-inferior one, and those on the Pareto front of agreement and cost.',
    methods: 'Methods',
    agreement: 'Agreement',
    shares: 'Shares',
    coefficients: 'Coefficients',
    prompt: 'Prompt',
    version: '{name}, version {version}',
    judge: 'Judge',
    json: 'Every figure, with the items behind it, is in the <link>JSON</link>.'
  },
  issuesPage: {
    title: 'Reported issues',
    lists: 'Precision and recall',
    missedBy: 'Missed by all',
    about:
      'Issues of all judges are merged if they quote the same passages. Annotators judged {n, plural, one{# merged issue} other{# merged issues}} blind and found {valid} of them valid.',
    head: 'Precision, recall and score of each list',
    interval: '95% interval by query',
    shown: 'The {n} of {total} lists with the highest F1 and every single judge; all in',
    precision:
      'Precision: valid issues among those that the list reports. Recall: reported issues among all valid ones that any judge reports. Both are weighted by 1 / inclusion probability.',
    precisionProbed:
      'Precision: valid issues among those that the list reports. Recall: reported issues among all valid ones that any judge or annotator reports. Both are weighted by 1 / inclusion probability.',
    rules:
      'Union (“any”), intersection (“all”), majority and average combine the lists of several judges. “Weighted” weighs each judge by its record on the other queries; it is shown for comparison and cannot be adopted.',
    score:
      'Score: the penalty table applied to the list, compared with the table applied to the valid issues, in points of 100, on {n, plural, one{# report} other{# reports}} of {all} in which annotators judged every merged issue.',
    notProbed:
      'Recall counts only issues that some judge reported. To measure what all judges miss, plan a study of the kind “Issues listed by annotators” on the same run, then draw this study from its results too.',
    probed:
      'Recall, probe: {n, plural, one{# valid issue} other{# valid issues}} that annotators listed themselves, without seeing any judge’s list.',
    missed: 'Valid issues that judges miss, estimated',
    missedLabel: 'Chapman’s capture–recapture, 95% interval by query',
    missedNone: 'Capture–recapture needs two judges that report issues.',
    missedAbout:
      'The fewer valid issues two judges have in common, the more both have missed. The estimate assumes that judges search independently and that all issues are equally easy to find; judges that resemble each other make it too low.'
  },
  itemsPage: {
    items: 'Items',
    noNumber: 'No items for this number',
    noNumberAbout:
      'The address names <code>{of}</code>, which is not a number of this report. The report may have changed since the link was created.',
    back: 'Back to the report',
    all: 'All items of the study',
    n: '{n, plural, one{# item} other{# items}}.',
    ordered: 'Annotators in this order: {people}; scale {scale}.',
    marks: 'Marks from left to right: {people}; filled {yes}, empty {no}, thin: no label.',
    only: 'Only items on which',
    allN: 'all {n}',
    filterN: '{filter} {n}',
    filter:
      '{filter, select, judge_and_people{a judge differs from annotators} people{annotators differ} judges{judges differ} other{a judge gave no label}}',
    noItem: 'No item',
    noMatch: 'No matching item',
    noItemAbout: 'The number is based on no item.',
    noMatchAbout: 'No item behind this number matches the filter.',
    showAll: 'Show all',
    range: '{from}–{to} of {n}',
    previous: 'Previous',
    next: 'Next',
    noLabel: 'no label',
    changed: 'Changed to {label} after the reveal.',
    state: '{state, select, abstained{abstained} unscored{unscored} other{{state}}}'
  },
  inRun: {
    label: 'Run whose judges are shown',
    head: 'Judges of <link>run {number, id}, {name}</link>',
    fit: '{fit}. Only labels that apply are used.',
    own: '{imported, select, yes{Report of the file’s own judges} other{Report of the study’s own run}}'
  },
  alignmentReport: {
    title: 'Alignment, {study}',
    verdict: 'Verdict',
    decision: 'Decision',
    limitationsN: 'Limitations, {n}',
    gates: 'Gates',
    populations: 'Populations',
    consensus: 'Weighted annotators',
    candidates: 'Candidates',
    issues: 'Reported issues',
    parts: 'Errors and biases',
    pairs: 'Pairwise agreement',
    itemsN: 'Items, {n}',
    question: 'Can LLM judges replace human annotators on {metric}?',
    committed: '{done} of {total, plural, one{# verdict} other{# verdicts}} committed',
    closedEarly: 'The study was closed before all verdicts were committed.',
    willChange: 'The figures will change as more verdicts are committed.',
    progress: 'Progress by annotator',
    labelFiles: 'Files of the labels',
    record: 'Record decision…',
    preregister: 'Preregister analysis plan',
    change: 'Change preregistration',
    planMore: 'Plan more labels',
    scoreItems: 'Score the items in a run',
    openJudged: 'Open {n, plural, one{# judged item} other{# judged items}}',
    openItems: 'Open {n, plural, one{# item} other{# items}}',
    judgesOf: 'Judges of',
    run: 'run {number, id}, {name}',
    file: 'the file {file}',
    show: 'Show',
    recorded: 'The decision is recorded.',
    recordedMeans: 'New runs of {metric} start with these judges.',
    earlierFigures: 'The figures have changed since the decision; those of today are below.',
    inForce:
      'New runs of {metric} start with the judges of the decision in force. A changed judge version or prompt reopens the decision.',
    limitations: 'Limitations of these figures',
    warnings: '{n, plural, one{# warning} other{# warnings}}',
    items: '{n, plural, one{# item} other{# items}}',
    defaults:
      'Default values, because no analysis plan was preregistered. A gate is undecided if the data are compatible with both outcomes.',
    asPlanned: 'As preregistered. A gate is undecided if the data are compatible with both outcomes.',
    noEscalation:
      'Escalation of single items is not defined on scores, because a score has a distance from the reference and no error.',
    gatesLabel:
      '{chosen, select, none{} other{{chosen}; }}{level} CI, {bias} for bias{weighted, select, yes{; weighted to the run} other{}}',
    intervals: '{level} intervals',
    dawidSkene: 'Dawid–Skene; 95% intervals by query',
    everyConsensus: 'Every candidate and system, and the estimated accuracy of each annotator',
    candidatesLabel:
      '{short, select, agreement{agreement} other{{kappa}}} with the {together, select, majority{majority} median{median} other{mean}} of annotators; dashed: target',
    noJudges: 'The run has no judges, so agreement is undefined.',
    allCandidates: '{n, plural, one{The only candidate} other{All # candidates}}',
    byQuery: '95% interval by query',
    issuesLink: 'Precision, recall and score of each list, and issues that all judges miss',
    partsHead: 'Errors of the selected ensemble and biases of each judge',
    pairsLabel: '{short, select, agreement{share of equal labels} other{{kappa}}}, 95% CI by query',
    allPairs: 'All pairs of raters',
    accuracy: 'Accuracy against adjudicated labels',
    protocols: 'Item-by-item judging compared with direct rating',
    itemsHead: '{n, plural, one{# item of {total} was} other{# items of {total} were}} labelled by annotators',
    inQueries: 'in {n, plural, one{# query} other{# queries}}',
    itemsLinks:
      '<all>{n, plural, one{The only item of the study} other{All # items of the study}}</all>, and <labels>labels by rater</labels>, <methods>methods</methods>',
    itemsLinksBegun:
      '<all>{n, plural, one{The only item of the study} other{All # items of the study}}</all>, <people>items on which annotators differ</people>, <judges>those on which a judge differs from annotators</judges>, and <labels>labels by rater</labels>, <methods>methods</methods>',
    overlapping:
      '{n, plural, =0{No item has labels from two or more annotators.} one{# item has labels from two or more annotators.} other{# items have labels from two or more annotators.}}'
  },
  pairsPage: {
    title: 'Pairwise agreement',
    consensus: 'Weighted annotators',
    either: 'Either judge',
    preferences: 'Preferences',
    labelled: 'Labels by rater',
    tooWide: 'With this many annotators the matrix of raters is too wide; all pairs are listed below.',
    byPopulation: 'Intervals by population',
    jackknife: 'Dawid–Skene; 95% jackknife interval by query',
    consensusTable: 'Agreement of candidates with majority and consensus',
    candidate: 'Candidate',
    bySystem: 'Agreement of {candidate} by system',
    system: 'System, {candidate}',
    consensusAbout:
      'The consensus weights each annotator by how often the others confirm their labels, label by label.',
    consensusUse:
      'Gates and the choice of the ensemble use the plain majority. A large difference indicates that some annotators are less accurate.',
    pseudonyms:
      'Annotators are pseudonyms, ordered by estimated accuracy. Items that an annotator labelled are not listed here.',
    pairsLabel: '{short, select, agreement{share of equal labels} other{{kappa}}}, 95% CI by query',
    diamond: 'The diamond pools all pairs of annotators; each pair counts once for each item that both labelled.',
    allAgree:
      'All {judges} judges agree on <figure>share</figure> of {n, plural, one{# item} other{# items}} ({interval}).',
    allAgreeOf: 'All judges agree',
    overRun: 'Pairwise agreement of judges over the whole run',
    overRunLabel:
      'share of equal labels, 95% CI by query; {units, plural, one{# unit} other{# units}} in {queries, plural, one{# query} other{# queries}}',
    overRunAbout: 'Every unit that the run scored counts, whether it was sampled for annotators or not.',
    eitherLabel: 'agreement with the majority of annotators',
    eitherBinary:
      'If two judges differ on an item with two labels, one of them is right. So “either right” is high by construction: it is reported but not used for selection.',
    eitherOther:
      'If two judges differ, one is often right. So “either right” is high by construction: it is reported but not used for selection.',
    preferencesLabel:
      'after the reveal; {n, plural, one{# preference} other{# preferences}} in {queries, plural, one{# query} other{# queries}}',
    preferencesNone:
      'After the reveal, annotators record which rationales they would rely on. The figures above do not use these preferences.',
    preferencesAbout: 'Given after reading the judges’ rationales: persuasion, not agreement. No figure above uses it.',
    labelledHead: 'Labels by rater, of {n, plural, one{# item} other{# items}}',
    people: 'Two annotators',
    pair: '{a} and {b}',
    amongPeople: 'Inter-annotator agreement',
    withTogether: 'Judges and the aggregated label: {together, select, majority{majority} median{median} other{mean}}',
    withPeople: 'Judges and single annotators',
    amongJudges: 'Judges with each other, items of the study',
    first: '{title}; the first {n} of {total}, the others in the CSV'
  },
  partsPage: {
    title: 'Errors and biases',
    errors: 'Errors',
    strata: 'Strata',
    breakdown: 'By category and query',
    checks: 'Judge by judge',
    head: 'Errors of the selected ensemble and biases of each judge',
    none: 'Errors and biases appear here once the first item is labelled.',
    figuresOf: 'Figures of {candidate}',
    figure: 'Figure',
    value: 'Value',
    uses: 'Agreement, coefficients and table use {n} of {total, plural, one{# item} other{# items}} with a blind label.',
    excluded:
      'Excluded: <split>{split}</split> because annotators are tied, <abstained>{abstained}</abstained> because every judge abstained, <unscored>{unscored}</unscored> because a judge failed.',
    disagreement: 'Counted as disagreement: <undecided>{n}</undecided> on which the judges are tied.',
    inPart: 'Counted in part, by the same rule in every figure: <split>{split}</split> on which annotators are tied.',
    inPartBoth:
      'Counted in part, by the same rule in every figure: <split>{split}</split> on which annotators are tied, <undecided>{n}</undecided> on which the judges are.',
    selected: '{candidate} was selected. Select another one by its name among the <link>candidates</link>.',
    shown: '{candidate} is shown. Select another one by its name among the <link>candidates</link>.',
    sensitivity:
      'Sensitivity: share of annotators’ “{yes}” that it finds. Specificity: share of annotators’ “{no}”. “With one annotator” compares it with every single label, as inter-annotator agreement does.',
    onePerson: '“With one annotator” compares it with every single label, as inter-annotator agreement does.',
    breakdownLabel: '{candidate}, as sampled; dashed: target',
    lowest: 'The {n} queries with the lowest agreement. <link>All {total}</link>.',
    left: '{n, plural, one{# query} other{# queries}} without a row: one item only, or beyond the first 200.',
    checksLabel: 'relative to annotators; 95% CI by query',
    alike: 'Items on which judges do not differ',
    apart: 'Items on which judges differ',
    allSampled: 'All, as sampled',
    allWeighted: 'All, weighted to the run',
    agreement: 'Agreement',
    sensitivityName: 'Sensitivity',
    specificityName: 'Specificity',
    withOne: 'With one annotator',
    coverage: 'Coverage'
  },
  correlationPage: {
    title: 'Scores by annotators',
    about:
      'Correlation of report scores from annotators’ labels with those of each judge, compared with the correlations that the suite’s publication reports.',
    group: '{title}, {group}',
    embargoed: 'Labelled but under embargo:',
    study: '{number}, {name}',
    none: 'No figures yet',
    noneAbout:
      'Scores of annotators and judges appear here once annotators label all units of reports in a blind study.',
    openStudies: 'Open studies'
  },
  metaPage: {
    title: 'Meta-evaluation',
    about:
      'Accuracy and cost of each judge, against adjudicated labels of blind studies and against spot checks, which are not blind. Published figures are shown for comparison only.',
    accuracy: 'Accuracy and cost of judges',
    suite: '{suite}; 95% intervals, clustered by query',
    ratings: 'Ratings beside users',
    ratingsOf: '{title} beside users',
    study: 'study {number, id}, {judge}',
    report: 'Alignment report of the study',
    none: 'No figures yet',
    noneAbout: 'Accuracies and costs appear here once a study has adjudicated labels or a spot check has answers.',
    openStudies: 'Open studies',
    embargo: 'Under embargo',
    embargoAbout: 'Annotators labelled these studies; a lead has to unblind their figures.',
    embargoed: '{number}, {name}'
  },
  validationPage: {
    title: 'Human validation',
    about:
      'ReportBench’s judging compared with annotators, beside the figures that arXiv 2508.15804 reports (A.2.3, A.2.6). Each share is over the units that both labelled.',
    none: 'No figures yet',
    noneAbout:
      'Shares appear here once annotators label references or statements in a blind study, or check prompts and gold lists in a round.',
    openStudies: 'Open studies',
    shares: 'Shares',
    clustered: '95% CIs, clustered by query',
    table: 'Shares of agreement and of errors',
    figure: 'Figure',
    from: 'From',
    judge: 'Judge',
    share: 'Share',
    printed: 'Printed',
    inInterval: 'Printed in interval',
    leftOut: 'Left out',
    ofQueries: 'of {n, plural, one{# query} other{# queries}}',
    undefined: 'undefined',
    noInterval: 'none',
    approx: 'about {share}',
    holds: '{holds, select, yes{yes} other{no}}',
    method:
      'With several annotators, the label of more than half counts; units without such a label or without a judge’s label are excluded. No interval: fewer than two queries. Compare figures entered by hand with <code>voirdire study validation</code>.',
    embargo: 'Under embargo',
    embargoAbout: 'Annotators labelled these studies; a lead has to unblind their figures.',
    embargoed: '{number}, {name}'
  },
  protocolsPage: {
    crumb: 'Protocols compared',
    data: 'Data',
    order: 'Order of reports',
    distance: 'Distance from annotators',
    retest: 'Test–retest consistency',
    next: 'Next steps',
    head: '{protocol}: item-by-item judging compared with direct rating',
    impossible: 'No comparison is possible. {why}',
    noLabel: 'The comparison appears here once an item of this study is labelled.',
    noRating:
      'The comparison appears here once a judge of this study rates its reports directly. Annotators labelled {items, plural, one{# item} other{# items}} of {reports, plural, one{# report} other{# reports}}.',
    about:
      '{judges} judged the same reports twice: item by item under {protocol}, and by direct rating from 0 to 10. Both are compared with the annotators’ labels.',
    method:
      'The annotators’ score of a report is the mean label of its sampled items, weighted by inverse inclusion probability; a tie counts ½. With few items it is approximate for both protocols. The scores of both protocols are of the whole report.',
    reports: 'Reports',
    reportsOf: '{n} with a blind label, {items, plural, one{# item} other{# items}}',
    chosen: 'Chosen',
    chosenRun: '{protocol}, <link>run {number, id}</link>',
    direct: 'Direct',
    directRuns: '{protocol},',
    run: 'run {number, id}',
    intervals: 'Intervals',
    byQuery: '95%, by query',
    orderLabel: 'share of pairs of reports on one query, 95% CI by query',
    pairs: 'pairs',
    reportsHead: 'reports',
    itemByItem: 'item by item',
    directRating: 'direct rating',
    pairAgrees: 'A pair agrees if annotators and the protocol rank the same report first, or if both rate them equal.',
    ties: '{judge}: of {n, plural, one{# pair} other{# pairs}} {people} are tied by annotators, {chosen} item by item, {direct} by direct rating',
    distanceLabel: 'mean absolute difference in points of 100, less is better',
    distanceAbout:
      'A rating of 7 counts as 70 points. Annotators labelled items, so this measure favours a protocol that asks about items; the order of reports does not.',
    retestLabel: 'standard deviations over repeats, in points of 100',
    spread: 'Spread over repeats',
    judge: 'Judge',
    by: 'by',
    sdMeans: 'SD of the means',
    sdMeansOf: 'Standard deviation of the mean score over the repeats',
    sdWithin: 'SD within a report',
    sdWithinOf: 'Mean over reports of the standard deviation over the repeats',
    repeats: 'repeats',
    noRepeats:
      'No judge was asked repeatedly under either protocol, so the spread is undefined. Plan a run with repeats to measure it.',
    onceOnly: '–: asked once only, so the spread is undefined.',
    smallSd:
      'A small SD of the means does not show a consistent judge: errors cancel over reports. Check the SD within a report as well.',
    without: 'Judges without a direct rating',
    directHead: 'Direct rating',
    planRun:
      '{n, plural, one{{judges} has} other{{judges} have}} no direct rating of these reports. <link>Plan a run like run {run, id}</link>, choose “{protocol}” as its metric, the same judges with the same settings, and three repeats to measure the spread.',
    leadCan:
      '{n, plural, one{{judges} has} other{{judges} have}} no direct rating of these reports. A lead can start a run of the same reports and judges with the metric “{protocol}”.',
    cost: 'One question per report and repeat, with far fewer tokens than item-by-item judging. The judge <code>rules</code> is code and cannot rate directly.'
  },
  protocolHeads: {
    none: 'No comparison is possible yet',
    orderMore:
      '{n, plural, one{{judges} orders} other{{judges} order}} reports like annotators more often by the chosen protocol',
    orderLess:
      '{n, plural, one{{judges} orders} other{{judges} order}} reports like annotators less often by the chosen protocol than by direct rating',
    orderBoth:
      '{n, plural, one{{judges} orders} other{{judges} order}} reports like annotators more often by the chosen protocol; {others} less often by it than by direct rating',
    orderOne:
      '{judge} orders {chosen} of the pairs like annotators, {direct} by direct rating; no significant difference is shown',
    orderSame: 'The protocols do not differ significantly in the order of reports',
    distanceNearer:
      '{n, plural, one{{judges} comes} other{{judges} come}} nearer to annotators’ scores by the chosen protocol',
    distanceFarther:
      '{n, plural, one{{judges} is} other{{judges} are}} farther off annotators’ scores by the chosen protocol than by direct rating',
    distanceBoth:
      '{n, plural, one{{judges} comes} other{{judges} come}} nearer to annotators’ scores by the chosen protocol; {m, plural, one{{others} is} other{{others} are}} farther off by it than by direct rating',
    distanceOne:
      '{judge} is {chosen} points off annotators’ scores, {direct} by direct rating; no significant difference is shown',
    distanceSame: 'The protocols do not differ significantly in the distance from annotators’ scores'
  },
  importLabels: {
    title: 'Import labels',
    about:
      'Labels that annotators and judges gave outside Voirdire become a study with pairwise agreement and gates. Its judges cannot be adopted, because only their names are known.',
    file: 'File',
    fileField: 'CSV, JSONL or an export of another tool',
    another: 'Another file',
    fileHint:
      'One rating per row (<code>item</code>, <code>rater</code>, <code>label</code>), or one item per row with a column for each rater. A cluster column (<code>query</code>) makes intervals account for clustering. Exports of other annotation and evaluation tools are recognised: JSON, JSONL, Parquet, <code>.eval</code> or <code>.zip</code>, up to 24 MB; tables up to 8 MB.',
    paste: 'Or paste its content',
    reading: 'Reading …',
    labelsRead: '{n, plural, one{# label read} other{# labels read}}',
    readAgain: 'Read it again',
    read: 'Read file',
    notRead: 'The file could not be read: {n, plural, one{# problem} other{# problems}}',
    refused: '{why} {n, plural, one{# problem} other{# problems}}',
    preview: 'Preview',
    problems: 'Problems of the file',
    more: 'And {n} more, most of them of the same kind.',
    correct: 'Correct the file, or assign its columns below, then read it again.',
    columns: 'Columns',
    rowHolds: 'A row holds',
    oneRating: 'one rating',
    oneItem: 'one item, with a column for each rater',
    noneItem: 'none: every row is one',
    none: 'none',
    labelColumns: 'Columns of labels; each becomes a separate study',
    noneLeft: 'none is left',
    study: 'The study',
    name: 'Name',
    criterion: 'Criterion',
    criterionHint: 'coherence, for example',
    labelIs: 'A label is',
    choose: 'choose',
    ofThese: 'Of these',
    scaleOf: 'Scale of {question}',
    scaleOfHint:
      'All possible values, including those that no rater chose: binary:yes,no (the label that counts as 1 first), nominal:a|b|c, preference:A,tie,B, ordinal:1..5 or interval:0..10',
    hint: '{level}: {hint}',
    withoutValue: 'Labels without a value',
    withoutHint: 'unclear, unusable: counted and excluded from agreement',
    raters: 'Raters',
    role: '{role, select, person{person} judge{judge} other{no rater}}',
    import: 'Import',
    cancel: 'Cancel',
    level:
      '{level, select, binary{one of two} preference{which of two} nominal{one of several, no order} ordinal{steps in order} other{a number}}',
    levelHint:
      '{level, select, binary{yes, no: the one that counts as 1 first} preference{A, tie, B} nominal{supported | refuted | unclear: all categories; empty uses those in the file} ordinal{1..5, or poor, fair, good: all steps, lowest first} other{0..10: the lowest and highest possible score}}',
    columnName:
      '{column, select, item{Item} rater{Rater} cluster{Cluster} system{System} category{Category} stratum{Stratum} other{Inclusion probability}}',
    columnHint:
      '{column, select, item{id of the judged item; rows with the same id belong together} rater{name of the rater} cluster{query or document; its items are correlated} system{system whose output was judged} category{kind of item, for figures by category} stratum{sampling stratum} other{probability of being sampled, above 0 and up to 1}}'
  },
  reportHeads: {
    noCandidate: 'No candidate can be compared yet',
    onlyCandidate:
      'The only candidate {reach, select, yes{reaches} other{is below}} the target of {target}{unequal, select, yes{ as sampled} other{}}, before correction',
    candidates:
      '{n, plural, =1{One} =2{Two} =3{Three} =4{Four} =5{Five} =6{Six} =7{Seven} =8{Eight} =9{Nine} other{#}} candidates; {reach, plural, =0{none reaches} =1{one reaches} =2{two reach} =3{three reach} =4{four reach} =5{five reach} =6{six reach} =7{seven reach} =8{eight reach} =9{nine reach} other{# reach}} the target of {target}{unequal, select, yes{ as sampled} other{}}, before correction for selection',
    candidatesOf:
      '{n, plural, =1{One} =2{Two} =3{Three} =4{Four} =5{Five} =6{Six} =7{Seven} =8{Eight} =9{Nine} other{#}} of {total} candidates can be compared; {reach, plural, =0{none reaches} =1{one reaches} =2{two reach} =3{three reach} =4{four reach} =5{five reach} =6{six reach} =7{seven reach} =8{eight reach} =9{nine reach} other{# reach}} the target of {target}{unequal, select, yes{ as sampled} other{}}, before correction for selection',
    ratersUndefined: 'Agreement of judges with annotators is undefined',
    peopleUndefined: 'Inter-annotator agreement is undefined: no item has labels from two annotators',
    ratersOverlap: 'The interval of every judge overlaps that of inter-annotator agreement',
    raters:
      '{m, plural, =0{} one{{more} agrees with annotators more than annotators agree with each other} other{{more} agree with annotators more than annotators agree with each other}}{both, select, yes{; } other{}}{l, plural, =0{} one{{less} agrees with annotators less than annotators agree with each other} other{{less} agree with annotators less than annotators agree with each other}}{open, plural, =0{} one{; the interval of the other overlaps that of inter-annotator agreement} other{; the intervals of the others overlap that of inter-annotator agreement}}',
    noError: 'No item has an untied label from both annotators and judges',
    strict:
      'Too strict on {missed} and too lenient on {found} of {n, plural, one{# item} other{# items}}{tied, plural, =0{} other{, one side tied on #}}{worse, select, first{: a {yes} is missed more often than a {no}} second{: a {no} is missed more often than a {yes}} other{}}',
    reverse:
      '“{no}” for annotators’ “{yes}” on {missed}, the reverse on {found} of {n, plural, one{# item} other{# items}}{tied, plural, =0{} other{, one side tied on #}}{worse, select, first{: “{yes}” is missed more often than “{no}”} second{: “{no}” is missed more often than “{yes}”} other{}}',
    sameCategory: 'Same category as annotators on {same} of {n, plural, one{# item} other{# items}}',
    sameLabel:
      'Same label as annotators on {same} of {n, plural, one{# item} other{# items}}, the opposite side on {opposite}',
    sameStep:
      '{cells, select, ranges{Same range} other{Same label}} as annotators on {same} of {n, plural, one{# item} other{# items}}, lower on {lower}, higher on {higher}',
    issues:
      'Selected list of issues: {p, select, none{precision undefined} other{precision {precision} {pInterval}, n = {pN}}}; {r, select, none{recall undefined} other{recall {recall} {rInterval}, n = {rN}}}',
    issuesOpen: 'Precision and recall of each list of issues',
    noInterval: 'no interval',
    range: '{least} to {most}',
    pairsNone: 'Pairwise agreement is undefined: no item has labels from two raters',
    pairsJudges: 'Pairwise agreement of judges {range}; inter-annotator agreement is undefined',
    pairsPeople: 'Inter-annotator agreement {people} ({interval})',
    pairsBoth: 'Inter-annotator agreement {people} ({interval}); pairwise agreement of judges {range}',
    kappaNone: 'Pairwise agreement is undefined: fewer than two raters',
    kappaJudges: 'Quadratic κ between judges {range}; between annotators undefined',
    kappaPeople: 'Quadratic κ between annotators {people} ({interval})',
    kappaBoth: 'Quadratic κ between annotators {people} ({interval}), between judges {range}',
    eitherNone: 'Fewer than two judges labelled an item with a blind label',
    eitherNever: 'No two judges were wrong on the same item',
    eitherWrong: 'Two judges were both wrong on {range} of items',
    strataOne: 'Only one stratum has labels, so strata cannot be compared',
    strataLower: 'Agreement is lower on items on which judges differ: {apart} against {alike}',
    strataHigher: 'Agreement is higher on items on which judges differ: {apart} against {alike}',
    strataEqual: 'Agreement is equal on items on which judges differ: {apart} against {alike}',
    strataOverlap:
      'Agreement is {apart} on items on which judges differ and {alike} on the others; the intervals overlap',
    noPreference: 'No preference has been recorded',
    noneAlone: 'None of {n, plural, one{# preference} other{# preferences}} was for one judge alone',
    preferred:
      '{name} was preferred alone most often, {k} of {n, plural, one{# time} other{# times}}{overlap, select, yes{; the intervals overlap} other{}}',
    preferredEqually:
      '{name} and {other} were preferred alone equally often, {k} of {n, plural, one{# time} other{# times}} each',
    breakdownNone: 'Fewer than two categories or queries have a figure',
    breakdown:
      'From {least} ({leastName}) to {most} ({mostName}) over {n} {of, select, categories{categories} other{queries}}{overlap, select, yes{; the intervals overlap} other{}}',
    longer: 'favours longer reports more than annotators do',
    shorter: 'disfavours longer reports more than annotators do',
    own: 'favours systems of its own maker',
    others: 'disfavours systems of its own maker',
    first: 'favours the text shown first',
    second: 'favours the text shown second',
    biased: '{name} {biases}',
    next: '{before}; {after}',
    unbiased: 'No judge shows a significant bias by length, maker or position',
    biasUndefined: 'Biases by length, maker and position are undefined for every judge',
    choice: 'Uncertainty of the selection among the candidates',
    oneCandidate: 'There is one candidate'
  },
  reportNotes: {
    rulesBinary:
      '“Any” gives the first label if at least one judge does, “all” only if every judge does; “average” is the share of judges that do.',
    rulesPreference:
      '“Average” is the side on which the mean of 1, ½ and 0 lies; “majority” is the most frequent label of the judges; otherwise a tie.',
    rulesNominal:
      '“Majority” is the category that most judges give. If several are equally frequent the candidate gives none, which counts as disagreement. Categories have no mean or median.',
    rulesOrdinal: '“Average” is the mean of the judges’ scores, not rounded; “median” the middle one.',
    rulesInterval: '“Average” is the mean of the judges’ scores; “median” the middle one.',
    figuresBinary:
      'Agreement is on items that every judge labelled; κ and AC1 are on all items that the candidate labelled, with n if it differs. A tied “average” counts half in each of these figures.',
    figuresPreference:
      'Agreement is on items that every judge labelled, a tie being an answer; κ and AC1 are on all items that the candidate labelled, with n if it differs.',
    figuresNominal:
      'Agreement is on items that every judge labelled; κ and AC1 are on all items that the candidate labelled, with n if it differs.',
    figuresOrdinal:
      'κ with quadratic weights: 1 is perfect agreement, 0 is chance agreement; a difference of two steps counts four times a difference of one. It is on items that every judge labelled.',
    figuresInterval:
      'κ with quadratic weights: 1 is perfect agreement, 0 is chance agreement; differences count by their squares. It is on items that every judge labelled.',
    chosenIn:
      'Chosen in: share of bootstrap resamples of the queries that select the candidate. Maximum deficit: one-sided 95% bound, simultaneous over all candidates, on the difference from the best; a candidate within the preregistered margin δ is non-inferior.',
    front: 'On the Pareto front: no candidate is better in agreement or cost without being worse in the other.',
    hollow:
      'Hollow points: the whole interval lies below that of the selected candidate. Open a name to see its errors.',
    links: 'Each number links to the items that both labelled. Darker: higher agreement.',
    diamond: 'The diamond is inter-annotator agreement, the reference for a judge’s agreement with one annotator.',
    ceiling:
      'Coefficients of all annotators measure inter-annotator agreement, which limits the agreement that a judge can reach.',
    sampled: 'Figures of this section are as sampled, unless they are said to be weighted to the run.',
    strata: 'Items were sampled by stratum. If weighted, each counts by its inverse inclusion probability.',
    categories:
      'Categories: intervals by query. Single queries: items are treated as independent, so these intervals are exploratory.',
    manyRows: 'With many rows, some are low by chance.',
    relative:
      'A judge with high agreement may still be biased by length, maker or position. Each figure is relative to annotators: a preference that annotators share is not counted as bias.',
    notAdjusted:
      'These intervals are not adjusted for multiple tests. The bias gate tests the selected ensemble; all its parts must pass, so it needs no adjustment.',
    persuasion: 'Preferences after the reveal measure persuasion, not agreement. No figure on this page uses them.'
  },
  numberInWords: {
    items: 'All items of the study',
    rated: 'Items with a blind label',
    common: 'Items on which the candidates are compared',
    withoutValue: 'Items for which {name} gave a label without a value',
    abstained: 'Items on which {name} abstained',
    unscored: 'Items that {name} left unscored',
    severalLabels: 'Items with labels from two or more annotators',
    oneAnnotator: 'one annotator',
    anotherAnnotator: 'another annotator',
    majority: 'the majority of annotators',
    allJudges: 'Items with a label from every judge',
    consensus: 'Items with three or more labels that every judge labelled',
    consensusOf: 'Items with three or more labels that every judge labelled, {system}',
    bothDecided: 'Items that {a} and {b} and annotators decided',
    agree: 'Items on which {a} and {b} agree',
    differ: 'Items on which {a} and {b} differ',
    bothLabelled: 'Items with a label from {a} and {b}',
    allPreferred: 'Items on which all judges were preferred equally',
    nonePreferred: 'Items on which no judge was preferred',
    preference: 'Items with a preference',
    preferredWithOthers: 'Items on which {name} was preferred, alone or with others',
    preferredOrAll: 'Items on which {name} was preferred, or all judges equally',
    preferredAlone: 'Items on which {name} was preferred alone',
    preferredTogether: 'Items on which {name} was preferred together with others',
    gate: 'Items of a gate: {gate}',
    gatePart: 'Items of a gate: {gate}; {part}',
    ceiling: 'Items with labels from two or more annotators: {name}',
    behind: 'Items behind “{figure}” of {name}',
    droppedAbstained: 'Items on which every judge of {name} abstained',
    droppedUnscored: 'Items on which a judge of {name} failed',
    droppedTied: 'Items excluded because annotators are tied, answered by {name}',
    halvedTied: 'Items on which annotators are tied, answered by {name}',
    undecided: 'Items on which {name} is undecided',
    coverage: 'Items with a blind label, answered by {name} or not',
    answered: 'Items with a blind label that {name} answered',
    compared: 'Items on which {name} is compared with the other candidates',
    onePerson: 'Items on which {name} is compared with single annotators',
    stratum: 'Items of one stratum that {name} answered',
    sensitivity: 'Items on which annotators say yes or are tied, answered by {name}',
    specificity: 'Items on which annotators say no or are tied, answered by {name}',
    cellBoth: 'Items on which annotators and {name} both say {label}',
    cellDiffer: 'Items on which annotators say {label} and {name} says {other}',
    cellTied: 'Items on which annotators are tied and {name} says {other}',
    cellUndecided: 'Items on which annotators say {label} and {name} is undecided',
    cellNeither: 'Items on which annotators are tied and {name} is undecided',
    category: 'Items of {name} that the chosen candidate answered',
    query: 'Items of query {name} that the chosen candidate answered',
    severity: 'Items that annotators and {name} labelled',
    length: 'Items in the correlation of {name} minus annotators with length',
    family: 'Items on queries that {name}’s own maker and others answered',
    position: 'Comparisons that {name} saw in both orders',
    consistency: 'Items that {name} judged more than once'
  },
  populations: {
    row: '{key, select, ensemble{Selected ensemble with annotators together} withone{Selected ensemble with one annotator} other{One annotator with another}}',
    both: 'Agreement for these annotators, and for annotators like these',
    only: '{n, plural, one{Agreement for this one annotator only} other{Agreement for these # annotators only}}',
    bothAbout:
      'Both intervals treat queries as a sample. The first generalizes to these {n} annotators and queries like these. The second adds the variance between annotators and generalizes to annotators like these: the variance by query plus that by annotator less that of both together, with t on min(queries, annotators) − 1 degrees of freedom.{weighted, select, yes{ All figures are weighted to the run.} other{}}',
    limitation:
      'Limitation: {n, plural, one{one annotator} other{# annotators}} labelled items. With fewer than {enough} the variance between annotators is not estimated, so every interval generalizes to these annotators and queries like these only. Other annotators may agree less.{weighted, select, yes{ All figures are weighted to the run.} other{}}',
    tooFew: 'fewer than {enough} annotators'
  },
  consensus: {
    head: 'Weighted consensus of annotators, compared with their majority',
    undefinedHead: 'The weighted consensus of annotators is undefined',
    scores:
      'The weighted consensus of annotators (Dawid–Skene) is undefined: annotators give scores, and the model is defined for labels only.',
    fewAnnotators:
      'The weighted consensus of annotators (Dawid–Skene) is undefined: at least {annotators} annotators are needed.',
    fewLabels: 'The weighted consensus of annotators (Dawid–Skene) is undefined: no item has {labels} labels or more.',
    fewItems:
      'The weighted consensus of annotators (Dawid–Skene) is undefined: fewer than {items} items have {labels} labels or more.',
    noAnswers:
      'The weighted consensus of annotators (Dawid–Skene) is undefined: no item with {labels} or more labels was labelled by every judge.',
    model:
      'The model is estimated from {items, plural, one{# item} other{# items}} with {labels} labels or more by {annotators, plural, one{# annotator} other{# annotators}}. It assumes independent errors: errors that annotators share count as truth.',
    found:
      'Agreement of {name} with the Dawid–Skene consensus of annotators is {consensus}, and with their majority {majority}; the difference is {difference}{weighted, select, yes{, weighted to the run} other{}}, n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}. {model}'
  },
  escalation: {
    found:
      'If at least {judges} of {of} judges give the ensemble’s answer ({coverage} of items), it disagrees with annotators on {wrong} of {covered, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}; one-sided {level} upper bound, clustered by query, {bound}; tolerated {tolerated}.'
  },
  labelNoise: {
    noPairs: 'How far label noise limits agreement cannot be estimated: no item has labels from two annotators.',
    undefined: 'How far label noise limits agreement cannot be estimated: {why}.',
    ci: '{value} ({level} CI [{low}, {high}])',
    share:
      'Two annotators give the same label in {same} of {n, plural, one{# pair} other{# pairs}}{weighted, select, yes{, weighted to the run} other{}}, which implies an error rate of {error} per label. With this label noise, a perfect judge would agree with the reference on {ceiling} {reach, select, out{of the items, so a target of {target} cannot be reached with these labels} uncertain{of the items, so it is uncertain whether a target of {target} can be reached with these labels} other{of the items}}.',
    kappa:
      'The quadratic-weighted κ of two annotators is {same} ({n, plural, one{# pair} other{# pairs}}{weighted, select, yes{, weighted to the run} other{}}), which is the reliability of one of them. With this label noise, a perfect judge would reach a κ of {ceiling}{reach, select, out{, so a target of {target} cannot be reached with these labels} uncertain{, so it is uncertain whether a target of {target} can be reached with these labels} other{}}.',
    latent: '{noise} A latent class model (Dawid–Skene) gives {value}.'
  },
  candidateColumns: {
    equal: 'Equal',
    equalTitle: 'Share of items with exactly the same score',
    within: 'Within',
    withinTitle: 'Share of items within one step',
    apart: 'Apart',
    apartTitle: 'Mean absolute difference in units of the scale',
    linear: 'Linear κ',
    linearTitle: 'Linear-weighted κ',
    kendallTitle: 'Kendall’s τ_b',
    halfTie: 'Ties as ½',
    halfTieTitle: 'A tie on one side counts half',
    noTies: 'No ties',
    noTiesTitle: 'Items without a tie on either side',
    sensitivity: 'Sens.',
    sensitivityTitle: 'Sensitivity: share of annotators’ {label} that the candidate finds',
    specificity: 'Spec.',
    specificityTitle: 'Specificity: share of annotators’ {label} that the candidate finds'
  }
} as const;
