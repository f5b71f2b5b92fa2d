import type { Translation } from '../../translation.ts';
import type en from '../../en/library/verdict.ts';

export default {
  verdictText: {
    oneJudge: '单个评审（{judges}）',
    averageOf: '{judges} 的平均值',
    majorityOf: '{judges} 的多数投票',
    medianOf: '{judges} 的中位数',
    anyOf: '“{judges} 中任意一个判为‘{label}’”的规则',
    allOf: '“{judges} 全部判为‘{label}’”的规则',
    adopt: '在“{metric}”上，{ensemble}可以代替人工标注员。',
    escalate:
      '在“{metric}”上，{ensemble}可以代替人工标注员，但仅限于{judges, select, all{全部 {of} 个评审均与其回答相同的项} other{{of} 个评审中至少 {judges} 个与其回答相同的项}}：这些项占 {coverage}，错误率不超过 {bound}（单侧 {level} 上界）。',
    others: '其余各项应由人工标注员判定。',
    undecided: '{ensemble}能否在“{metric}”上代替人工标注员，尚无定论。',
    reject: '在“{metric}”上，{ensemble}虽为最佳候选，但不应代替人工标注员。',
    noVariation: '目前无法得出结论：标注员与评审的标注变异太小，无法计算。请收集其他项的标注。',
    noItems: '目前无法得出结论：没有任何项同时有盲评标注和全部评审的回答。请在全部评审都已作答的项上收集标注。',
    noJudges: '目前无法得出结论：没有任何候选评审回答过本研究的项。请先用评审为这些项评分。',
    agreement:
      '与标注员的{measure, select, share{一致性} other{二次加权 κ }}为 {value}（{level} CI [{low}, {high}]，n = {n} 项，来自 {queries} 条查询）{weighted, select, yes{，按评分运行加权} other{}}{compared, plural, =0{} =1{} other{，已针对从 # 个候选中选出最佳者作校正}}。',
    agreementByPlan:
      '按预注册的序贯计划（{rule}，在完成 {at} 条查询后查看），与标注员的{measure, select, share{一致性} other{二次加权 κ }}为 {value}（{level} CI [{low}, {high}]，n = {n} 项，来自 {queries} 条查询）{weighted, select, yes{，按评分运行加权} other{}}。每条查询均由在此前查询上表现最佳的评审组合评分。',
    planStopped: '该区间已考虑在此次查看时停止。',
    agreementNoInterval:
      '与标注员的{measure, select, share{一致性} other{二次加权 κ }}为 {value}（n = {n} 项，来自 {queries} 条查询）{weighted, select, yes{，按评分运行加权} other{}}。其区间无定义：{why}。',
    agreementUndefined:
      '与标注员的{measure, select, share{一致性} other{二次加权 κ }}无定义（n = {n} 项，来自 {queries} 条查询）：{why}。',
    byPlan:
      '序贯计划已预注册（{rule}{at, plural, =0{，尚未查看} other{，在完成 # 条查询后查看}}；每条查询均由在此前查询上表现最佳的评审组合评分）。',
    target: '下界的{plan, select, preregistered{预注册} other{默认}}目标值为 {target}。',
    ofSelection: '该区间针对从 {n} 个候选中选择的整个过程，而非事先固定的某一个评审组合。',
    theseAnnotators: '它可推广到同类查询，但仅限于这 {n} 位标注员；未计入标注员之间的方差。',
    likeAnnotators: '它可推广到同类查询和这 {n} 位标注员；对于同类标注员，{level} CI 为 [{low}, {high}]。',
    passed: '全部 {n} 个适用的必需门槛均已通过。',
    passedIdle: '全部 {n} 个适用的必需门槛均已通过；不适用：{idle}。',
    extra: '非必需且未通过：{gates}。',
    open: '未定或未检验：{gates}。',
    collect: '为得出定论，请收集：{needs}。',
    belowTarget: '估计值低于目标值，因此增加标注更可能表明该评审组合未达到目标值，而不是达到。',
    failed: '未通过：{gates}。',
    noRescue: '增加标注不太可能改变这一结果。请检查评审的错误，然后更改提示词或更换评审。',
    cheaper: '{candidate} 费用更低且非劣效：其一致性比最佳候选至多低 δ = {delta}（针对全部候选的单侧 95% 界）。',
    noiseShare:
      '按估计的标注噪声，完美的评审也只能在 {ceiling} 的项上与标注一致，因此凭这些标注无法达到目标值 {target}。',
    noiseKappa: '按估计的标注噪声，完美的评审也只能达到 κ = {ceiling}，因此凭这些标注无法达到目标值 {target}。',
    noPlan: '未预注册分析计划，采用默认值，因此该结果属于探索性结果。',
    planAfter: '分析计划在揭盲之后才首次写成，因此该结果属于探索性结果。',
    planChanged: '分析计划在揭盲之后被修改，因此该结果属于探索性结果。',
    revisionChanged: '第 {revision, id} 版修改了：{changed}。',
    revisionLate: '第 {revision, id} 版写于揭盲之后。',
    planCommitted: '分析计划在揭盲之前{changes, select, yes{最后一次修改} other{预注册}}，当时已提交 {n} 个标注。',
    lateRun:
      '评分运行 {run, id} 是在标注揭盲之后启动的。若其评审、提示词或设置是看过标注之后选定的，区间没有计入这一点。',
    lookCorrected:
      '数据{places, select, none{被揭盲} other{在完成 {places} 条查询后被揭盲，这不是计划内的查看}}；已按此次查看重新计算 {rule} 界。',
    lookUncorrectable:
      '数据{places, select, none{被揭盲} other{在完成 {places} 条查询后被揭盲，这不是计划内的查看}}，之后标注仍在继续。这无法校正：请规划新的研究，或预注册任意时刻有效的计划。',
    changedAfterLook: '有 {n} 个标注在数据被揭盲之后被更改或撤回。计划未考虑这一点，也无法校正。',
    looksWithoutPlan:
      '在最后一个标注提交或更改之前（已提交 {places} 个标注时），数据在没有预注册序贯计划的情况下被揭盲 {n} 次。区间未考虑这一点，也无法为此校正。',
    scope:
      '该结果适用于本研究的系统、查询和评审版本。新的系统、其他查询、其他指标，或评审、提示词版本的变更，都需要新的标注。'
  },
  planSettings: {
    judges: '评审',
    target: '目标值',
    floor: '最低值',
    confidence: '置信水平',
    delta: '界值 δ',
    lambda: '费用 λ',
    epsilon: '界值 ε',
    ties: '平局的处理',
    consistency: '重测一致性阈值',
    order: '系统排名阈值',
    severityMargin: '严苛度界值',
    positionMargin: '位置界值',
    lengthMargin: '长度界值',
    ownMakerMargin: '自我偏好界值',
    queries: '查询数',
    items: '项数',
    precision: '精确率',
    recall: '召回率',
    sequential: '停止规则',
    gates: '必需的门槛'
  },
  verdictNeeds: {
    items: '更多项的标注',
    itemsFar: '目前项数 {times} 倍以上的标注',
    itemsAbout: '约 {n} 个新增项的标注',
    itemsWaiting: '约 {n} 个新增项的标注，可取自本研究 {waiting} 个未标注的项',
    itemsDiffering: '约 {n} 个新增项的标注，其中 {differing} 项为评审之间不一致的项',
    itemsLeast: '至少 {n} 个新增项的标注',
    queries: '至少 {n} 条新增查询的报告的标注',
    moreQueries: '更多查询的报告的标注',
    listed: '评审组合所报告的更多问题的标注',
    valid: '更多查询中所报告问题的标注',
    shared: '由其中两位或以上标注员共同判定的更多项',
    second: '至少 {n} 个新增项上第二位标注员的标注',
    pairs: '由两位标注员判定的项',
    unanimous: '更多标注员意见一致的项（{answers}）',
    repeats: '每个评审对相同问题的重复回答',
    moreRepeats: '每个评审在更多项和查询上的重复回答',
    scored: '评审已评分的项的标注',
    systems: '两个或以上系统就相同查询所写报告的标注',
    bothOrders: '由评审按两种顺序进行的比较',
    imported: '基于已导入报告的研究',
    ownRun: '基于本项目评分运行的研究',
    makers: '{systems} 的提供方或基座模型（在项目的系统设置中填写）'
  },
  reportWarnings: {
    unlabelled: '{total} 项中有 {n} 项尚无盲评标注。',
    valueless: '{total} 项中有 {n} 项只有在量表上没有数值的标注，例如“无法判断”。各项数值不计入这些项。',
    fewQueries: '已标注的项来自 {n} 条查询。少于 {least} 条时，按查询聚类的区间不可靠。',
    noQueries: '标注未注明查询：每一项各算作一条查询，区间把各项视为相互独立。',
    noOverlap: '没有任何项由两位标注员标注，因此标注员间一致性无定义。',
    tiesHalf: '有 {n} 项标注员判定为平局。每个平局标注在各项数值中按份额计入。',
    tiesOut: '有 {n} 项标注员判定为平局。按预注册，与标注员一致性的数值不计入这些项。',
    silent: '{judge} 没有给出任何标注，已从所有候选中排除。',
    gaps: '候选之间的比较基于 {total} 个已标注项中所有评审都回答的 {n} 项；其余 {left} 项只计入候选自身的数值。',
    unequal: '各项以不等概率抽取。未加权的一致性描述样本；加权的一致性描述评分运行。',
    subsets: '评审有 {judges} 个，只计算了至多 {largest} 个评审的组合。',
    single:
      '标注员对每一项都判为“{label}”，因此{kappa, select, plain{ κ } other{二次加权 κ }}无法区分真正阅读的评审与总是给出同一标注的评审。',
    rareLabel:
      '{total} 项中仅有 {n} 项被标注员判为“{label}”。在这种边际分布下，即使一致性很高，κ 也会偏低；请同时查看 AC1。',
    rareOther:
      '{total} 项中仅有 {n} 项被标注员判为“{label}”以外的标注。在这种边际分布下，即使一致性很高，κ 也会偏低；请同时查看 AC1。',
    rareScores:
      '{total} 项中仅有 {n} 项被标注员给予“{label}”以外的分数，因此二次加权 κ 取决于这些项。请同时查看平均差。',
    ownMaker: '自评：与系统来自同一提供方或同一模型的评审可能偏向该系统。',
    makerUnknown: '若评审或系统的提供方未记录，则是否自评未知。',
    judgesOwn: '{judge} 评判 {systems}。',
    judgesSame: '{judges} 评判 {systems}。',
    otherSystems: '其他 {n} 个系统',
    madeByJudge: '生成与评审使用同一模型，可能偏向符合其自身输出的报告。',
    made: '{judge} 生成了 {parts}，并据此评判。',
    madePart: '{total} 条查询中 {n} 条的{what}'
  }
} satisfies Translation<typeof en>;
