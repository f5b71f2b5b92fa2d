import type { Translation } from '../../translation.ts';
import type en from '../../en/library/gates.ts';

export default {
  gateNames: {
    agreement: '与标注员的一致性',
    precision: '报告问题的精确率',
    recall: '有效问题的召回率',
    people: '相对单个标注员的非劣效性',
    unanimous: '意见一致的项上的一致性',
    bias: '偏差',
    consistency: '重测一致性',
    order: '各评审的系统排名',
    queries: '查询数',
    items: '项数'
  },
  gateFindings: {
    oneQuery: '各项来自不足两条查询，因此无法计算按查询聚类的区间。',
    noCommonItem: '没有任何项同时有盲评标注和全部评审的标注。',
    noVariation: '标注员与评审的标注变异太小，无法计算。',
    corrected:
      '{compared, plural, =0{只有一个候选时} =1{只有一个候选时} other{针对从 # 个候选中选出最佳者校正后}}，{measure, select, share{一致性} other{二次加权 κ }}为 {value}；其下界为 {low}{contenders, plural, =0{} =1{} other{，对与最佳者无显著差距的 # 个候选均成立}}。',
    correctedNoBound:
      '{compared, plural, =0{只有一个候选时} =1{只有一个候选时} other{针对从 # 个候选中选出最佳者校正后}}，{measure, select, share{一致性} other{二次加权 κ }}为 {value}；其下界无定义：{why}。',
    noLook: '已完成 {n} 条查询；尚未到达 {rule} 计划的首次查看。',
    look: '在至多 {maximum} 条查询中完成 {at} 条后，此前查询上表现最佳的评审组合与标注员的一致性为 {value}；{rule} 下界为 {low}{result, select, adopt{，因此研究可以停止} end{；已达上限而未能作出决定} other{}}。',
    lookReject:
      '在至多 {maximum} 条查询中完成 {at} 条后，此前查询上表现最佳的评审组合与标注员的一致性为 {value}；{rule} 下界为 {low}，所有候选中最高的上界为 {high}，因此研究可以停止。',
    lookInterval: '所示区间比上述界更窄，因为它只考虑到目前为止的查看。',
    queries: '比较了 {n} 条查询；至少需要 {least} 条。',
    items: '比较了 {n} 项；至少需要 {least} 项。',
    noSharedItem: '没有任何项由两位标注员判定，因此无法将评审与标注员间一致性作比较。',
    replaced:
      '评审组合可代替 {n} 位标注员中的 {may} 位（替代标注员检验，ε = {epsilon}）{untested, plural, =0{} other{；其中 # 位的共同项少于 {fewest} 项，计为不可代替}}。',
    replacedCaution:
      '该检验在{few, select, annotators{标注员少于 3 位} items{项数少于 50} other{标注员少于 3 位且项数少于 50}}时不可靠。',
    pairsUndefined: '标注员与评审的标注变异太小，无法计算；也没有标注员达到替代标注员检验所需的 {fewest} 个共同项。',
    pairs:
      '评审组合与单个标注员的{measure, select, share{一致性} other{二次加权 κ }}{direction, select, equal{与标注员之间的相等} below{比标注员之间的低 {difference}} other{比标注员之间的高 {difference}}}（n = {n} 个共同项，来自 {queries} 条查询）。',
    pairsInstead: '由于没有标注员达到替代标注员检验所需的 {fewest} 个共同项，改为成对比较。',
    pairsFew: '没有标注员达到替代标注员检验所需的 {fewest} 个共同项，而他们总共共有的 {n} 项又太少，无法成对比较。',
    noUnanimous: '没有任何项有两位或以上意见一致的标注员。',
    unanimous: '最低的下界为 {low}，对应{answer}的项（一致性 {value}，n = {n} 项；最低值 {floor}）。',
    unanimousNoBound: '在{answer}的项上，下界无定义（一致性 {value}，n = {n} 项；最低值 {floor}）。',
    noItemOn: '没有{answer}的项。',
    oneJudge: '只预注册了一个评审，因此没有两个排名可比较。',
    oneSystem: '研究只有一个系统，因此排名无定义。',
    noOrder: '类别之间没有顺序，因此没有系统得分高于另一系统。',
    noRankings: '并非每个评审都标注了两个系统的项，因此无法比较排名。',
    allTied: '有评审给所有系统相同的得分，因此没有排名可比较。',
    order:
      '在 {systems} 个系统的排名上，两个评审之间最低的 Kendall τ_b 为 {tau}；对查询重抽样时，每 100 次中有 {often} 次达到阈值 {threshold}。',
    orderFew: '{n} 条查询太少，无法判定；需要 {least} 条。',
    noListed: '评审组合报告的问题均没有盲评标注。',
    noValid: '没有带盲评标注的有效问题。',
    precision: '精确率为 {value}{bound, select, no{} other{，下界为 {low}}}（n = {n} 个所报告的问题）。',
    recall: '召回率为 {value}{bound, select, no{} other{，下界为 {low}}}（n = {n} 个有效问题）。',
    codeOnly: '由程序实现的评审每次回答相同，因此该门槛不适用。',
    noRepeat: '没有评审被重复提问，因此重测一致性无定义。',
    consistency:
      '重复提问中{kind, select, same{回答相同} other{回答相差不超过 {step}}}的比例为 {value}，下界为 {low}（n = {n} 项，来自 {queries} 条查询）。',
    consistencyNoBound:
      '重复提问中{kind, select, same{回答相同} other{回答相差不超过 {step}}}的比例为 {value}（n = {n} 项）；这些项来自同一条查询，因此区间无定义。',
    moreLenient: '评审比标注员更宽松（{value}，界值 ±{margin}）。',
    moreSevere: '评审比标注员更严苛（{value}，界值 ±{margin}）。',
    favoursFirst: '{judge} 偏向先显示的文本（{value}，界值 ±{margin}）。',
    favoursSecond: '{judge} 偏向后显示的文本（{value}，界值 ±{margin}）。',
    favoursLonger: '与标注员相比，评审更偏向较长的报告（{value}，界值 ±{margin}）。',
    favoursShorter: '与标注员相比，评审更偏向较短的报告（{value}，界值 ±{margin}）。',
    favoursOwn: '与标注员相比，评审更偏向自家提供方的系统（{value}，界值 ±{margin}）。',
    disfavoursOwn: '与标注员相比，评审更不利于自家提供方的系统（{value}，界值 ±{margin}）。',
    inconclusive: '无定论，既不在界值之内也不在界值之外：{checks}。',
    within: '在界值之内：{checks}。',
    biasWithoutOrder: '偏差：类别之间没有顺序，因此评审与标注员之间的差异没有方向和大小。',
    severityUntested: '未检验严苛度：没有任何项同时有盲评标注和得分。',
    noPositions: '位置偏差不适用：该量表没有位置之分。',
    positionUntested: '未检验位置偏差：没有按两种顺序判定的比较。',
    positionUntestedOf: '未检验 {judge} 的位置偏差：没有按两种顺序判定的比较。',
    lengthUntested: '未检验长度偏差：没有任何查询有两份长度不同且已判定的报告。',
    lengthUnknown: '未检验长度偏差：报告长度未知。',
    makersUnknown: '未检验自我偏好：评审和系统的提供方未知。',
    noOwnSystem: '自我偏好不适用：研究中没有系统基于评审提供方的模型。',
    makerUnknown: '未检验自我偏好：{systems} 的提供方未知。',
    ownUntested: '未检验自我偏好：没有任何查询同时有自家提供方与其他提供方的已判定报告。'
  },
  gateParts: {
    uncorrected: '实测值，未经选择校正',
    probed: '标注员自行列出的问题',
    allSay: '所有标注员均判为“{label}”',
    allSayInside: '所有标注员均判为“{label}”',
    third: '所有标注员的分数均在量表的{third, select, low{低} middle{中} other{高}}三分之一段',
    thirdInside: '所有标注员的分数均在量表的{third, select, low{低} middle{中} other{高}}三分之一段',
    bias: '偏差',
    biasInside: '偏差',
    severity: '严苛度',
    severityInside: '严苛度',
    position: '位置',
    positionInside: '位置',
    positionOf: '位置，{judge}',
    positionOfInside: '位置（{judge}）',
    length: '长度',
    lengthInside: '长度',
    own: '自我偏好',
    ownInside: '自我偏好'
  }
} satisfies Translation<typeof en>;
