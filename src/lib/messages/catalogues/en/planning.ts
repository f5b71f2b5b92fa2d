export default {
  revealPolicies: {
    label:
      '{policy, select, after_report{After each report} at_end{At the end} on_difference{Only on disagreement} other{Never}}',
    means:
      '{policy, select, after_report{After judging all assigned items of a report, annotators see the judges’ verdicts and record a preference.} at_end{Annotators see the judges after judging all their items, and get no further ones, so judges cannot influence later labels.} on_difference{After each report, annotators see the judges only on items on which the labels, including their own, differ.} other{Annotators never see the judges: no preferences or revised labels are collected, and the items remain blind for a later study.}}',
    short:
      '{policy, select, after_report{after each report} at_end{at the end} on_difference{only on disagreement} other{never}}'
  },
  studyPlan: {
    question: 'Question',
    labels: '{title}: {labels}',
    labelsBesides: '{title}: {labels}; {besides}',
    metric: 'Metric',
    run: 'Run',
    items: 'Items',
    itemsOf:
      '{items} of {reports, plural, one{# report} other{# reports}}: judges differ on {differ}, agree on {agree}',
    annotators: 'Annotators',
    annotatorsPer: '{n}, {each} per item',
    labelCount: 'Labels',
    seed: 'Seed',
    reveal: 'Reveal of the judges',
    batches: 'Batches',
    batchCount: '{n, plural, =1{one, as planned} one{#} other{#}}',
    looks: 'Interim looks at items',
    lookCount: '{n, plural, =0{none} one{#} other{#}}',
    plannedBy: 'Planned by',
    commandLine: 'command line',
    plannedAt: '{name}, {when} UTC',
    closed: 'Closed',
    closedAt: '{when} UTC'
  },
  planStudy: {
    title: 'Plan a study',
    planner: 'Sample size planner',
    noRun: 'No run has ended yet',
    noRunAbout: 'A study samples items that judges have labelled. You can plan one once a run has ended.',
    openRuns: 'Open runs',
    copied: 'A draft: the plan of study {n, id}',
    copiedAbout:
      'Nothing is created before you start the study. Choose a run; the items are drawn again with another seed.',
    notCopied:
      '{n, plural, one{# training or gold item of study {study, id} is not copied.} other{# training or gold items of study {study, id} are not copied.}}',
    unable:
      '{n, plural, one{# annotator of study {study, id} cannot judge now and is left out.} other{# annotators of study {study, id} cannot judge now and are left out.}}',
    preview: 'Preview',
    reveal: 'Reveal of the judges',
    revealLegend: 'Time of the reveal',
    notRevealed: '{why} Nothing is shown in this kind of study.',
    guideline: 'Guideline',
    short: 'In short, beside every item',
    shortHint: 'One or two sentences: criteria and rules for doubtful cases. Do not mention answers of judges.',
    ownPage: 'Your own guideline page',
    ownPageElse: 'otherwise the default of the kind',
    markdown: 'Text in Markdown',
    markdownHint:
      'Empty: the page of the kind, with keys, worked examples and common errors. You can write further versions of both after the study is created.',
    start: 'Start study',
    startAbout: 'A preview saves nothing. The study starts with the current form; the same seed draws the same items.',
    refused: 'The study cannot start with these settings.',
    stale: 'The form changed after the preview.',
    staleAbout: 'Preview again to update the sample.',
    defaults: 'by the values that hold if nothing else is preregistered',
    before: 'Before it starts',
    beforeAbout:
      '“Preview” draws the sample without saving it: available items, their distribution over queries and systems, and the workload per annotator.',
    equalChance:
      'Within its group, every item has the same inclusion probability, balanced over queries, systems and reports.',
    together: 'Items of a report stay together, so each annotator reads a report once.',
    excluded:
      'An item is excluded if one of the annotators has it in another open study or has seen the judges’ verdicts on it.'
  },
  extendStudy: {
    title: 'Draw more items',
    about:
      '{n, plural, one{# item is} other{# items are}} in the study; the existing sample does not change. An additional batch is drawn from the other items by the same rules, with {overlap, plural, one{# annotator} other{# annotators}} per item. Figures are weighted by the inclusion probability of each item over all batches.',
    unblinded: 'The figures are unblinded',
    unblindedAbout:
      'Drawing more items after unblinding can bias the figures (optional stopping). The batch is recorded with its date; report the reason in a paper.',
    annotators: 'Annotators',
    preview: 'Preview',
    draw: 'Draw and assign',
    cancel: 'Cancel',
    refused: 'The batch cannot be drawn with these settings.',
    added: 'Items to add',
    stale: 'the form changed after the preview',
    previewAbout: 'The preview shows the sample and the workload. Nothing is assigned before you confirm.'
  },
  planWhat: {
    scope: 'Scope',
    name: 'Name',
    nameHint: 'Annotators see it in their queue. Don’t name judges or systems in it.',
    run: 'Run',
    runOption:
      '{status, select, done{{n}, {name}} failed{{n}, {name} (failed, scored items can be sampled)} paused{{n}, {name} (paused, scored items can be sampled)} other{{n}, {name} (cancelled, scored items can be sampled)}}',
    judges: '{n, plural, one{# judge} other{# judges}}: {judges}. Items without an answer of any judge are not drawn.',
    question: 'Question',
    means: '{about} Labels: {labels}.',
    options: 'Options',
    multiSelect: 'Annotators may name further acceptable answers',
    maskNames: 'Mask words by which a report names its own system',
    metric: 'Metric',
    notScored: 'Run {n, id} did not score it.',
    noMetric: 'No metric of this run has this question.',
    noQuestion: 'It has no question in this kind of study.'
  },
  planSampling: {
    title: 'Number of items',
    legend: 'Sampling design',
    way: '{way, select, one{One number of items} strata{Separate sizes for items on which judges differ and do not differ} groups{Equally many of each category, system or item} other{Few reports, many items of each}}',
    means:
      '{way, select, one{Simple random sample of all items. The figures generalize to the whole run.} strata{Oversamples items on which judges differ. The report shows both strata and the weighted total.} groups{For figures by group. The report weights them to the run.} other{Two-stage sample: reports first, then items within them. Less reading per label, but items of one report are correlated; the preview shows the design effect.}}',
    by: 'Group by',
    isBy: '{by, select, category{category of query} system{system} other{item of the checklist}}',
    each: 'Items of each',
    reports: 'Reports',
    perReport: 'Items of each, at most',
    items: 'Items',
    allAgree: 'Items on which judges do not differ',
    someDiffer: 'Items on which judges differ',
    seed: 'Seed',
    seedHint: 'The same seed draws the same items for the same annotators.'
  },
  planFilters: {
    title: 'Restrict the sample',
    restrictions: '{n, plural, =0{now: all items} one{# restriction} other{# restrictions}}',
    about:
      'A group without a selection does not restrict the sample. The figures then generalize to the selection only.',
    categories: 'Categories of queries',
    noCategory: 'without a category',
    systems: 'Systems',
    itemsOf: 'Items of {metric} ({n})',
    otherKeys: 'Other items, by key',
    keys: 'Items, by key',
    keysHint: 'Keys as in the checklist, separated by commas. Empty: all.'
  },
  planPeople: {
    title: 'Annotators',
    none: 'No annotator can judge blind',
    noneAbout:
      'A study needs at least one annotator who is neither lead nor admin. <link>Invite one on the people page</link>.',
    people: 'People',
    overlap: 'Annotators per item',
    overlapHint: 'With two or more, inter-annotator agreement can be computed, the reference for the judges.'
  },
  planChecks: {
    title: 'Training and checks',
    notCounted: 'excluded from the figures',
    training: 'Training items',
    trainingAbout: 'Shown first. After each answer, annotators read the correct answer and the reason.',
    gold: 'Gold items',
    goldAbout: 'Experts agreed on the answer. They are mixed in and look like any other item.',
    attention: 'Attention checks',
    attentionAbout: 'Obvious to an attentive reader. They are mixed in and look like any other item.',
    goldEvery: 'Items per gold item or attention check',
    goldEveryHint: 'The named ones appear equally often. 0: every annotator gets all of them.',
    repeats: 'Repeated items per annotator',
    repeatsHint: 'For intra-annotator agreement. Requires a reveal at the end or never.',
    whole: 'The report as a whole',
    where: '{system} on {query}, {item}',
    purpose: 'Purpose',
    isPurpose: '{purpose, select, training{training} gold{gold} attention{attention} other{not used}}',
    answer: 'Correct answer',
    choose: 'choose',
    reason: 'Reason (shown after a training item)',
    text: 'Alternative wording, optional',
    goldItem: 'Gold item {n}',
    offer: 'Suggest items of the run',
    offerOthers: 'Suggest others',
    inUse: '{n, plural, =0{choose a purpose for each} one{# item in use; it stays} other{# items in use; they stay}}',
    paste: 'Paste a list',
    csv: 'CSV with a header',
    csvHint:
      'Columns: purpose (training, gold or attention), query, system, answer ({answers}); if needed item, reason.',
    csvHintWords:
      'Columns: purpose (training, gold or attention), query, system, answer ({answers}); if needed item, reason, words (asked instead of the item’s own question).',
    places: 'places, such as 2,1,3'
  },
  planSizes: {
    title: 'Items by interval width',
    halfWidth: 'Half-width',
    items: 'Items',
    shownAround: 'Shown around {p}',
    takeOver: 'Use this number',
    all: 'all available',
    inQueries: 'in {n, plural, one{# query} other{# queries}}',
    noInterval: 'a single query gives no interval',
    take: 'Use',
    takeItems: 'Use {n, plural, one{# item} other{# items}}',
    about:
      'At an expected agreement of {p} and {confidence} confidence. Items of a query are correlated (ICC {icc}); {each} of each query are assumed. A preview counts the available items. <link>Other assumptions, power and people: the planner</link>',
    aboutCounted:
      'At an expected agreement of {p} and {confidence} confidence. Items of a query are correlated (ICC {icc}); they are spread over {queries, plural, one{# query} other{# queries}}, with {items, plural, one{# item} other{# items}} available. The half-width holds for these; the right column, like the report, generalizes to further queries. <link>Other assumptions, power and people: the planner</link>'
  },
  planCautions: {
    unfinished: 'The run was paused or stopped before its end',
    unfinishedSays:
      'A run cannot be resumed while a study samples its verdicts. To sample the remaining verdicts as well, resume the run before you create the study.',
    readBefore: '{n, plural, one{{names} was} other{{names} were}} a lead or viewer of this project before',
    readBeforeSays:
      'Verdicts that they have read make their labels less than blind, and the figures do not tell. Choose other people.',
    naming: 'Texts that name systems or judges',
    namingSays: 'Annotators who judge blind read these texts. Remove the names.',
    namingText:
      '{text, select, name{Name of the study} guideline{Guideline beside every item} page{Guideline page} other{Training and gold items}}: {names}'
  },
  planPreview: {
    title: 'Preview',
    drawn: '{items, plural, one{# item} other{# items}}, {labels, plural, one{# label} other{# labels}}',
    nothing: 'nothing drawn',
    sampleBy: 'Sample by {by, select, judges{judges} system{system} category{category} other{query}}',
    by: '{by, select, judges{Judges} system{System} category{Category} other{Query}}',
    available: 'Available',
    sampled: 'Drawn',
    share: 'Share',
    stratum: '{stratum, select, agree{Judges do not differ} differ{Judges differ} other{Total}}',
    held: '{n, plural, one{# more item is excluded: one of these annotators has it in another open study or has seen the judges’ verdicts.} other{# more items are excluded: one of these annotators has them in another open study or has seen the judges’ verdicts.}}',
    setAside:
      '{n, plural, one{# item is not drawn from: its answer is known.} other{# items are not drawn from: their answers are known.}}',
    perAnnotator: 'Items per annotator',
    annotator: 'Annotator',
    items: 'Items',
    reports: 'Reports',
    training: 'Training',
    gold: 'Gold',
    repeats: 'Repeated',
    total: 'Total',
    words: 'Words to read',
    time: 'Time',
    timeAbout:
      'Each item goes to {n, plural, one{# annotator} other{# annotators}}. Time: each report read once at {slow} to {fast} words a minute, and {seconds, plural, one{# second} other{# seconds}} per label.',
    named: 'Reports that identify their own system',
    reportCount: '{n, plural, one{# report} other{# reports}}',
    masked: 'Names are masked for annotators. Sentences such as “I am …” remain.',
    notMasked: 'Annotators could identify the system. Mask the names, or exclude these systems from the sample.',
    mask: 'Mask names',
    identified: '{system} on {query}: names it {times, plural, one{once} other{# times}}',
    introduces:
      '{system} on {query}: states its author (“I am …”, “generated by …”) {introduces, plural, one{once} other{# times}}',
    identifiedBoth:
      '{system} on {query}: names it {times, plural, one{once} other{# times}}, states its author (“I am …”, “generated by …”) {introduces, plural, one{once} other{# times}}',
    perSystem: 'By system',
    perCategory: 'By category of query',
    noCategory: 'without a category',
    perQuery: 'By query',
    inSample: '{n} of {total} have an item in the sample'
  },
  planFigures: {
    abstained:
      'On {n, plural, one{# available item} other{# available items}}, {drawn} of them drawn, every judge abstained: their labels cannot count in the agreement with judges. Restrict the sample, or add a judge that answers them.',
    minutes: '{most, plural, one{1 minute} other{{range} minutes}}',
    hours: '{range} hours',
    range: '{least} to {most}',
    design:
      'Design effect {effect}: on average {perQuery} items share a query, at an ICC of .1. {items} items are about as informative as {independent} independent ones.',
    designWeighted:
      'Design effect {effect}: on average {perQuery} items share a query, at an ICC of .1, and unequal inclusion probabilities contribute {weighting}. {items} items are about as informative as {independent} independent ones.'
  }
} as const;
