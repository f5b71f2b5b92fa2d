export default {
  /** Gates in a list of several, inside a sentence. */
  gateNames: {
    agreement: 'agreement with annotators',
    precision: 'precision of reported issues',
    recall: 'recall of valid issues',
    people: 'non-inferiority to a single annotator',
    unanimous: 'agreement on unanimous items',
    bias: 'bias',
    consistency: 'test–retest consistency',
    order: 'ranking of the systems by each judge',
    queries: 'number of queries',
    items: 'number of items'
  },
  /** Findings of gates. */
  gateFindings: {
    oneQuery: 'The items come from fewer than two queries, so no interval clustered by query can be computed.',
    noCommonItem: 'No item has both a blind label and a label from every judge.',
    noVariation: 'The labels of annotators and judges vary too little for a figure.',
    corrected:
      '{compared, plural, =0{With a single candidate} one{With a single candidate} other{Corrected for selecting the best of # candidates}}, {measure, select, share{agreement} other{the quadratic-weighted κ}} is {value}; its lower bound is {low}{contenders, plural, =0{} one{} other{, which holds for each of the # candidates that are not significantly behind the best}}.',
    correctedNoBound:
      '{compared, plural, =0{With a single candidate} one{With a single candidate} other{Corrected for selecting the best of # candidates}}, {measure, select, share{agreement} other{the quadratic-weighted κ}} is {value}; its lower bound is undefined: {why}.',
    noLook:
      '{n, plural, one{# query is complete} other{# queries are complete}}; the first look of the {rule} plan has not been reached.',
    look: 'After {at, plural, one{# complete query} other{# complete queries}} of at most {maximum}, ensembles that were best on earlier queries agree with annotators on {value}; the {rule} lower bound is {low}{result, select, adopt{, so the study may stop} end{; the maximum is reached without a decision} other{}}.',
    lookReject:
      'After {at, plural, one{# complete query} other{# complete queries}} of at most {maximum}, ensembles that were best on earlier queries agree with annotators on {value}; the {rule} lower bound is {low} and the highest upper bound of all candidates is {high}, so the study may stop.',
    lookInterval:
      'The interval shown is narrower than the bounds, because it accounts only for the looks taken so far.',
    queries: '{n, plural, one{# query was} other{# queries were}} compared; at least {least} are required.',
    items: '{n, plural, one{# item was} other{# items were}} compared; at least {least} are required.',
    noSharedItem: 'No item was judged by two annotators, so judges cannot be compared with inter-annotator agreement.',
    replaced:
      'The ensemble may replace {may} of {n, plural, one{# annotator} other{# annotators}} (Alternative Annotator Test, ε = {epsilon}){untested, plural, =0{} one{; # of them shares fewer than {fewest} items and counts as not replaced} other{; # of them share fewer than {fewest} items and count as not replaced}}.',
    replacedCaution:
      'The test is unreliable with {few, select, annotators{fewer than three annotators} items{fewer than 50 items} other{fewer than three annotators and fewer than 50 items}}.',
    pairsUndefined:
      'The labels of annotators and judges vary too little for a figure, and no annotator shares the {fewest} items that the Alternative Annotator Test needs.',
    pairs:
      '{measure, select, share{Agreement} other{The quadratic-weighted κ}} of the ensemble with a single annotator is {direction, select, equal{equal to} below{{difference} below} other{{difference} above}} that of annotators with one another (n = {n, plural, one{# shared item} other{# shared items}} in {queries, plural, one{# query} other{# queries}}).',
    pairsInstead:
      'It is compared pairwise, because no annotator shares the {fewest} items that the Alternative Annotator Test needs.',
    pairsFew:
      'No annotator shares the {fewest} items that the Alternative Annotator Test needs, and the {n, plural, one{# item} other{# items}} that they share in all are too few to compare them in pairs.',
    noUnanimous: 'No item has two or more unanimous annotators.',
    unanimous:
      'The lowest lower bound is {low}, for items on which {answer} (agreement {value}, n = {n, plural, one{# item} other{# items}}; floor {floor}).',
    unanimousNoBound:
      'For items on which {answer}, the lower bound is undefined (agreement {value}, n = {n, plural, one{# item} other{# items}}; floor {floor}).',
    noItemOn: 'There is no item on which {answer}.',
    oneJudge: 'Only one judge is compared, so there are no two rankings to compare.',
    oneSystem: 'The study has only one system, so a ranking is undefined.',
    noOrder: 'The categories have no order, so no system scores higher than another.',
    noRankings: 'Not every judge labelled items of two systems, so rankings cannot be compared.',
    allTied: 'A judge gives every system the same score, so there is no ranking to compare.',
    order:
      'The lowest Kendall’s τ_b between two judges on the ranking of {systems} systems is {tau}; it reaches the threshold of {threshold} in {often} of 100 resamples of the queries.',
    orderFew: '{n, plural, one{# query is} other{# queries are}} too few for a decision; {least} are needed.',
    noListed: 'There is no issue that the ensemble reports with a blind label.',
    noValid: 'There is no valid issue with a blind label.',
    precision:
      'Precision is {value}{bound, select, no{} other{, at least {low} at the lower bound}} (n = {n, plural, one{# reported issue} other{# reported issues}}).',
    recall:
      'Recall is {value}{bound, select, no{} other{, at least {low} at the lower bound}} (n = {n, plural, one{# valid issue} other{# valid issues}}).',
    codeOnly: 'Rule-based judges give the same answer every time, so this gate does not apply.',
    noRepeat: 'No judge was asked repeatedly, so test–retest consistency is undefined.',
    consistency:
      'The share of repeated questions with {kind, select, same{equal answers} other{answers within {step} of each other}} is {value}, at least {low} at the lower bound (n = {n, plural, one{# item} other{# items}} in {queries, plural, one{# query} other{# queries}}).',
    consistencyNoBound:
      'The share of repeated questions with {kind, select, same{equal answers} other{answers within {step} of each other}} is {value} (n = {n, plural, one{# item} other{# items}}); its items come from one query, so the interval is undefined.',
    moreLenient: 'Judges are more lenient than annotators ({value}, margin ±{margin}).',
    moreSevere: 'Judges are more severe than annotators ({value}, margin ±{margin}).',
    favoursFirst: '{judge} favours the text shown first ({value}, margin ±{margin}).',
    favoursSecond: '{judge} favours the text shown second ({value}, margin ±{margin}).',
    favoursLonger: 'Judges favour longer reports more than annotators do ({value}, margin ±{margin}).',
    favoursShorter: 'Judges favour shorter reports more than annotators do ({value}, margin ±{margin}).',
    favoursOwn: 'Judges favour systems of their own maker more than annotators do ({value}, margin ±{margin}).',
    disfavoursOwn: 'Judges disfavour systems of their own maker more than annotators do ({value}, margin ±{margin}).',
    inconclusive: 'Inconclusive, neither within nor outside the margin: {checks}.',
    within: 'Within the margin: {checks}.',
    biasWithoutOrder:
      'Bias: the categories have no order, so a difference between judges and annotators has no direction and no size.',
    severityUntested: 'Severity was not tested: no item has a blind label and a score.',
    noPositions: 'Position bias does not apply: this scale has no positions.',
    positionUntested: 'Position bias was not tested: no comparison was judged in both orders.',
    positionUntestedOf: 'Position bias of {judge} was not tested: no comparison was judged in both orders.',
    lengthUntested: 'Length bias was not tested: no query has two judged reports of different length.',
    lengthUnknown: 'Length bias was not tested: the lengths of the reports are unknown.',
    makersUnknown: 'Self-preference was not tested: the makers of judges and systems are unknown.',
    noOwnSystem: 'Self-preference does not apply: no system of the study is built on a model of the judges’ makers.',
    makerUnknown: 'Self-preference was not tested: the maker of {systems} is unknown.',
    ownUntested: 'Self-preference was not tested: no query has judged reports of their own maker and of another.'
  },
  /** Parts of a gate: as a row of a table, and (`…Inside`) in a sentence. */
  gateParts: {
    uncorrected: 'As measured, not corrected for the selection',
    uncorrectedWeighted: 'As measured, weighted to the run, not corrected for the selection',
    probed: 'Issues that annotators listed themselves',
    allSay: 'All annotators say {label}',
    allSayInside: 'all annotators say {label}',
    third: 'All annotators are in the {third, select, low{low} middle{middle} other{high}} third of the scale',
    thirdInside: 'all annotators are in the {third, select, low{low} middle{middle} other{high}} third of the scale',
    bias: 'Bias',
    biasInside: 'bias',
    severity: 'Severity',
    severityInside: 'severity',
    position: 'Position',
    positionInside: 'position',
    positionOf: 'Position, {judge}',
    positionOfInside: 'position ({judge})',
    length: 'Length',
    lengthInside: 'length',
    own: 'Self-preference',
    ownInside: 'self-preference'
  },
  /** Why a part of a gate has no value, beside a dash. */
  gateDashes: {
    noDirection: 'the categories have no order',
    noScores: 'no item has a label and a score',
    noPositions: 'the scale has no positions',
    oneOrder: 'no comparison in both orders',
    equalLengths: 'no query with reports of different length',
    noLengths: 'lengths unknown',
    noMakers: 'makers unknown',
    noMakerOf: 'maker of {systems} unknown',
    noOwnSystem: 'no system on a model of the judges’ makers',
    ownAlone: 'no query with reports of their own maker and of another',
    noItem: 'no such item',
    noneListed: 'annotators listed none'
  }
} as const;
