/** The protocol of a study: its page and its files for people. */
export default {
  protocolDocument: {
    title: 'Protocol of study {n, id}: {name}',
    project: 'Project',
    status: 'Status',
    statusIs: '{status, select, open{open} paused{paused} other{closed}}',
    created: 'Created',
    labelled: 'First and last label',
    labelledIs: '{labels, select, none{none yet} other{{first}, {last}}}',
    closed: 'Closed',
    unblinded: 'Figures unblinded',
    notYet: 'not yet',
    asked: 'Question and labels',
    kind: 'Kind',
    kindIs: '{kind}. {about}',
    question: 'Question',
    questionOfUnit: 'specific to each unit',
    scale: 'Scale',
    level:
      '{level, select, binary{two labels} preference{preference: first, tie, second} nominal{nominal categories} ordinal{ordinal labels} interval{numbers} other{{level}}}',
    short: 'Beside every item',
    input: 'Additional input',
    inputIs:
      '{input, select, dimensions{points for each report in the dimensions of the metric} answers{further acceptable answers} both{points for each report in the dimensions of the metric; further acceptable answers} other{nothing}}',
    abstention: 'Abstention',
    abstentionIs: '“Cannot judge”, with a reason: {reasons}',
    labels: 'Labels and their keys',
    label: 'Label',
    displayed: 'Displayed label',
    explanation: 'Explanation',
    key: 'Key',
    guideline: '{n, plural, one{Guideline} other{Guideline versions}}',
    version: 'Version {n, id}',
    inForce: 'in force from {moment}',
    sampling: 'Sampling',
    population: 'Population',
    populationIs:
      'run {run, id} on {metric}, {judges, plural, one{# judge} other{# judges}}{searching, plural, =0{} other{ (# with web search)}}{prompted, select, no{} other{, prompt {prompt} {version} ({hash})}}',
    selfJudging: 'Self-judging',
    selfJudgingIs:
      '{own} of {judges, plural, one{# judge shares} other{# judges share}} a maker or model with a system that they judged{unknown, plural, =0{} other{; unknown for #, because a maker is not recorded}}',
    dataset: 'Dataset',
    datasetIs: 'version {n, id}, SHA-256 {hash}',
    sample: 'Sample',
    sampleIs:
      '{reports, plural, one{# report} other{# reports}} of {systems, plural, one{# system} other{# systems}} on {queries, plural, one{# query} other{# queries}}',
    method: 'Method',
    methodIs:
      'controlled rounding: equal inclusion probability within a stratum; each query, system and report received its share, rounded up or down',
    excluded: 'Excluded from all figures',
    excludedItems: '{purpose, select, other{{purpose}}} {n}',
    batches: 'Batches',
    batch: 'Batch',
    sampledAt: 'Sampled at',
    seed: 'Seed',
    requested: 'Requested',
    available: 'Available',
    sampled: 'Sampled',
    inTotal: '{n} in total',
    perGroup: '{n} per {by, select, category{category} system{system} other{item}}',
    inReports:
      '{reports, plural, one{# report} other{# reports}}, at most {n, plural, one{# item} other{# items}} per report',
    byAgreement: '{agree} on which judges do not differ, {differ} on which they differ',
    onlyOf: '{sizes}; only {only}',
    group: '{by, select, category{category} system{system} other{item}}: {names}',
    strata: 'Units by batch and stratum, with inclusion probabilities',
    stratum: 'Stratum',
    stratumIs: '{stratum, select, other{{stratum}}}',
    units: 'Units',
    probability: 'Inclusion probability',
    presentation: 'Presentation to annotators',
    order: 'Order',
    orderIs:
      'by report, with the items of a report in list order; the order of reports was randomised for each annotator',
    names: 'Names of systems in the texts',
    namesAre: '{masked, select, yes{masked, except in URLs} other{not masked}}',
    hidden: 'Hidden until labels were submitted',
    hiddenAre:
      'systems, judges and their verdicts, other annotators and their labels, strata, and the purpose of training, gold and repeated items',
    verdicts: 'Verdicts of judges shown',
    verdictsAre:
      '{reveal, select, after_report{after all items of a report were labelled; blind labels could not be changed afterwards} at_end{after an annotator had labelled all items; blind labels could not be changed afterwards} on_difference{after all items of a report were labelled, and only if labels differed; blind labels could not be changed afterwards} other{never}}',
    orders: 'Order of texts, left to right',
    ordersAre: '{orders}; the second annotator of an item saw the reverse order',
    orderShown: '{order}: {n, plural, one{# time} other{# times}}',
    annotators: 'Annotators',
    annotatorsAbout:
      '{n, plural, one{# annotator} other{# annotators}}, {overlap} per item. No annotator had access to results of the project.',
    pseudonyms: 'Annotators, under the pseudonyms used in all exports of this study',
    annotator: 'Annotator',
    items: 'Items',
    reports: 'Reports',
    labelsGiven: 'Labels',
    firstLabel: 'First label',
    lastLabel: 'Last label',
    events: 'Protocol events',
    noEvents: 'None: no pauses, extensions or reassignments, and no interim looks at open items.',
    event: '{moment}: {detail}'
  },
  protocolEvents: {
    pause: 'Paused: no label could be committed from then on.',
    resume: 'Resumed after {minutes} min.',
    reassign:
      'The lead gave {items, plural, one{# item} other{# items}} of {reports, plural, one{# report} other{# reports}} from {from, select, waiting{the unassigned ones} other{{from}}} to {to, select, waiting{the unassigned ones} other{{to}}}; {stayed} stayed.',
    extend:
      'Extended by batch {batch, id}, seed {seed, id}, among {people, plural, one{# annotator} other{# annotators}}.',
    leases:
      'Work may be taken over: an opened report after {idles, select, no{never} other{{idle} min without a touch}}, unopened ones after {waits, select, no{never} other{{unopened} h without a touch}}.',
    guideline: 'Version {n, id} of the guideline began to count.',
    close: 'Closed: no label could come any more.',
    unblind:
      'A lead looked at items while {open, plural, one{# label was} other{# labels were}} outstanding and {labels, plural, one{# was} other{# were}} in. Reason given: {reason}',
    move: 'From here on, {n, plural, one{# item} other{# items}} passed to another annotator, {why, select, idle{because its annotator left it idle} other{from the unassigned ones}}.'
  }
} as const;
