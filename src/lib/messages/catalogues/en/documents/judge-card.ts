/** A judge card as it is read: its page and its HTML file. The signed bundle is data, in English. */
export default {
  cardHeads: {
    card: 'Judge card',
    judges: 'Judges',
    figures: 'Figures',
    table: 'Figures of the card',
    figure: 'Figure',
    plot: 'Interval plot',
    axis: 'Plot',
    value: 'Value',
    interval: 'Interval',
    gates: 'Gates',
    evidence: 'Evidence',
    preregistration: 'Preregistration',
    notCovered: 'Not covered',
    signature: 'Signature',
    verify: 'Verify this card'
  },
  cardDocument: {
    title:
      '{title}, judged by {rule, select, average{the average of {judges}} any{any one of {judges}} all{agreement of all of {judges}} majority{the majority of {judges}} median{the median of {judges}} other{{judges}}}',
    line: 'Judge card {n, id} · {project} · {day}',
    undefinedAgreement:
      'The {measure, select, share{agreement} other{quadratic-weighted κ}} of the ensemble with {people, plural, =1{one annotator per item} other{up to # annotators}} is undefined on {items, plural, one{# item} other{# items}}.',
    agreementIs:
      'The ensemble’s {measure, select, share{agreement} other{quadratic-weighted κ}} with {people, plural, =1{one annotator per item} other{up to # annotators}} is {value} {interval}{weighted, select, yes{, weighted to the run} other{}}, n = {n}.',
    undefinedBound: 'A bound corrected for selection is undefined.',
    boundIs:
      'Corrected for selecting the best of {candidates, plural, one{# candidate} other{# candidates}}, the {level} lower bound is {low}; the {registered, select, yes{preregistered target} other{target, which was not preregistered,}} is {target}.',
    decision:
      '{outcome, select, adopt{Adopted for scoring reports of this benchmark} adopt_with_escalation{Adopted for scoring reports of this benchmark; items on which the judges differ are judged by annotators} collect_more_labels{Not adopted: more labels are needed} other{Not adopted}}{against, select, yes{, against the recommendation of the procedure} other{}}.',
    ci: '{level} CI by query; dashed: target',
    met: '{met} of {required} met',
    signer: '{name}, lead',
    signed: 'Signed',
    signedIs: '{moment}, Ed25519',
    key: 'Key',
    download: 'Download the bundle {file}.',
    run: 'Run',
    sum: 'Card',
    compare: 'Compare the key with the one that the instance publishes.',
    requested: 'Requested',
    served: 'Served',
    notReported: 'not reported',
    servedCalls: '{version} ({n})',
    noCall: 'no call recorded',
    prompt: 'Prompt',
    settings: 'Settings',
    defaults: 'defaults',
    fingerprint: 'Fingerprint',
    calls: 'Calls',
    callsAre: '{total, plural, =0{none recorded} other{{answered} of # answered}}',
    figureName: '{measure, select, other{{key, select, other{{unequal, select, other{{name}}}}}}}',
    undefined: 'undefined',
    state: '{state, select, pass{met} fail{not met} undecided{undecided} not_tested{not tested} other{not applicable}}',
    notRequired: '{title} (not required)',
    within: '{interval} {state, select, pass{in} other{not in}} ±{limit}',
    reached: '{found} ≥ {limit}',
    needs: '{found}, needs {limit}',
    study: 'Study',
    studyIs:
      '{name}, study {n, id}; blind; {people, plural, =1{one annotator per item} other{up to # annotators per item}}',
    items: 'Items',
    itemsAre:
      '{items}, in {queries, plural, one{# query} other{# queries}} and {reports, plural, one{# report} other{# reports}} of {systems, plural, one{# system} other{# systems}}',
    carriedOver: 'Carried over',
    carriedOverIs:
      'labels given on {from, select, run{run {run, id}} other{other verdicts}}; {apply} of {total, plural, one{# labelled item applies} other{# labelled items apply}}',
    dataset: 'Dataset',
    datasetIs: '{project} {n, id}, {queries, plural, one{# query} other{# queries}}',
    datasetHash: 'Dataset hash',
    labels: 'Labels',
    labelsAre:
      '{n}, {included, select, no{not in the card, which holds a commitment to them} other{pseudonymous, in the card}}',
    commitment: 'Commitment',
    unscored: 'Unscored',
    unscoredAre: '{n} of {total, plural, one{# verdict} other{# verdicts}}',
    registered: 'Registered',
    notRegistered: 'not preregistered; default values apply',
    registeredIs: '{moment}, {labels, plural, =0{before the first label} one{after # label} other{after # labels}}',
    primary: 'Primary',
    primaryIs: 'agreement, target {target}, margin δ {delta}',
    revisions: 'Revisions',
    revisionsAre: '{n, plural, =0{none} other{#, {opened} of them after unblinding}}',
    opened: 'Opened',
    openedIs: '{moment}, at {labels, plural, one{# label} other{# labels}}',
    adopted: 'Adopted',
    record: 'Record'
  },
  /** Conclusions that a card does not support. English ones are signed with the card. */
  cardLimits: {
    metrics: 'Metrics other than {title}.',
    unknownLanguage:
      'Reports in a particular language: the dataset does not say in which language its {queries, plural, one{# query} other{# queries}} are.',
    languages:
      'Queries and reports in languages other than {languages}{unknown, plural, =0{} one{; of # query the language is not recorded} other{; of # queries the language is not recorded}}.',
    systems:
      'Systems other than the {systems, plural, =1{one} other{{systems, id}}} of the study: its {items, plural, one{# item} other{# items}} come from {reports, plural, one{# report} other{# reports}} on {queries, plural, one{# query} other{# queries}}.',
    topics: 'Topics other than the {n, id} categories of these queries.',
    versions:
      'Other versions of the judges, or another prompt than {prompt}, version {version}: a change re-opens the adoption.',
    reports: 'Single reports: of 100 verdicts, expect about {n} to differ from the annotators (n = {items, id}).',
    chosen:
      'Gates and the corrected bound of the adopted ensemble: they speak of {ensemble}, which the procedure chose.',
    gates: '{gates}: not shown by this study.',
    preregistration: 'Preregistration: no analysis plan was recorded before the labels were read.',
    noMonitoring: 'Drift since the adoption: no anchor set was monitored when this card was made.',
    noCheck: 'Drift since the adoption: an anchor set was drawn and not checked when this card was made.',
    drift:
      'Drift after {day}: the ledger ends with {checks, plural, one{# check} other{# checks}}, {n, id} of which found drift or another served version.'
  }
} as const;
