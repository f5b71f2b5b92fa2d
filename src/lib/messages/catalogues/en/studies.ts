export default {
  unblindings: {
    reason: 'Reason for an interim look',
    reasonHint: 'Shown on the study’s page and recorded in the audit trail. Report it in a paper about the study.',
    looked: '{name}, {when} UTC, with {labels} of {total} labels committed'
  },
  interimLook: {
    title: 'Open items early',
    heading: 'Interim look at single items',
    about:
      '{done} of {total} labels are committed, {left} are missing. The next page shows each item with its report, the label of each annotator, and the verdicts of the judges. A lead who has read it can influence annotators, so the name, time and reason are recorded.',
    noPlan: 'No analysis plan is preregistered',
    noPlanAbout:
      'Opening the items also unblinds the figures. A plan written afterwards is marked as such. <link>Preregister first</link>.',
    submit: 'Record reason and show items',
    keepBlind: 'Keep items blind',
    soFar: 'Interim looks so far',
    last: 'Last: {when} UTC. Every look needs its own reason.'
  },
  studyState: {
    state: '{state, select, closed{closed} paused{paused} complete{complete} open{not started} other{in progress}}'
  },
  studySearch: {
    search: 'Search studies',
    metric: 'Metric',
    allMetrics: 'all metrics',
    state: 'State',
    allStates: 'all states',
    isState: '{state, select, open{open} paused{paused} closed{closed} other{{state}}}',
    one: 'study',
    several: 'studies',
    none: 'No study matches. <link>Show all</link>'
  },
  studyList: {
    title: 'Studies',
    spotChecks: 'Spot checks',
    plan: 'Plan a study',
    seats: 'Twelve empty seats',
    none: 'No study yet',
    about:
      'Studies appear here. In a study, annotators label a blind sample of a run’s items, and judges are compared with them.',
    ready: '{n, plural, one{# run is} other{# runs are}} ready to be sampled.',
    notEnded: 'No run has ended yet. You can plan a study once one has ended.',
    noRun: 'There is no run to sample from yet. Score the reports first.',
    openRuns: 'Open runs',
    leadPlans: 'A lead of the project can plan one.',
    table: 'Table of studies',
    study: 'Study',
    state: 'State',
    metric: 'Metric',
    run: 'Run',
    items: 'Items',
    annotators: 'Annotators',
    reveal: 'Reveal',
    labels: 'Blind labels',
    committed: 'Committed',
    report: 'Report',
    imported: 'imported',
    file: 'file',
    of: 'of {total}',
    progress: '{done} of {total} blind labels committed',
    alignment: 'Alignment',
    alignmentOf: 'Alignment report of {study}'
  },
  studyCrumbs: {
    projects: 'Projects',
    studies: 'Studies',
    page: '{page, select, new{Plan a study} extend{Draw more items} quality{Quality of labels} protocol{Protocol and files} errors{Errors of judges} guideline{Guideline} questions{Questions} look{Open items early} other{{page}}}',
    adjudication: '{study}, adjudication',
    item: 'Item {n}'
  },
  studyItems: {
    itemsHere: 'Items for this report',
    cannotJudge: 'cannot judge',
    now: 'now',
    notTaken: 'The last label was not saved',
    reload: 'Reload',
    reports: 'Reports',
    shownReport: 'Report shown',
    report: 'Report {title}'
  },
  closeStudy: {
    all: 'All labels are committed.',
    missing:
      '{n, plural, one{# label is missing; after closing, it cannot be committed.} other{# labels are missing; after closing, they cannot be committed.}}',
    about:
      'Committed labels are reported; drafts are retained. A closed study cannot be reopened, but its items can be used in another study.',
    aboutShown:
      'Committed labels are reported; drafts are retained. A closed study cannot be reopened, but its items can be used in another study, except by annotators who have seen the judges.',
    keepOpen: 'Keep open',
    close: 'Close the study',
    closing: 'Closing …'
  },
  studyNext: {
    paused: 'Resume the study when you are ready. Until then it does not change.',
    label:
      '{n, plural, one{{names} finds the study on their front page and labels item by item, blind to the judges and to other annotators.} other{{names} find the study on their front page and label item by item, blind to the judges and to each other.}}',
    counts:
      'The <link>alignment report</link> counts every label as soon as it is committed. It shows how many are missing.',
    decide:
      'Read the <link>alignment report</link> and record a decision there. Annotators can still see the judges and record preferences until the study is closed.',
    decideUndo:
      'Read the <link>alignment report</link> and record a decision there. Annotators can still undo a label until the study is closed.',
    ended:
      'Labelling has ended. The <link>alignment report</link> is based on {n, plural, one{# committed label} other{# committed labels}}.'
  }
} as const;
