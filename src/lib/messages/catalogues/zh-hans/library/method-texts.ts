import type { Translation } from '../../translation.ts';
import type en from '../../en/library/method-texts.ts';

export default {
  methodText: {
    scaleWithout: '量表：{scale}；没有数值的回答（{labels}）会被计数，并排除在所有数据之外。',
    scale: '量表：{scale}。',
    reference: '参照：{reference}。揭晓之后给出的标注不予使用。',
    common: '共同项既有盲标注，也有每个评审的标注。候选在共同项上比较；各候选在其自身项上的数据也一并报告。',
    pooled: '标注员的合并机会校正数据将每对标注按两种顺序各计一次，因为标注员可以互换。',
    weighted: '加权一致性：每一项按入样概率的倒数计入。',
    preferences: '偏好是在阅读评审理由之后给出的，与盲标注的一致性分开报告。',
    best: '若干候选中的最优者是在用于测量的同一批项上选出的。第一个门槛对这一选择作了校正；候选的区间没有。',
    skipped: '弃权的评审在该项上被略过；若有评审失败，则排除该项。',
    tiesHalf: '标注员平局的项计入每个数据；各平局标注按其份额计入。',
    tiesExcluded: '按预注册，标注员平局的项排除在每个数据之外；其数目另行报告。',
    score: '组合的分数：0 到 1。{skipped}',
    oneRule:
      '候选的所有数据遵循同一规则：一致性、κ、AC1 与表格使用相同的项，0 与 1 之间的分数部分计为是、部分计为否。平局的平均（½）在其中各计一半。',
    kappa:
      'Cohen κ：1 减去 |分数 − 参照| 的均值与分数和参照随机配对时该均值之比。Gwet AC1：机会一致性取自“是”的平均比例。若每个分数都是是或否，两者等于通常的系数。',
    sensitivity:
      '灵敏度与特异度：标注员标为“是”的项上分数的均值，以及标为“否”的项上 1 − 分数的均值；平局项在两者中各计一半。在表格中，分数计入较近的一侧；½ 单独成列，平局项单独成行。',
    either: '对于只有两个标注的项，若两个评审不同，则“任一评审”必然正确，因此只报告而不用于选择。',
    category:
      '组合的类别：其评审最多的类别。若多个类别并列，则没有类别，计为不一致。平均、中位数与等级步长需要顺序，因此无定义。{skipped}',
    oneRuleNominal:
      '候选的所有数据遵循同一规则：一致性、Cohen κ（未加权）、Gwet AC1 与表格使用相同的项。在表格中，标注员平局的项单独成行，评审平局的项单独成列。',
    noOrder: '偏差、严厉度与系统排名需要顺序，对无序类别不计算。',
    answer: '组合的回答：按平均时为 1、½、0 的均值所在的一方；按多数时为评审最多的标注；否则为平局。{skipped}',
    oneRulePairs:
      '候选的所有数据遵循同一规则：一致性、Cohen κ（未加权）、Gwet AC1 与表格使用相同的项。平局也是一种回答。标注员平局的项在表格中单独成行。',
    halfTie: '平局计半：一方为平局、另一方选了一边的回答计 ½。不含平局：双方都没有平局的项。',
    scoreOrdered: '组合的分数：其评审分数的均值或中位数，不取整。{skipped}',
    quadratic:
      '二次加权 κ：1 减去均方差与分数和参照随机配对时均方差之比。完全一致时为 1，机会一致时为 0；若两者都是标注，则等于权重为 1 − (差 / 范围)² 的 Cohen κ。',
    also: '另行报告：完全一致、{step}以内的一致、以量表单位计的平均绝对差、线性加权 κ、Spearman ρ、Kendall τ_b、Krippendorff α（{level}）与 ICC(2,1)。',
    oneStep: '一级',
    tenth: '量表的十分之一',
    confusion: '混淆表将分数归入较近的标注；恰在两者中间的值单独成行成列。连续分数分为五个等宽区间。',
    wilsonEffective: '基于有效样本量的 Wilson 区间，采用自由度为查询数 − 1 的 t 分位数',
    jackknife:
      '按查询的刀切法：在系数取值范围两端之间采用 Wilson 形式，使用自由度为查询数 − 1 的 t 分位数；若没有查询改变该数据，或去掉某条查询使其无定义，则无定义',
    meanScore: '1 − |分数 − 参照| 的均值',
    unweighted: 'Cohen κ，未加权',
    ac2: 'Gwet AC2，二次权重',
    quadraticName: '二次加权 κ',
    majorityReference: '一项的盲标注的多数；标注员平局时为 ½',
    sameAnswer: '回答相同的项的比例，平局也是一种回答',
    frequentAnswer: '标注员最多的回答；若多个并列，各按其份额计入',
    sameCategory: '类别相同的项的比例',
    frequentCategory: '标注员最多的类别；若多个并列，各按其份额计入',
    quadraticMetric: '在声明的量表上，分数与参照的二次加权 κ',
    medianReference: '一项的盲标注的中位数',
    meanReference: '一项的盲标注的均值',
    ac1: 'Gwet AC1 系数',
    fleiss: 'Fleiss κ 系数',
    fleissQuadratic: 'Fleiss κ，二次权重',
    alphaLevel: 'Krippendorff α 系数，{level}',
    levelNominal: '名义',
    levelOrdinal: '有序',
    levelInterval: '等距',
    iccOne: 'ICC(2,1)，单个标注员',
    iccMean: 'ICC(2,{n})，全体标注员的均值',
    iccAbsolute: 'ICC(2,1)，绝对一致性',
    halfForTie: '“{tie}”对一方计一半',
    withoutTie: '不含任一侧为“{tie}”的项',
    exactlySame: '完全相同',
    withinOne: '相差不超过一级',
    withinStep: '相差不超过 {n}',
    meanDifference: '平均绝对差',
    linearKappa: '线性加权 κ',
    spearman: 'Spearman ρ 系数',
    kendall: 'Kendall τ_b 系数',
    otherJudges: '其他所有评审',
    notListed: '该评审未报告此问题。',
    noRunOfLabels: '本研究的标注不属于任何评分运行，因此没有评审为其报告评分。',
    noScoreOfLabels: '本研究的标注无法得出报告的“{metric}”得分。',
    noDirectRating: '“{metric}”没有可供比较的直接评分。'
  }
} satisfies Translation<typeof en>;
