export default {
  /** Sentences of the verdict; phrases that stand in them come first. */
  verdictText: {
    oneJudge: '{judges}',
    averageOf: 'the average of {judges}',
    majorityOf: 'the majority of {judges}',
    medianOf: 'the median of {judges}',
    anyOf: 'a “{label}” from any of {judges}',
    allOf: 'a “{label}” from all of {judges}',
    adopt: 'On {metric}, {ensemble} can replace human annotators.',
    escalate:
      'On {metric}, {ensemble} can replace human annotators for items on which {judges, select, all{all {of} judges give its answer} other{at least {judges} of {of} judges give its answer}}: {coverage} of the items, with an error rate of at most {bound} (one-sided {level} upper bound).',
    others: 'Human annotators should judge the other items.',
    undecided: 'It is undecided whether {ensemble} can replace human annotators on {metric}.',
    reject: 'On {metric}, {ensemble} should not replace human annotators, although it is the best candidate.',
    noVariation:
      'No conclusion is possible yet: the labels of annotators and judges vary too little for a figure. Collect labels on other items.',
    noItems:
      'No conclusion is possible yet: no item has both a blind label and an answer of every judge. Collect labels on items that every judge answered.',
    noJudges:
      'No conclusion is possible yet: no candidate judge has answered an item of this study. Score its items with the judges first.',
    agreement:
      '{measure, select, share{Agreement} other{Quadratic-weighted κ}} with annotators was {value} ({level} CI [{low}, {high}], n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}){weighted, select, yes{, weighted to the run} other{}}{compared, plural, =0{} one{} other{, corrected for selecting the best of # candidates}}.',
    agreementByPlan:
      '{measure, select, share{Agreement} other{Quadratic-weighted κ}} with annotators was {value} ({level} CI [{low}, {high}], n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}){weighted, select, yes{, weighted to the run} other{}}, by the preregistered sequential plan ({rule}, look after {at, plural, one{# complete query} other{# complete queries}}). Each query was scored by the ensemble that was best on earlier ones.',
    planStopped: 'The interval accounts for stopping at this look.',
    agreementNoInterval:
      '{measure, select, share{Agreement} other{Quadratic-weighted κ}} with annotators was {value} (n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}){weighted, select, yes{, weighted to the run} other{}}. Its interval is undefined: {why}.',
    agreementUndefined:
      '{measure, select, share{Agreement} other{Quadratic-weighted κ}} with annotators was undefined (n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}): {why}.',
    byPlan:
      'The sequential plan is preregistered ({rule}{at, plural, =0{, no look yet} one{, look after # complete query} other{, look after # complete queries}}; each query is scored by the ensemble that was best on earlier ones).',
    target: 'The {plan, select, preregistered{preregistered} other{default}} target for the lower bound was {target}.',
    ofSelection: 'The interval covers the selection procedure among {n} candidates, not one ensemble fixed in advance.',
    theseAnnotators:
      'It generalises to queries like these and to {n, plural, one{this one annotator} other{these # annotators}} only; variance between annotators is not included.',
    likeAnnotators:
      'It generalises to queries like these and to these {n} annotators; for annotators like these, the {level} CI was [{low}, {high}].',
    passed:
      '{n, plural, one{The one required gate that applies was passed} other{All # required gates that apply were passed}}.',
    passedIdle:
      '{n, plural, one{The one required gate that applies was passed} other{All # required gates that apply were passed}}; not applicable: {idle}.',
    extra: 'Not required and not passed: {gates}.',
    open: 'Undecided or not tested: {gates}.',
    collect: 'To decide it, collect {needs}.',
    belowTarget:
      'The estimate was below the target, so more labels are more likely to show that the ensemble fails it than that it reaches it.',
    failed: 'Failed: {gates}.',
    noRescue:
      'More labels are unlikely to change this result. Examine the errors of the judges, then change the prompt or the judges.',
    cheaper:
      '{candidate} costs less and was non-inferior: its agreement was at most δ = {delta} below that of the best candidate (one-sided 95% bound over all candidates).',
    noiseShare:
      'With the estimated label noise, a perfect judge would agree on {ceiling} of the items, so the target of {target} cannot be reached with these labels.',
    noiseKappa:
      'With the estimated label noise, a perfect judge would reach κ = {ceiling}, so the target of {target} cannot be reached with these labels.',
    noPlan: 'No analysis plan was preregistered; default values apply, so the result is exploratory.',
    planAfter: 'The analysis plan was first written after unblinding, so the result is exploratory.',
    planChanged: 'The analysis plan was changed after unblinding, so the result is exploratory.',
    revisionChanged: 'Revision {revision, id} changed: {changed}.',
    revisionLate: 'Revision {revision, id} was written after unblinding.',
    planCommitted:
      'The analysis plan was {changes, select, yes{last changed} other{preregistered}} before unblinding, after {n, plural, one{# label} other{# labels}} had been committed.',
    lateRun:
      'Run {run, id} was started after the labels had been unblinded. If its judges, prompts or settings were chosen with the labels in view, the interval does not account for that.',
    lookCorrected:
      '{places, select, none{The figures were unblinded} other{The figures were unblinded after {places} complete queries, which was not a planned look}}; the {rule} boundaries were recomputed with this look.',
    lookUncorrectable:
      '{places, select, none{The figures were unblinded} other{The figures were unblinded after {places} complete queries, which was not a planned look}}, and labelling continued. This cannot be corrected: plan a new study, or preregister an always-valid plan.',
    changedAfterLook:
      '{n, plural, one{# label was} other{# labels were}} changed or withdrawn after the figures had been unblinded. The plan does not account for this and it cannot be corrected.',
    looksWithoutPlan:
      'The figures were unblinded {n, plural, one{once} other{# times}} before the last label was committed or changed (after {places} labels), without a preregistered sequential plan. The interval does not account for this and cannot be corrected for it.',
    scope:
      'The result applies to the systems, queries and judge versions of this study. New systems, other queries, another metric, or a changed judge or prompt version require new labels.'
  },
  /** Settings of an analysis plan, as a revision names what it changes. */
  planSettings: {
    judges: 'judges',
    target: 'target',
    floor: 'floor',
    confidence: 'confidence level',
    delta: 'margin δ',
    lambda: 'cost λ',
    epsilon: 'margin ε',
    ties: 'treatment of ties',
    consistency: 'test–retest threshold',
    order: 'threshold for the ranking of systems',
    severityMargin: 'severity margin',
    positionMargin: 'position margin',
    lengthMargin: 'length margin',
    ownMakerMargin: 'self-preference margin',
    queries: 'number of queries',
    items: 'number of items',
    precision: 'precision',
    recall: 'recall',
    sequential: 'stopping rule',
    gates: 'required gates'
  },
  /** Further data to collect, as the end of a sentence. */
  verdictNeeds: {
    items: 'labels for more items',
    itemsFar: 'labels for more than {times} times as many items as so far',
    itemsAbout: 'labels for about {n, plural, one{# more item} other{# more items}}',
    itemsWaiting:
      'labels for about {n, plural, one{# more item} other{# more items}}, available among the {waiting} unlabelled items of this study',
    itemsDiffering:
      'labels for about {n, plural, one{# more item} other{# more items}}, {differing} of them where the judges differ',
    itemsLeast: 'labels for at least {n, plural, one{# more item} other{# more items}}',
    queries: 'labels on reports of at least {n, plural, one{# more query} other{# more queries}}',
    moreQueries: 'labels on reports of more queries',
    listed: 'labels for more issues that the ensemble reports',
    valid: 'labels for more reported issues, in more queries',
    shared: 'more items that two or more of these annotators judge',
    second: 'a second annotator’s labels on at least {n, plural, one{# more item} other{# more items}}',
    pairs: 'items that two annotators judge',
    unanimous: 'more items on which annotators are unanimous ({answers})',
    repeats: 'repeated answers of each judge to the same questions',
    moreRepeats: 'repeated answers of each judge on more items and queries',
    scored: 'labels on items that the judges scored',
    systems: 'labels on reports of two or more systems on the same queries',
    bothOrders: 'comparisons that the judges make in both orders',
    imported: 'a study on imported reports',
    ownRun: 'a study on a run of this project',
    makers: 'the provider or backbone model of {systems}, in the settings of the project’s systems'
  },
  /** Limits of the figures of a report. */
  reportWarnings: {
    unlabelled:
      '{n} of {total, plural, one{# item} other{# items}} {n, plural, one{has} other{have}} no blind label yet.',
    valueless:
      '{n} of {total, plural, one{# item} other{# items}} {n, plural, one{has} other{have}} only labels without a value on the scale, such as “cannot judge”. Figures exclude {n, plural, one{it} other{them}}.',
    fewQueries:
      'The labelled items come from {n, plural, one{# query} other{# queries}}. With fewer than {least}, intervals clustered by query are not reliable.',
    noQueries:
      'The labels name no queries: each item counts as a query of its own, and intervals treat items as independent.',
    noOverlap: 'No item was labelled by two annotators, so inter-annotator agreement is undefined.',
    tiesHalf:
      'On {n, plural, one{# item} other{# items}}, annotators are tied. Each tied label counts its share in every figure.',
    tiesOut:
      'On {n, plural, one{# item} other{# items}}, annotators are tied. As preregistered, figures of agreement with annotators exclude them.',
    silent: '{judge} gave no label. It is excluded from all candidates.',
    gaps: 'Candidates are compared on the {n} of {total, plural, one{# labelled item} other{# labelled items}} that every judge answered; {left, plural, one{the other one counts} other{the other # count}} only in the candidate’s own figures.',
    unequal:
      'Items were sampled with unequal probabilities. Unweighted agreement describes the sample; weighted agreement describes the run.',
    subsets: 'With {judges} judges, only ensembles of up to {largest} were computed.',
    single:
      'Annotators gave {label} to every item, so {kappa, select, plain{κ} other{quadratic-weighted κ}} cannot distinguish a judge that reads from one that always gives the same label.',
    rareLabel:
      'Annotators gave {label} to {n} of {total, plural, one{# item} other{# items}} only. κ is low under such marginals even if agreement is high; read AC1 as well.',
    rareOther:
      'Annotators gave another label than {label} to {n} of {total, plural, one{# item} other{# items}} only. κ is low under such marginals even if agreement is high; read AC1 as well.',
    rareScores:
      'Annotators gave another score than {label} to {n} of {total, plural, one{# item} other{# items}} only, so quadratic-weighted κ depends on them. Read the mean difference as well.',
    ownMaker: 'Self-judging: a judge of the same maker or model as a system may favour it.',
    makerUnknown: 'Self-judging is unknown if the maker of the judge or the system is not recorded.',
    judgesOwn: '{judge} judges {systems}.',
    judgesSame: '{judges} judge {systems}.',
    otherSystems: '{n} other systems',
    madeByJudge: 'Maker and judge are the same model, which may favour reports that fit its own output.',
    made: '{judge} made {parts} by which it judges.',
    madePart: '{what} of {n} of {total, plural, one{# query} other{# queries}}'
  }
} as const;
