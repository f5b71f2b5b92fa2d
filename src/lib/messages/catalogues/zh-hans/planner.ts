import type { Translation } from '../translation.ts';
import type en from '../en/planner.ts';

export default {
  planner: {
    crumb: '规划器',
    title: '样本量规划器',
    about: '每个数字都附有其假设。本页网址包含您的输入。',
    possible: '核查已报告的数字',
    from: '从一项研究开始',
    studyChoice: '{n}，{study}',
    use: '使用其数字',
    clear: '清空输入',
    fromStudy: '来自研究 {n, id}，{study}',
    fromStudyAbout:
      '{state, select, embargoed{其数字处于保密期，因此仅使用规模与用时。} filled{已用其数字填入各字段，并注明来源。您可以更改。} other{尚无标注。}}',
    problems: '需更正 {n} 个字段',
    problemsAbout: '各字段旁显示原因。{n, plural, other{不依赖这些字段的结果仍会计算。}}',
    expect: '预期',
    interval: '区间宽度',
    power: '两个评审的比较',
    chance: '达到目标值',
    people: '人员',
    inspection: '抽检',
    itemsMark: '{n} 项',
    wanted: '目标：{power}',
    unlimited: '无限',
    correlated: '同一查询的项彼此相关：{n} 项相当于一个独立项。',
    independent: '假设各项相互独立。',
    itemsUsed: '以下各节使用 {n} 项（{from, select, typed{按输入} other{按半宽所需}}）。',
    graded: '一致性按项的比例规划。对分级得分，则使用 1 − 距离 ÷ 量程的均值；其变异小于同值的比例，因此规划偏保守。',
    intervalHead: '区间宽度所需项数',
    intervalTable: '各半宽所需项数',
    halfWidth: '半宽',
    ifIndependent: '若相互独立',
    items: '项',
    queries: '查询',
    asInReport: '如报告所示',
    undefined: '– 仅一条查询时无定义',
    wantedMark: '目标',
    powerHead: '比较两个评审所需项数',
    powerPlot: '统计功效随项数增加',
    powerAxis: '统计功效',
    chanceHead: '达到目标值所需项数',
    chancePlot: '下界达到目标值的概率',
    chanceAxis: '概率',
    peopleHead: '每项的标注员数',
    peopleTable: '标注员数、信度与标注数',
    perItem: '每项的标注员数',
    reliability: '合并后的信度',
    labels: '标注',
    hours: '小时',
    hoursEach: '每人小时',
    annotatorTest: '替代标注员检验',
    enough:
      '{people, select, yes{标注员足够} other{标注员太少：至少 3 名}}，{items, select, yes{项数足够} other{项数太少：至少 50 项}}',
    passes: '具有此一致性的评审通过',
    passesIn: '{percent}（{n} 次模拟研究中的 {passed} 次；{people} 位标注员，{items} 项）',
    notSimulated: '– {reason}',
    inspectionHead: '抽检的抽样方案',
    inspectionTable: '各批量的抽样方案',
    lot: '批量',
    toEstimate: '用于估计',
    toAccept: '用于接收',
    goodPass: '合格批通过',
    lotTooSmall: '– 批量太小',
    atMost:
      '{lot, select, none{无限批} other{批量为 {lot} 的批}}若在限值处通过，则至多有 {n} 个缺陷，超出的风险为 {risk}。',
    characteristic: '方案的抽检特性曲线',
    acceptance: '接收概率',
    defects: '缺陷比例',
    allowedMark: '允许值',
    goodMark: '合格工作',
    less: '不足 1%',
    more: '超过 99%',
    sourceOf: '研究 {n, id}：{text}。'
  },
  plannerParts: {
    every: '图中所有的点',
    region: '{title}：{chance}，按{quantity}',
    notComputed: '未计算',
    required: '必填：{fields}。错误显示在字段旁。',
    compute: '计算',
    computePart: '计算：{head}',
    asked: '所求'
  },
  reachText: {
    ofGate: '{gate}：{text}',
    sample: '{queries} 条查询中的 {items} 个已评项',
    noBound:
      '{sample}没有按查询聚类的下界；即使{condition}也是如此，而目标为 {target}。{needed, plural, =0{} other{至少需要 # 条查询，每条的项数相同。}}',
    bound:
      '使用{sample}，即使{condition}，下界最多也只能达到 {best}，而目标为 {target}。{needed, plural, =0{} other{至少需要 # 条查询，每条的项数相同。}}',
    noLook:
      '第一次查看在 {first} 条完整查询之后，而该研究只有 {queries} 条。{enough, select, yes{{needed, plural, =0{} other{至少需要 # 条查询，每条的项数相同。}}} other{计划的上限 {most} 条查询对此目标而言太少。}}',
    sequentialBound:
      '在 {within} 条完整查询之后，即使{condition}，序贯计划的下界最多也只能达到 {best}，而目标为 {target}。{enough, select, yes{{needed, plural, =0{} other{至少需要 # 条查询，每条的项数相同。}}} other{计划的上限 {most} 条查询对此目标而言太少。}}',
    allAgree: '评审与标注员在每一项上都一致',
    judgesAgree: '评审在每一项上都与标注员一致',
    unanimous: '标注员在所有项上意见一致，{answers} 种回答出现得同样多，且评审与其一致',
    sameAnswers: '每个重复的问题都得到相同的回答',
    allValid: '组合报告的每个问题都成立',
    allReported: '每一项都是组合报告的成立的问题',
    oneAnnotatorUnanimous: '每一项只分配给一位标注员，因此没有标注员意见一致的项。请将各项分配给两位或更多标注员。',
    oneAnnotator: '每一项只分配给一位标注员，因此无法将评审与标注员间一致性比较。请将各项分配给两位或更多标注员。',
    fewShared: '有 {n} 项分配给两位或更多标注员；该检验需要 {needed} 项。',
    noPairs: '没有查询含有两份报告的项，因此无法检验长度偏差。请在每条查询中抽取多个系统的项。',
    noInterval: '{name, select, severity{严格程度没有按查询聚类的区间} other{长度没有按查询聚类的区间}}',
    interval:
      '{name, select, severity{严格程度的区间至少为 ±{width}（界限 ±{margin}）} other{长度的区间至少为 ±{width}（界限 ±{margin}）}}',
    bias: '使用{sample}，即使评审与标注员在每一项上都一致，{intervals}。{needed, plural, =0{} other{至少需要 # 条查询，每条的项数相同。}}',
    askedOnce: '该运行的评审只被询问一次，因此无法测量重测一致性。请使用有重复提问的运行。',
    fewQueries: '{n} 条查询太少，无法比较系统的排名；需要 {needed} 条。',
    sizeQueries: '样本有 {n} 条查询；计划要求至少 {least} 条。',
    sizeItems: '样本有 {n} 个已评项；计划要求至少 {least} 项。'
  },
  outOfReach: {
    head: '此样本无法通过 {n} 个必需门槛',
    about: '无论标注员与评审给出何种标注，这些门槛都无法判定或不通过（{plan}）。请抽取更多项，或预注册其他值。'
  },
  possibleFigures: {
    title: '核查已报告的数字',
    pageTitle: '可能的数字',
    about:
      '200 项中的 87.1% 不可能：174 项为 87.0%，175 项为 87.5%。同样的检验适用于整数评分的均值。不可能的数字或为笔误，或经两次舍入，或 n 有误。',
    figures: '数字，每行一个',
    hint: '请按印出的数字填写：<code>96.5% of 300</code>、<code>.925 of 40</code>、<code>mean 3.27 of 15 on 1 to 4</code>。未注明量表的均值视为 1 至 5 的评分。不含“of”的数字将检验是否有共同的 n。',
    check: '核查数字',
    none: '未输入数字',
    allPossible: '没有不可能的数字',
    impossible: '{total} 个数字中有 {n} 个不可能',
    examples: '示例',
    truncated: '输入已截断',
    truncatedAbout: '网址最多容纳 6,000 个字符。请另行核查其余数字。',
    table: '各数字的判定',
    figure: '数字',
    verdict: '判定',
    why: '原因',
    verdictIs: '{possible, select, yes{可能} no{不可能} other{无法读取}}',
    rounding: '恰为一半时，两种舍入方式均可接受。命令行：<code>{command}</code>。'
  },
  plannerFields: {
    label:
      '{field, select, p{预期一致性} confidence{置信水平} perQuery{每条查询的项数} icc{组内相关系数（ICC）} run{评分运行中的项数} items{计划项数} half{目标半宽} least{目标下界} first{仅第一个正确} second{仅第二个正确} margin{界值 δ} discordant{不一致比例} alpha{显著性水平 α} power{目标统计功效} target{目标值} contenders{接近最佳的候选数} alike{错误相关性} people{每项的标注员数} single{单个标注员的信度} wanted{目标信度} between{标注员间一致性} epsilon{ε，评审的成本优势} seconds{每个标注的秒数} lot{批中的项数} allowed{允许的缺陷比例} accept{样本中允许的缺陷数（c）} beta{风险 β} other{合格工作中的缺陷比例}}',
    hint: '{field, select, p{评审与标注员一致的项的比例。分级量表：1 − 距离 ÷ 量程的均值。} confidence{所有区间的置信水平：通常为 .95。} perQuery{每条查询抽取的项。} icc{0：同一查询的项互不相关。1：完全相同。} run{留空：无限。} items{留空：半宽所需的项数。} half{估计值到任一界的距离。} least{留空：无。} first{第一个评审标注正确而第二个不正确的项的比例。} second{与上相反。} margin{非劣效界值。} discordant{若两者无优劣，恰有一个评审标注正确的项的比例。} alpha{差异为双侧，界值为单侧。} power{检出真实差异的概率。} target{下界须达到的一致性，按预注册。} contenders{研究无法区分的候选；若只检验一个则为 1。} alike{1 表示所有候选在相同的项上出错。} people{替代标注员检验至少需要 3 名。} single{ICC(1) 或 Krippendorff’s α。} wanted{合并后标注的信度。} between{项的比例；用于模拟检验。} epsilon{专家 .2，熟练标注员 .15，众包人员 .1。} seconds{含阅读时间。} lot{批量。留空：无限。} allowed{“至多 5% 有缺陷”即 .05。} accept{0：一个缺陷即拒收该批。} beta{缺陷比例略高于允许值的批通过的概率。} other{此类批应以 1 − 风险 的概率通过。}}'
  },
  plannerAnswers: {
    less: '不足 1%',
    more: '超过 99%',
    formula:
      '公式：置信水平 {confidence} 下为 z²·p(1 − p)/半宽² 项，乘以设计效应 1 + ({perQuery} − 1)·{icc} = {effect}。',
    unlimited: '假设评分运行的项数无限。',
    finite: '已按 {n} 项的评分运行校正（有限总体）。右列中报告的区间不作此校正，因为它要推广到更多的项。',
    reported:
      '右列：与报告相同，在一致性为 {p} 时，按有效样本量计算的 Wilson 区间，采用自由度为查询数 − 1 的 t 分位数。查询较少时比规划的更宽。',
    fewQueries:
      '{n} 条查询：少于 20 条时，按查询计算的区间不可靠。{several, select, yes{请从更多查询中各取较少的项。} other{请采用更多查询。}}',
    width:
      '{queries} 条查询中的 {items} 项{all, select, yes{（即整个评分运行）} other{}}可得到 {p} 附近 ± {half} 的区间。',
    noLower: '观测值为 {p} 时，任何项数都无法使下界达到 {least}：目标值须低于预期一致性。',
    lower: '观测值为 {p} 时，{queries} 条查询中的 {items} 项得到 {interval}，下界不低于 {least}。',
    onlyInRun: '评分运行仅有 {n} 项。',
    curveDifference: '差异：{first} 对 {second}',
    curveMargin: '非劣效，界值 {margin}',
    mcnemar: '差异：两个评审在相同项上的精确 McNemar 检验，双侧，水平 {alpha}。统计功效对不一致项的数量及其分布求和。',
    nonInferiority: '非劣效：正态近似，单侧，水平 {alpha}，两个评审一致性相同，在 {discordant} 的项上不同。',
    clustered:
      '聚集的项按项数 / {effect}（设计效应）计，精确检验时向下取整。假设差异在查询内的相关与一致性的相关相同。',
    equalJudges: '任何项数都无法区分准确度相同的两个评审。',
    tooMany: '区分 {first} 与 {second} 需要超过 {n} 个独立项。',
    better:
      '若仅一个评审正确的项占 {first}、仅另一个正确的占 {second}，要证明前者更好：统计功效 {power} 需要 {items} 项。',
    notInferior:
      '要证明评审在界值 {margin} 下非劣效：需要 {needed} 项。以 {items} 项，统计功效分别为 {difference} 与 {notWorse}。',
    curveChance: '真实一致性为 {p} 时的概率',
    trueAgreement: '真实一致性为 {p}，{confidence} 区间的下界须达到目标值 {target}。',
    gateComputation:
      '计算与一致性门槛相同：按有效样本量 {items} 项 / {effect} 计算的 Wilson 下界。错误较少时，其查询内相关主要为假设值（{icc}），而非估计值。错误数服从贝塔二项分布；因计数为整数，曲线呈锯齿状。',
    oneEnsemble: '只检验一个评审组合，因此不作选优校正。',
    bestOf:
      '在相同的项上从 {n} 个无法区分的评审组合中选出最佳者；其错误相关为 {correlation}。下界的临界值为 {critical}，而非 {single}。所示概率为其中最佳者的概率。若全部同样好，则为 {tied}，因为选出的是样本值最高者。',
    bestOfFewQueries:
      '在相同的项上从 {n} 个无法区分的评审组合中选出最佳者；其错误相关为 {correlation}。所示概率为其中最佳者的概率。若全部同样好，则为 {tied}，因为选出的是样本值最高者。',
    reach: '真实一致性为 {p} 时，{items} 项在 {chance} 的研究中达到下界 {target}。',
    notAbove: '预期一致性不高于目标值，增加项数也无济于事。',
    tooManyQueries: '达到 {power} 需要超过 20,000 条查询。',
    needed: '达到 {power}：{queries} 条查询中的 {items} 项。',
    spearmanBrown:
      'Spearman–Brown：k 名信度为 ρ = {single} 的标注员合并后的信度为 kρ / (1 + (k − 1)ρ)。假设标注员可互换且错误相互独立。',
    labelling: '{items} 项，每项由 k 位标注员标注，每个标注 {seconds} 秒。每人小时：由同样的 k 位标注员标注所有项时。',
    simulation:
      '模拟检验：是/否项；标注员以概率 {right} 正确，因此两位标注员在 {between} 的项上一致；评审以概率 {p} 正确；ε 为 {epsilon}；采用门槛的检验，按查询聚类，每个评判者的错误在查询内按规划相关。随机种子固定。',
    oneAnnotator: '仅一位标注员，无法与他人比较',
    fewItems: '{n} 项少于检验要求的每位标注员 30 项',
    together: '每项 {people} 位标注员合并后的信度为 {reliability}，需要 {labels} 个标注，约 {time}。',
    minutes: '{n} 分钟',
    hours: '{n} 小时',
    noPeople: '任何数量的标注员都无法达到 {wanted}。',
    forWanted: '达到 {wanted}：{n} 位标注员。',
    testNeeds: '替代标注员检验至少需要{short, select, people{ 3 位标注员} items{ 50 项} other{ 3 位标注员和 50 项}}。',
    testPasses: '在 {n} 次模拟研究中，替代标注员检验有 {passed} 次使这样的评审通过。',
    curvePlan: '{items} 项，{accept, plural, =0{无缺陷} other{至多 # 个缺陷}}',
    estimation: '估计：置信水平 {confidence}、比例为 .5（保守）时半宽为 {half}，已按批量校正。',
    acceptanceUnlimited: '接收：使缺陷比例为 {allowed} 的批通过概率不超过 {beta} 的最小样本；无限批，二项分布。',
    acceptance: '接收：使含 {n} 个缺陷（首个高于 {allowed} 的数量）的批通过概率不超过 {beta} 的最小样本；超几何分布。',
    drawnEqually: '各项以等概率从批中抽取，且抽检人员能发现每个缺陷。',
    whichPass: '曲线显示哪些批会通过。不允许缺陷的方案所需项数最少，但会拒收许多合格批。',
    estimate: '以 ± {allowed} 估计{lot, select, none{无限批} other{批量 {lot} 的批}}的缺陷比例：{items} 项。',
    noPlan:
      '没有允许 {n} 个缺陷的方案，因为{lot, select, none{无限批} other{批量 {lot} 的批}}总会通过。请允许更少的缺陷，或检查全部项。',
    accept:
      '若要接收，并使缺陷比例高于 {allowed} 的批通过的概率不超过 {beta}：{items} 项，{accept, plural, =0{无缺陷} other{至多 # 个缺陷}}。',
    goodPasses: '缺陷比例为 {good} 的批有 {chance} 的概率通过。',
    goodCountPasses: '含 {n} 个缺陷（{good} 以内的最大整数）的批有 {chance} 的概率通过。',
    goodLots: '合格批的缺陷数取 {good} 以内的最大整数。',
    fair: '使此类批被拒收的概率不超过 {beta} 的方案：{items} 项，至多 {accept} 个缺陷。'
  },
  figureVerdicts: {
    noCommon: '这 {figures} 个不含 n 的数字在 {most} 以内没有共同的 n。',
    common:
      '这 {figures} 个不含 n 的数字可能共同出自 {list}{more, select, yes{ 等} other{}}；不可能出自小于 {first} 的数。',
    commonOne: '这 {figures} 个不含 n 的数字可能共同出自 {list}。',
    noN: '该数字没有 n：请加上“of”与数量，或将所有不含 n 的数字一并核查。',
    always: '可能：n = {n} 时，任何这种位数的数字都有对应的计数。',
    one: '{kind, select, mean{可能：总和 {first} 得 {figure}（量表 {low} 至 {high}）。} other{可能：{n} 中的 {first} 得 {figure}。}}',
    some: '{kind, select, mean{可能：总和 {list} 得 {figure}（量表 {low} 至 {high}）。} other{可能：{n} 中的 {list} 得 {figure}。}}',
    many: '{kind, select, mean{可能：从 {first} 到 {last} 的 {ways} 个计数得 {figure}（量表 {low} 至 {high}）。} other{可能：从 {first} 到 {last} 的 {ways} 个计数得 {figure}。}}',
    impossible:
      '{kind, select, mean{不可能。{n} 个评分的任何总和都得不到 {figure}（量表 {low} 至 {high}）：{near}。} other{不可能。{n} 中的任何计数都得不到 {figure}：{near}。}}',
    near: '{kind, select, mean{总和 {count} 得 {value}} other{{n} 中的 {count} 为 {value}}}'
  },
  plannerSources: {
    agreement:
      '{judge} 与标注员在 {value} 的项上一致{weighted, select, yes{（按评分运行加权）} other{}}（{interval, select, none{} other{95% CI {interval}，}}{queries} 条查询中 n = {n}），为 {judges} 个评审中最高',
    itemsInQueries: '{queries} 条查询中的 {items} 项',
    effect: '观测到的设计效应为 {effect}{below, select, yes{，低于 1：同一查询的项不相关} other{}}',
    represents: '样本代表 {n} 项',
    onlyRight:
      '在 {n} 项上，仅 {first} 正确 {a} 项，仅 {second} 正确 {b} 项{weighted, select, yes{，所占比例按评分运行加权} other{}}',
    differ: '两者在 {total} 项中的 {n} 项上不同{weighted, select, yes{，所占比例按评分运行加权} other{}}',
    contenders: '{total} 个候选（单个评审与多数投票）中有 {n} 个与最佳者无显著差距',
    critical: '本研究中的临界值为 {critical}',
    oneJudge: '一个评审',
    asPreregistered: '按该研究的预注册',
    preregisteredTarget: '该研究预注册的目标值',
    people: '研究中每项 {n} 人',
    median: '{n} 个有用时记录的标注的中位数',
    alpha: 'Krippendorff’s α 为 {alpha}{weighted, select, yes{（按抽样）} other{}}，基于由两名以上标注员标注的 {n} 项',
    equal:
      '{pairs} 对标注中有 {equal} 对相同（{percent}{weighted, select, yes{，按评分运行加权} other{}}），基于由两名以上标注员标注的 {n} 项',
    targetOfKappa: '不采用预注册的目标值 {target}，因为它是加权 κ 的目标值，而规划针对的是相同标注的比例。',
    severalCategories: '不采用本研究的标注员间一致性，因为规划的检验假设两种标注，而该研究有 {n} 个类别。'
  }
} satisfies Translation<typeof en>;
