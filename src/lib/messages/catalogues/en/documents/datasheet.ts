/** The datasheet of a dataset version as Markdown. */
export default {
  datasheetDocument: {
    title: 'Dataset version {n, id}',
    about:
      '{queries, plural, one{# query} other{# queries}}, {items, plural, one{# checklist item} other{# checklist items}}. Frozen {moment}. SHA-256 of the content: {hash}.',
    changed: '{n, plural, one{# change} other{# changes}} since version {version, id}.',
    first: 'First version.',
    rubric: 'Rubric: {title}, version {version}, SHA-256 {hash}.',
    asImported: 'This version was frozen as imported, without a verification round.',
    made: 'Created in round {round, id} ({name}) with guideline version {guideline, id} and {n, plural, one{# annotator} other{# annotators}} per query.',
    outcomes: 'Outcomes of queries and items',
    queries: 'Queries',
    items: 'Items',
    material: 'Material',
    came: 'At the start of the round',
    appended: 'Added by annotators',
    kept: 'Kept',
    reworded: 'Kept with a new wording',
    dropped: 'Dropped',
    unanimous: 'Unanimous',
    adjudicated: 'Adjudicated',
    open: 'Open',
    agreement: 'Agreement',
    agreementAbout:
      'Nominal scales; 95% CIs by jackknife over queries. A dash marks undefined values, with the reason.',
    stage: 'Stage',
    subject: 'Subject',
    units: 'Units',
    labels: 'Labels',
    observed: 'Observed',
    undefined:
      '– ({code, select, no_pairable_values{no unit has two labels} single_category{all labels are the same} other{{code}}})',
    agreementOf:
      '{stage, select, annotation{Inter-annotator agreement} review{Agreement of ratings and reviews} inspection{Agreement of reviewed ratings and inspectors} other{Agreement of ratings and settled labels}}',
    kind: '{kind, select, query{queries} item{items} other{material}}',
    inspections: 'Inspections',
    batch: 'Batch',
    inspection: 'Inspection',
    plan: 'Sampling plan',
    ratings: 'Ratings',
    sample: 'Sample',
    disagreements: 'Disagreements',
    bound: '95% upper bound',
    outcome: 'Outcome',
    reading: '{reading, select, acceptance{acceptance} other{estimation}}',
    boundIs: '{n} of {lot} ({percent}%)',
    outcomeIs: '{outcome, select, open{open} passed{passed} other{returned to annotation}}',
    people: 'People',
    pseudonym: 'Pseudonym',
    work: 'Ratings, reviews or decisions',
    stageName:
      '{stage, select, annotation{annotation} review{review} inspection{inspection} adjudication{adjudication} other{{stage}}}'
  }
} as const;
