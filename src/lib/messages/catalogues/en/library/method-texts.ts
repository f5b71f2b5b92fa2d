/** How figures of an alignment report were computed: text of reports and exports, which pages recognise and translate. */
export default {
  methodText: {
    scaleWithout: 'Scale: {scale}; answers without a value on it ({labels}) are counted and excluded from all figures.',
    scale: 'Scale: {scale}.',
    reference: 'Reference: {reference}. Labels given after the reveal are not used.',
    common:
      'Common items have a blind label and a label from every judge. Candidates are compared on them; figures on each candidate’s own items are also reported.',
    pooled:
      'Pooled chance-corrected figures of annotators count each pair of labels in both orders, because annotators are interchangeable.',
    weighted: 'Weighted agreement: each item counts 1 / inclusion probability.',
    preferences:
      'Preferences were given after reading the judges’ rationales and are reported separately from blind agreement.',
    best: 'The best of several candidates was selected on the items it is measured on. The first gate corrects for this selection; the intervals of the candidates do not.',
    skipped: 'A judge that abstains is skipped for that item; if a judge failed, the item is excluded.',
    tiesHalf: 'Items on which annotators are tied are included in every figure; each tied label counts its share.',
    tiesExcluded:
      'As preregistered, items on which annotators are tied are excluded from every figure; their number is reported.',
    score: 'Score of an ensemble: 0 to 1. {skipped}',
    oneRule:
      'One rule for all figures of a candidate: agreement, κ, AC1 and the table use the same items, and a score between 0 and 1 counts partly as yes and partly as no. A tied average (½) counts half in each of them.',
    kappa:
      'Cohen’s κ: 1 minus the mean of |score − reference| over its mean when scores and references are paired at random. Gwet’s AC1: chance agreement from the mean share of yes. Both equal the usual coefficients if every score is yes or no.',
    sensitivity:
      'Sensitivity and specificity: the mean of the score on items that annotators label yes, and of 1 − score on those labelled no; a tied item counts half in each. In the table, a score counts on its nearer side; ½ has its own column and tied items their own row.',
    either:
      '“Either judge” is right by construction if two judges differ on an item with two labels, so it is reported but not used for selection.',
    category:
      'Category of an ensemble: the most frequent category of its judges. If several categories are equally frequent it has none, which counts as disagreement. Averages, medians and steps need an order and are undefined. {skipped}',
    oneRuleNominal:
      'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table use the same items. In the table, items on which annotators are tied have their own row, and those on which the judges are tied their own column.',
    noOrder: 'Bias, severity and the ranking of systems need an order and are not computed for categories without one.',
    answer:
      'Answer of an ensemble: by average, the side on which the mean of 1, ½ and 0 lies; by majority, the most frequent label of the judges; otherwise a tie. {skipped}',
    oneRulePairs:
      'One rule for all figures of a candidate: agreement, Cohen’s κ (unweighted), Gwet’s AC1 and the table use the same items. A tie is an answer. Items on which annotators are tied have their own row in the table.',
    halfTie:
      'Half for a tie: an answer that is a tie on one side and a side on the other counts ½. Without ties: items without a tie on either side.',
    scoreOrdered: 'Score of an ensemble: the mean or the median of its judges’ scores, not rounded. {skipped}',
    quadratic:
      'Quadratic-weighted κ: 1 minus the mean squared difference over that of scores and references paired at random. It is 1 for perfect agreement, 0 for chance agreement, and equals Cohen’s κ with weights 1 − (difference / range)² where both are labels.',
    also: 'Also reported: exact agreement, agreement within {step}, the mean absolute difference in units of the scale, linear-weighted κ, Spearman’s ρ, Kendall’s τ_b, Krippendorff’s α ({level}) and ICC(2,1).',
    oneStep: 'one step',
    tenth: 'a tenth of the scale',
    confusion:
      'The confusion table assigns a score to the nearer label; values halfway between two have their own row and column. Continuous scores are grouped into five equal ranges.',
    wilsonEffective: 'Wilson on the effective sample size, with the t quantile on queries − 1 degrees of freedom',
    jackknife:
      'jackknife by query: Wilson’s form between the ends of the coefficient’s range, with the t quantile on queries − 1 degrees of freedom; undefined if no query changes the figure or if leaving one out makes it undefined',
    meanScore: 'mean of 1 − |score − reference|',
    unweighted: 'Cohen’s κ, unweighted',
    sampled: '{figure}, as sampled',
    ac2: 'Gwet’s AC2, quadratic weights',
    quadraticName: 'quadratic-weighted κ',
    quadraticShort: 'quadratic κ',
    oneAnnotator: 'One annotator',
    anotherAnnotator: 'Another annotator',
    annotatorsMajority: 'Annotators, majority',
    annotatorsMedian: 'Annotators, median',
    annotatorsMean: 'Annotators, mean',
    pseudonym: 'Annotator {n}',
    itemsIndependent: 'within one query: the same, with items as independent',
    majorityReference: 'the majority of the blind labels of an item; ½ if annotators are tied',
    sameAnswer: 'share of items with the same answer, a tie being an answer',
    frequentAnswer: 'the most frequent answer of annotators; if several are equally frequent, each counts its share',
    sameCategory: 'share of items with the same category',
    frequentCategory:
      'the most frequent category of annotators; if several are equally frequent, each counts its share',
    quadraticMetric: 'quadratic-weighted κ of score and reference on the declared scale',
    medianReference: 'the median of the blind labels of an item',
    meanReference: 'the mean of the blind labels of an item',
    ac1: 'Gwet’s AC1',
    fleiss: 'Fleiss’ κ',
    fleissQuadratic: 'Fleiss’ κ, quadratic weights',
    alphaLevel: 'Krippendorff’s α, {level}',
    levelNominal: 'nominal',
    levelOrdinal: 'ordinal',
    levelInterval: 'interval',
    iccOne: 'ICC(2,1), one annotator',
    iccMean: 'ICC(2,{n}), mean of all annotators',
    iccAbsolute: 'ICC(2,1), absolute agreement',
    halfForTie: 'Half for “{tie}” against a side',
    withoutTie: 'Without “{tie}” on either side',
    exactlySame: 'Exactly the same',
    withinOne: 'Within one',
    withinStep: 'Within {n}',
    meanDifference: 'Mean absolute difference',
    linearKappa: 'Linear-weighted κ',
    spearman: 'Spearman’s ρ',
    kendall: 'Kendall’s τ_b',
    otherJudges: 'all other judges',
    notListed: 'The judge does not report this issue.',
    noRunOfLabels: 'The labels of this study belong to no run, so no judge scored its reports.',
    noScoreOfLabels: 'The labels of this study do not define a score of a report in {metric}.',
    noDirectRating: '{metric} has no direct rating to compare with.'
  }
} as const;
