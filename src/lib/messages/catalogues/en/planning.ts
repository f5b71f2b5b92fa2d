export default {
  revealPolicies: {
    label:
      '{policy, select, afterReport{After each report} atEnd{At the end} onDifference{Only on disagreement} other{Never}}',
    means:
      '{policy, select, afterReport{After judging all assigned items of a report, annotators see the judges’ verdicts and record a preference.} atEnd{Annotators see the judges after judging all their items, so judges cannot influence later labels.} onDifference{After each report, annotators see the judges only on items on which the labels, including their own, differ.} other{Annotators never see the judges: no preferences or revised labels are collected, and the items remain blind for a later study.}}',
    short:
      '{policy, select, afterReport{after each report} atEnd{at the end} onDifference{only on disagreement} other{never}}'
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
    closed: 'Closed'
  }
} as const;
