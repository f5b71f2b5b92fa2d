import type { Translation } from '../../translation.ts';
import type en from '../../en/library/study-kinds.ts';

/** Closing sections of every guideline. */
const blind =
  '请独立判断，只依据页面上的内容。文本由谁撰写、他人如何评价，都有意不予显示；请勿猜测，也请勿与任何人讨论尚未完成的项。';
const cannot = `## 无法判断时

“无法判断”与其他答案一样是一种答案：如果给出标注只能靠猜测，请选择它并说明理由。它单独计数，绝不会对您不利。请勿仅因难以抉择而使用它。`;

/** A whole guideline: what is asked with its keys, worked examples, traps. */
const guide = (title: string, asked: string, examples: string, traps: string): string =>
  [`# ${title}`, asked, blind, '## 示例', examples, '## 常见错误', traps, cannot].join('\n\n');

const pages = {
  checklist_item: guide(
    '关于报告的问题：是或否',
    `您会看到一份报告，以及逐一列出的、报告应当解决的问题。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| 1 | 是 | 报告在自身正文中完整解决了该问题。 |
| 2 | 否 | 报告没有解决，或只解决了一部分，或只作承诺而未兑现，或未经查找就称无从得知。 |

请严格按问题的措辞判断。如果问题要求全文始终一致（标记正确、引用格式统一），只有毫无例外才算“是”。请先读完整份报告再回答第一个问题：解决问题的段落往往不在标题所示之处。`,
    `问题：*报告是否给出了三家公交运营商 2024 年各自的准点率？*

- “2024 年，Fennline 的准点率为 91%，Orla 为 88%，Vell 为 84%。”**是**：三家运营商、年份和数字齐全。
- “Fennline 最准点，其余均低于 90%。”**否**：其中两家没有数字。
- “准点率见表 2”，而表 2 列出的是票价。**否**：作了预告而未兑现。
- “Orla 未公布数据；监管机构的估计为 88%（2024 年）。Fennline 为 91%，Vell 为 84%。”**是**：注明出处的估计值也是答案。`,
    `- 报告写得好，不等于内容完整；写得笨拙，也不等于不完整。
- 参考文献列表中的来源不能代替正文作答。
- 这里不问事实是否正确：“是”表示报告解决了该问题，不表示您核实过内容。`
  ),
  preference: guide(
    '两份报告：哪一份更好',
    `同一查询的两份报告并排显示。请按本研究的指标判断哪一份更好，指标的问题显示在报告上方。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| A | 左 | 在指标所问的方面，左侧报告更好。 |
| B | 右 | 在指标所问的方面，右侧报告更好。 |
| T | 平局 | 您需要刻意寻找理由才能偏向其中一份。 |

请勿考虑指标没有问到的方面。`,
    `- 指标问的是来源。左：每个数字都有一手来源，文字平实。右：文字更好，但没有来源。**A**。
- 指标问的是清晰程度。左：先有摘要，再讲理由。右：内容相同，但写成一个长段落。**A**。
- 在所问的方面两者同样好，只是其中一份更长。**T**：没有问到篇幅。`,
    `- 篇幅、引用数量和标题很显眼；只有指标问到时才算数。
- 左侧文本先读，右侧文本后读：两者都不是优点。
- 如果您比两份报告都更了解情况，请评判报告，而不是评判主题。`
  ),
  depth: guide(
    '两份报告：哪一份分析更深入',
    `同一查询的两份报告并排显示。请判断哪一份分析得更深入。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| A | 左 | 左侧报告解释得更多：原因、机制、来源之间的矛盾、后果。 |
| B | 右 | 右侧报告解释得更多。 |
| T | 平局 | 您需要刻意寻找理由才能偏向其中一份。 |

深度是指报告在罗列所得之外走得有多远。`,
    `- 左：列出十家运营商票价的表格。右：四家运营商，并说明票价与准点率为何反向变动。**B**：行数少，洞察多。
- 左：3000 词，一半在重复摘要。右：1200 词，每一节都补充一个理由。**B**。
- 两份都给出同样的三个原因和同样的数字，一份用要点列表，一份用段落。**T**：版式不是深度。
- 左侧权衡两项互相矛盾的研究，并说明哪一项更可靠。右侧只引用其中一项。**A**。`,
    `- 篇幅、引用数量和标题很显眼，但不是深度。
- 左侧文本先读，右侧文本后读：两者都不是优点。
- 如果您比两份报告都更了解情况，请评判报告，而不是评判主题。`
  ),
  issue_validity: guide(
    '所报的问题：是否成立',
    `您会看到报告中一个所报的问题，其引文已在文中标出。请判断报告是否确实存在该问题。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| 1 | 有效 | 报告确实存在所描述的问题。 |
| 2 | 无效 | 这不是问题，或报告中没有，或引文在上下文中另有含义。 |
| 3 | 不明确 | 该段落有两种合理的理解。 |

请先查看每处引文，读完其所在段落，再作回答。`,
    `所报矛盾：*市场规模先后写作 41 亿和 56 亿。*

- 第一处：“2022 年为 41 亿”；第二处：“2024 年为 56 亿”。**无效**：年份不同。
- 第一处：“2024 年全球为 41 亿”；第二处：“2024 年的世界市场，56 亿”。**有效**。
- 第一处：“41 亿”；第二处：“含服务约 56 亿”，且文中没有说明前者是否包含服务。**不明确**。

所报缺失引用：*“多数城市调整了票价”没有来源。*

- 下一句承接同一内容并给出引用。如果该引用显然涵盖两句，则**无效**。
- 整段没有引用，而该论断既非常识，也不是作者自己的推算。**有效**。`,
    `- 报告可以引用两个互相矛盾的来源：如果报告说明了这一点，就不是报告自身的矛盾。
- 请勿寻找其他问题；只问这一个。
- 问题确实存在但描述有误时，按所报内容为无效：请在备注中说明。`
  ),
  issue_search: guide(
    '一份报告：列出其问题',
    `您会看到一份报告，请列出本研究所指类型的全部问题：报告内部的矛盾，或没有恰当引用的论断。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| 1 | 已列出问题 | 您的列表中至少有一个问题。 |
| 2 | 没有问题 | 您读完了整份报告，没有发现问题。 |

请在报告中选中一个段落，再选择“添加所选段落”。它会出现在您的列表中，所在行以“>”开头。请在下一行写明问题所在。两个问题之间空一行。矛盾需要列出双方的段落。`,
    `- 摘要称 2024 年的市场规模为 41 亿，第 3 节称为 56 亿。**已列出问题**：“> 2024 年市场规模为 41 亿。”“> 2024 年市场达到 56 亿。”，并在其下写“同一市场有两种规模。”
- 同一份报告还给出了该运营商的两个成立年份。**已列出问题**：空一行，再以同样的形式写第二个问题。
- “多数城市调整了票价。”没有引用，而本研究针对引用。**已列出问题**：“> 多数城市调整了票价。”，“没有来源。”
- 您读完了全文，包括表格，没有发现问题。**没有问题**。`,
    `- 请尽可能多地列出问题：本研究衡量的正是评审遗漏的问题。
- 请同样阅读表格和摘要。矛盾常出现在摘要与某一节之间。
- 一个问题只列一次。同一矛盾出现在两处时，请勿重复列出。`
  ),
  claim_support: guide(
    '论断及其来源：页面是否支持论断',
    `您会看到报告的一个论断，以及它所引用页面在读取时的文本。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| 1 | 支持 | 页面说明了这一点：同一件事、同一数字、同样的确定程度。 |
| 2 | 部分支持 | 页面只说明了一部分，或语气较弱。 |
| 3 | 不支持 | 页面没有提及，或说法相反。 |
| 4 | 来源不可用 | 登录页、错误页、空白或被截断的文本：没有可供判断的内容。 |

请只依据该文本判断，不要依据您已知或可以查到的内容。`,
    `论断：*2024 年，该运营商有 91% 的班次准点。*

- 页面：“2024 年准点班次升至 91.2%。”**支持**：经过取整。
- 页面：“超过九成的班次准点。”**部分支持**：没有年份。
- 页面：“该运营商的目标是到 2024 年达到 91%。”**不支持**：目标不是结果。
- 页面：“请接受 Cookie 以继续。”**来源不可用**。`,
    `- 主题对上不等于支持：请找到那句话。
- 数字之差超过取整范围即为不支持。
- 如果页面从别处转引该论断并予以认可，则支持该论断。`
  ),
  user_preference: guide(
    '整份报告：您是否会使用',
    `请设想该查询是您为自己的工作提出的，并且您有一小时。请判断您是否会使用这份报告。

| 按键 | 答案 | 何时选择 |
| --- | --- | --- |
| 4 | 直接使用 | 您今天就会转交它或据此工作。 |
| 3 | 稍作修改 | 需要删减或核对，不到一小时。 |
| 2 | 部分使用 | 您会取用其中的段落或来源，其余自己写。 |
| 1 | 不使用 | 您会从头开始。 |`,
    `- 用数字和来源回答了查询，多出两节。**3**。
- 来源列表很好，但结论与之不符。**2**。
- 写得很好，但回答的是另一个问题。**1**。
- 简短、完整，并说明了哪些尚不清楚。**4**：篇幅不是义务。`,
    `- 请使用全部四个答案；3 不是客气的选项。
- 请想想您会拿它做什么，而不是它花了多少功夫。`
  ),
  score: guide(
    '报告评分，0 至 10',
    `请就本研究的问题，给报告应得的分数。按键 0 至 9；x 表示 10 分。

| 分数 | 何时选择 |
| --- | --- |
| 0 | 对该查询毫无价值。 |
| 3 | 有一些帮助；误导或缺失的更多。 |
| 5 | 有帮助的与误导或遗漏的相当。 |
| 8 | 好；只缺少次要内容。 |
| 10 | 无可挑剔。 |`,
    `- 四项要求中涵盖两项，且都有可靠来源。**5**。
- 四项全部涵盖，其中一项的数字没有任何依据。**7**。
- 通篇流畅，但回答的是另一个查询。**1**。
- 四项全部涵盖，权衡了来源，并说明哪些尚不清楚。**9** 或 **10**。`,
    `- 请使用整个量表：如果全部给 7 分，研究就说明不了任何问题。
- 请保持同一尺度。请对照您之前给出的分数，而不要受疲劳影响。
- 分数针对本研究的问题，而不是个人喜好。`
  ),
  ranking: guide(
    '同一查询的报告：排出次序',
    `同一查询的最多四份报告并排显示。请给每份报告一个名次，1 为最好。同样好的报告并列同一名次。`,
    `- 第二份报告回答了全部要求；第一份和第三份以同样的深度回答了一半；第四份答非所问：**2, 1, 2, 4**。
- 两份报告经认真比较仍不分高下：同一名次。这是答案，而不是拒答。
- 一份长于数字，另一份长于推理：请想想哪一份更好地回答了*查询*。`,
    `- 请读完全部报告再排名次；先读到的那份不是标准。
- 请按查询得到回答的程度排序，而不是按篇幅或外观。
- 最后请比较相邻的报告：您会交换它们吗？`
  ),
  unit_key_point: `请先读完整份报告再回答。**支持**：报告以任何措辞陈述、解释或证实了该要点。**矛盾**：报告的某些说法与该要点不能同时成立。**遗漏**：两者都不是，包括报告只是触及该主题的情形。

如果报告在一处支持该要点而在另一处与之相矛盾，则为矛盾。`,
  unit_quality: `请分别评定每一项。报告的篇幅和引用的数量本身都不计入评分。

- **内容深度**：报告对该领域的主要议题（方法、权衡、失败之处）讨论得有多透彻？
- **综合与结构**：报告把已有工作归纳为主题或分类并相互联系得有多好，而不是逐一罗列？
- **洞见与趋势**：报告在多大程度上揭示了多项工作之间不明显的规律及其背后的原理？
- **未来方向**：报告从文献中得出的未解问题和方向有多具体、多有说服力？
- **综述性**：总体而言，研究者在多大程度上会把它当作该领域的入门综述？`,
  unit_task_criterion: `请只按该准则评分。**8–10**：该领域的专家几乎没有可补充的。**5–7**：具备基本内容，但有明显缺口。**1–4**：有严重缺陷。**0**：报告没有涉及该准则。`
};

/** Variants of a message by name: `name{text}`. */
const variants = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([name, text]) => `${name}{${text}}`)
    .join(' ');

export default {
  guidelines: {
    page: `{name, select, ${variants(pages)} other{{text}}}`,
    part: `{name, select, ${variants({ key: '按键', answer: '答案', when: '何时选择', blind, cannot })} other{{text}}}`
  },
  unitText: {
    itemOne: '核对项',
    itemMany: '核对项',
    itemAbout: '关于一份报告的是非问题。',
    itemYes: '是',
    itemYesHint: '报告正文中完全满足',
    itemNo: '否',
    itemNoHint: '缺失、仅部分满足、只作承诺，或称“无法获得”',
    itemAsked: '标注员对关于报告的单个问题回答是或否。',
    countOne: '问题数',
    countMany: '问题数',
    countAbout: '评审在一份报告中报出多少个问题。',
    countUncorrected: '其得分取决于评审发现的问题数；标注员判断的是某个问题是否成立，而不是一份报告有多少问题。',
    issueOne: '所报问题',
    issueMany: '所报问题',
    issueAbout: '评审在报告中报出的问题及其引文。',
    issueIssue: '已报出',
    comparisonOne: '比较',
    comparisonMany: '比较',
    comparisonAbout: '将一份报告与基线系统对同一查询的报告相比较。',
    comparisonWin: '胜',
    comparisonTie: '平局',
    comparisonLoss: '负',
    comparisonUncorrected: '其得分是胜局比率，而不是标注员逐个标注的单元的均值。',
    sourceOne: '引用来源',
    sourceMany: '引用来源',
    sourceAbout: '一个引用地址，以及其网页是否与引用它的论断的主题相关。',
    sourceRelevant: '相关',
    sourceIrrelevant: '不相关',
    sourceUnreachable: '无法访问',
    sourceUncorrected: '其得分还计入无法打开的链接，而标注员不对此作判断。',
    claimOne: '论断',
    claimMany: '论断',
    claimAbout: '报告的一个论断及其引用的一个来源。',
    claimSupported: '支持',
    claimUnsupported: '不支持',
    claimNoClaim: '不是论断',
    claimSourceUnusable: '来源不可用',
    claimAsked: '标注员将论断与其引用页面的文本（即评审读到的文本）进行比较。',
    ratingOne: '评分',
    ratingMany: '评分',
    ratingAbout: '对整份报告的评分，0 至 10。',
    ratingUncorrected: '标注员不对整份报告评分。',
    criterionOne: '评分准则',
    criterionMany: '评分准则',
    criterionAbout: '评分标准中的一条准则，针对一份报告评判。',
    criterionUncorrected: '其得分来自评分标准自身的汇总方式，不一定是各单元的均值。',
    criterionAsked: '标注员按评分标准的量表标签逐条评判其准则。',
    referenceOne: '参考文献',
    referenceAbout: '报告引用的一篇文献，与查询的金标准列表对照。',
    referenceMatched: '在金标准列表中',
    referenceUnmatched: '不在金标准列表中',
    referenceUnresolvable: '无法查明',
    referenceUnresolvableHint: '页面已失效，或未指明文献',
    referenceNotScholarly: '非学术文献',
    referenceRepeated: '与另一条参考文献重复',
    referenceNotInReport: '不在报告中',
    referenceUncorrected: '其精确率不计重复的参考文献，因此不是标注员所标单元的均值。',
    referenceAsked: '标注员查明参考文献的地址对应哪篇文献，并在金标准列表中查找。',
    referenceAsked2: '标注员判断参考文献属于哪类错误：晚于截止日期、无法核实、偏离主题或其他。',
    goldListOne: '金标准列表',
    goldListMany: '金标准列表',
    goldListAbout: '召回率的分母所计的文献。',
    goldListUncorrected: '它是材料的计数。',
    citedStatementOne: '有引用的陈述',
    citedStatementAbout: '报告的一条陈述及其引用的一个页面。',
    citedStatementMatch: '得到页面支持',
    citedStatementMismatch: '未得到支持',
    citedStatementBlocked: '页面无法读取',
    citedStatementUncorrected: '每个评审找到各自的陈述，因此标注员对部分陈述的标注无法校正其他陈述的比例。',
    citedStatementAsked: '标注员将陈述与其引用的页面对照。',
    uncitedStatementOne: '无引用的陈述',
    uncitedStatementMany: '无引用的陈述',
    uncitedStatementAbout: '报告中没有引用的一条事实陈述。',
    uncitedStatementCorrect: '属实',
    uncitedStatementIncorrect: '不属实',
    uncitedStatementUndecided: '未判定',
    uncitedStatementCited: '有引用',
    uncitedStatementAsked: '标注员在网络和文献中核查报告中没有引用的陈述。',
    statementCountOne: '陈述数',
    statementCountMany: '陈述数',
    statementCountAbout: '报告有多少条陈述，无论是否全部评判。',
    statementCountUncorrected: '它是计数。',
    qualityOne: '质量评分',
    qualityMany: '质量评分',
    qualityAbout: '把报告作为综述所作的五项评分之一，1 至 5。',
    qualityUncorrected: '得分是五项评分之一，而不是其均值。',
    qualityAsked: '标注员把报告作为文献综述评分，1 至 5。',
    gamingOne: '投机堆砌标记',
    gamingMany: '投机堆砌标记',
    gamingAbout: '报告是否只是把关于单篇文献的句子逐一罗列。',
    gamingYes: '是',
    gamingNo: '否',
    gamingUncorrected: '它不计入得分。',
    dailyInstructionOne: '要求',
    dailyInstructionMany: '要求',
    dailyInstructionAbout: '报告是否遵循一个子任务的指令：0、½ 或 1。',
    dailyInstructionSatisfied: '满足',
    dailyInstructionSatisfiedHint: '正文中涵盖了要求的全部内容',
    dailyInstructionPartly: '部分满足',
    dailyInstructionPartlyHint: '只涉及多个主题中的一部分，或缺少次要内容',
    dailyInstructionNotSatisfied: '不满足',
    dailyInstructionNotSatisfiedHint: '完全没有，或只有标题',
    dailyInstructionAsked: '标注员判断报告在多大程度上遵循各子任务的指令：0、½ 或 1。',
    dailyClaimOne: '已核查的论断',
    dailyClaimMany: '已核查的论断',
    dailyClaimAbout: '报告的一个事实论断，已在网络上核查。',
    dailyClaimUnknown: '未知',
    dailyClaimUnknownHint: '找到的网页无法判定',
    dailyClaimNotVerified: '未核查',
    dailyClaimNotVerifiedHint: '不属于任何评分标准',
    dailyClaimUncorrected: '每个评审找到各自的单元，因此标注员对部分单元的标注无法校正其他单元的比例。',
    dailyClaimAsked: '标注员在网络上核查报告的论断。',
    dailyClaimCheck: '已核查的论断',
    dailyClaimCheckAbout: '标注员查看论断的核查过程，并判断判定是否正确。',
    dailyClaimCheckQuestion: '对该论断的判定是否正确？',
    dailyClaimErrorWording: '论断措辞',
    dailyClaimErrorQuestions: '提问',
    dailyClaimErrorSearch: '搜索',
    dailyClaimErrorPage: '网页判定',
    dailyClaimErrorOfficial: '官方来源与否',
    dailyClaimErrorAggregation: '汇总',
    dailyClaimErrorCitation: '引用检查',
    dailyParagraphOne: '推理段落',
    dailyParagraphMany: '推理段落',
    dailyParagraphAbout: '报告中进行推理的一个段落，按四类错误评判。',
    dailyParagraphSound: '成立',
    dailyParagraphFlawed: '不成立',
    dailyParagraphAsked: '标注员判断报告段落的推理是否成立。',
    dailyParagraphCheck: '推理段落',
    dailyParagraphCheckAbout: '标注员查看段落以及评审的判定和理由，并判断其是否正确。',
    dailyParagraphCheckQuestion: '对该段落的判定是否正确？',
    dailyParagraphErrorParagraph: '段落有误',
    dailyParagraphErrorClaims: '未将论断分离',
    dailyParagraphErrorMissed: '漏掉错误',
    dailyParagraphErrorNoError: '所指错误并不存在',
    dailySubtaskOne: '子任务',
    dailySubtaskMany: '子任务',
    dailySubtaskAbout: '子任务在各评分标准上的结果。全部为 1 时通过。',
    dailySubtaskPass: '通过',
    dailySubtaskFail: '未通过',
    dailySubtaskOpen: '未定',
    dailySubtaskUncorrected: '它由其他单元计算得出。',
    dailyPreferenceOne: '用户偏好',
    dailyPreferenceMany: '用户偏好',
    dailyPreferenceAbout: '报告对用户有多大用处，1 至 4，由其子任务计算得出。',
    dailyPreference1: '{n} 没有帮助',
    dailyPreference2: '{n} 有欠缺',
    dailyPreference3: '{n} 可以接受',
    dailyPreference4: '{n} 完美',
    dailyPreferenceAsked: '用户判断报告对自己有多大用处，1 至 4。',
    keyPointOne: '要点',
    keyPointAbout: '各报告的来源就某查询提出的一个要点，以及报告如何对待它。',
    keyPointSupported: '支持',
    keyPointSupportedHint: '报告陈述、解释或证实了该要点',
    keyPointOmitted: '遗漏',
    keyPointOmittedHint: '报告没有涉及该要点',
    keyPointContradicted: '矛盾',
    keyPointContradictedHint: '报告的说法与该要点不能同时成立',
    quality1Hint: '缺失或没有价值',
    quality3Hint: '尚可，有明显缺口',
    quality5Hint: '专家几乎无可挑剔',
    keyPointAsked: '标注员判断报告对查询的每个要点是支持、遗漏还是相矛盾。',
    keyPointSetOne: '要点集',
    keyPointSetMany: '要点集',
    keyPointSetAbout: '查询有多少要点，其中多少来自报告自身的来源。',
    taskCriterionOne: '任务准则',
    taskCriterionMany: '任务准则',
    taskCriterionAbout: '为一个任务制定的准则，评分 0 至 10。',
    dailyInstructionUncorrected: '其标注为 0、½ 和 1；只有“是/否”标注才能校正得分。',
    dailyPreferenceUncorrected: '其标注为 1 至 4；只有“是/否”标注才能校正得分。',
    keyPointUncorrected: '其标注为支持、遗漏和矛盾；只有“是/否”标注才能校正得分。',
    taskCriterionUncorrected: '在每个任务中，各准则有自己的权重。',
    taskCriterionAsked: '标注员按任务的每条准则对报告评分，0 至 10。',
    preferenceStudy: '标注员并排查看同一查询的两份报告，判断按该指标哪一份更好，或两者不分高下。',
    issueValidityStudy:
      '引用相同段落的各评审所报问题会合并。标注员对每个合并后的问题只看一次，其引文已标出，并判断它是否成立。',
    issueSearchStudy:
      '标注员阅读报告，自行列出问题及其段落。请先关闭本研究，再规划关于所报问题有效性的研究：后者会包含这些问题，并据此计算召回率。',
    issueSearchUnjudged: '评审的问题列表会在关于所报问题有效性的研究中与这些问题比较。',
    userPreferenceStudy: '标注员判断是否会使用整份报告，1 至 4。',
    userPreferenceUnjudged: '不询问评审的用户偏好：标注员之间相互比较。',
    scoreStudy: '多位标注员对报告评分，0 至 10；以其均值作为报告的得分。',
    rankingStudy: '标注员对同一查询的报告排序；评审的得分给出相同或不同的次序。',
    depthStudy: '标注员并排查看同一查询的两份报告，判断哪一份分析得更深入，或两者不分高下。',
    pointsEach: '每份报告在{of}各维度上的分数，0 至 {most}',
    ofDepth: '深度',
    labelsOfMetric: '指标自身的标注',
    scaleFromTo: '{n} 至 {n2}',
    disabledAccount: '账号已停用',
    readsResults: '是负责人、查看者或管理员，可以查看结果，因此判定不是盲评',
    noAnnotator: '不是该项目的标注员',
    termSaidToBeUnobtainable: '称无法获得',
    termWordsOfTheReport: '报告原文',
    termCitedForIt: '为其引用',
    termPagesRead: '已读页面',
    termErrors: '错误',
    termClaimsSetAside: '已分离的论断',
    termQuarterByCitations: '被引次数四分位',
    termInTheGoldList: '在金标准列表中',
    termNearMiss: '近似匹配',
    termPublished: '发表时间',
    termCompared: '对照',
    termFound: '找到',
    termVotes: '票数',
    termConfidence: '置信度',
    termRepeats: '重复',
    termCitedByTheReport: '由报告引用',
    termCriterion: '准则',
    termWeight: '权重',
    termPage: '网页',
    termWork: '文献',
    termDate: '日期',
    termSource: '来源',
    termSources: '来源',
    termFrom: '出处',
    importanceNone: '未定级',
    importanceInGroup: '{importance}（{given} 组）',
    paragraphContradiction: '自相矛盾，或与报告其他部分矛盾',
    paragraphCommonSense: '违背常识',
    paragraphReasoning: '推理有误',
    paragraphConfusion: '混淆概念',
    withoutVerdict: '未评分',
    withoutOpinion: '弃权',
    cannotTell: '无法判断'
  },
  unitFacts: {
    inGoldList: '{title}（{key}），依据{by, select, arxiv{ arXiv 编号} doi{ DOI} other{标题}}',
    afterCutOff: '晚于截止时间',
    monthOfCutOff: '在截止当月',
    yearOfCutOff: '在截止当年，月份不明',
    sourceSurvey: '查询所依据的综述本身',
    deadPage: '其网页已失效',
    noPassage: '网页中没有与之相关的段落',
    comparedWithQuotes: '已与所引段落对照',
    snippetOnly: '{url}（仅摘要）',
    votesOf: '{judge}：{votes}',
    equalVotes: '{vote} {n} 票',
    noVotes: '无效 {n} 票（{vote}）',
    shareOfVotes: '{valid} 张有效票中的 {share}%',
    argued: '是，并说明了理由',
    notArgued: '是，未说明理由',
    noSubtask: '无（备用）',
    fromTable: '表格',
    citedPage: '{url}（{check, select, support{支持} conflict{矛盾} unknown{无法判定} other{未读取}}）',
    answered: '{query} {verdict}：{because}',
    noRubric: '没有评分标准',
    skipped: '已跳过，因为未遵循指令',
    nothingToJudge: '没有可评判的内容',
    unscored: '未评分',
    notJudged: '该指标不评判此项',
    ownSource: '是，其中一个来源由它引用',
    sourceOfOthers: '否，只由其他报告引用'
  }
} satisfies Translation<typeof en>;
