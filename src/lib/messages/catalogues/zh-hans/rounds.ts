import type { Translation } from '../translation.ts';
import type en from '../en/rounds.ts';

export default {
  roundHead: {
    title: '第 {number, id} 轮，{name}',
    short: '第 {number, id} 轮',
    label: '轮次',
    verification: '核验',
    board: '看板',
    questions: '问题',
    inspections: '抽检',
    settings: '设置',
    finalise: '定稿',
    due: '截止日期：{date}'
  },
  roundTold: {
    told: '{done, select, started{轮次已开始。任务显示在“核验”中。} paused{轮次已暂停。不能提交评定；内容保存为草稿。} resumed{轮次已恢复，可以继续提交评定。} settings{设置已保存，适用于新的分配和样本。} reassigned{查询已重新分配。已提交的评定和草稿均予保留。} reopened{查询已重新打开。已提交的评定予以保留，可以修改。} reworded{措辞已修改。已评定旧措辞的标注员须重新评定。} drawn{样本已抽取。审核员可以抽检自己未审核过的查询。} noted{说明已保存，显示在标注员任务的上方。} other{回答已保存，显示在标注员的问题旁。}}'
  },
  roundsPage: {
    title: '核验',
    guideline: '标注指南',
    startRound: '开始轮次',
    submitted: '{after} 已提交。',
    allDone: '分配的任务已全部完成',
    submittedAllDone: '{after} 已提交。分配的任务已全部完成',
    savedNew: '已提交的评定均已保存。其他阶段有进展后会出现新任务。',
    savedBelow: '已提交的评定均已保存。其他待处理任务见下方。',
    toCompare: '待比较的任务',
    compare: '比较任务',
    pairsDone: '已完成 {done}/{total} 对',
    yourWork: '您的任务',
    yourQueries: '您的查询',
    noWork: '没有待处理的任务',
    noRoundOpen: '没有进行中的轮次。',
    yourRole: '您在这里的角色是{role}。负责人开始轮次后，您的任务会显示在此处。',
    rounds: '轮次',
    noRound: '还没有轮次',
    roundsAppear: '轮次显示在此处。一个轮次使查询和核对清单依次经过标注、审核、抽检和仲裁，最后形成冻结的数据集版本。',
    startFirst: '开始第一个轮次',
    progress: '各轮次进度',
    round: '轮次',
    state: '状态',
    queries: '查询',
    questions: '问题',
    due: '截止日期',
    roundNamed: '{number}，{name}',
    versions: '数据集版本',
    all: '全部',
    noVersions: '还没有版本。将轮次定稿后会生成一个版本。',
    version: '版本 {number, id}',
    versionFacts: '{queries} 条查询，{items} 项，冻结于 {date}，<code>{hash}</code>'
  },
  roundBoard: {
    nextSteps: '后续步骤',
    stages: '阶段',
    stagesNote: '每个方块代表一条查询，共 {n} 条；带圈表示有问题',
    throughput: '进度',
    stage: '阶段',
    asked: '需要',
    done: '已完成',
    inProgress: '进行中',
    available: '可领取',
    perDay: '每日',
    daysLeft: '剩余天数',
    byPerson: '查询 × 人',
    throughputNote:
      '每日：按最近七天计；若首次完成查询在此之后，则从那时算起，至少按一天计。–：无定义，因为最近七天没有完成任何查询。',
    people: '人员',
    roles: '角色',
    noneAssigned: '还没有分配任何查询。',
    person: '人员',
    queriesDone: '已完成查询',
    last7: '近 7 天',
    committed: '已提交',
    medianTime: '用时中位数',
    last: '最近',
    agreement: '各阶段一致性',
    agreementNote: '95% 置信区间，按查询刀切',
    agreementNone: '无定义：没有查询或核对项有两个标注。',
    agreementDash:
      'n：有两个或更多标注的查询或核对项数；标注之后的阶段为评定与所比较标注的配对数。κ 与 AC1 的机遇一致性也计入仅有一位标注员。确定的标注为一致同意或经仲裁的标注。–：无定义，因为所有标注相同，或有两个标注的查询过少。无区间：查询少于两条，或去掉任一查询后数值不变或无定义。',
    watch: '标注员随时间的变化',
    watchNote: '由审核员或仲裁标注确认',
    annotator: '标注员',
    confirmed: '已确认',
    earlier: '前半段',
    later: '后半段',
    medianItem: '每项中位数',
    tooFast: '快于阅读速度',
    of: '共 {n}',
    watchHow: 'p：前后两半之间的 Fisher 精确检验，需至少 10 项经评判的评定。过快：每八个词少于一秒。',
    differ: '标注员之间的分歧',
    differNote: '{n} 条，一致性最低的在前',
    differOne: '分歧',
    differSeveral: '分歧',
    differRow: '{share} 的意见对一致；{conflicts}',
    differNone: '–；{conflicts}',
    pause: '暂停',
    resume: '恢复',
    pauseRound: '暂停轮次',
    resumeRound: '恢复轮次',
    pauseSays: '暂停期间不能提交评定；内容保存为草稿。',
    resumeSays: '可以继续提交；草稿会恢复。'
  },
  roundSteps: {
    paused: '已暂停',
    pausedWhat: '不能提交评定',
    pausedDetail: '内容保存为草稿',
    resume: '恢复',
    asked: '有提问',
    askedWhat: '有 {n} 个给您的问题尚未回答',
    askedDetail: '标注员会继续工作，并按自己的最佳判断评定',
    answer: '回答',
    ready: '就绪',
    readyWhat: '批次 {number, id} 可以抽检',
    readyDetail: '开始时由服务器抽取样本',
    openPlan: '打开抽样方案',
    sentBack: '已退回',
    sentBackWhat: '抽检 {inspection, id} 退回了批次 {batch, id}',
    sentBackDetail: '{sample} 项中有 {n} 项不一致；请给标注员写一条说明',
    openDisagreements: '打开不一致项',
    open: '未领取',
    openWhat: '{stage, select, annotation{有 {n} 项标注任务未分配} other{有 {n} 项审核任务未分配}}',
    openDetail: '由接下来有空的人员领取',
    stuck: '无人',
    stuckWhat: '有 {n} 条查询没有可以领取的{stage, select, annotation{标注员} review{审核员} other{仲裁员}}',
    stuckDetail: '请将该角色授予其他人员；同一人不能在两个阶段处理同一条查询',
    people: '人员',
    settle: '裁定',
    settleWhat: '{n} 条查询在仲裁中',
    settleDetail: '可以带着待定条目将轮次定稿，或继续等待',
    openSubjects: '待定条目',
    settled: '已确定',
    settledWhat: '所有条目均已确定',
    settledDetail: '将轮次定稿为数据集版本',
    finalise: '定稿'
  },
  stageTable: {
    label: '阶段',
    noDomain: '无领域',
    all: '全部',
    flagged: '有问题',
    inConflict: '{n} 处分歧',
    with: '处理者：{names}',
    moreNeeded: '还需 {n} 人',
    cell: '{stage}：{n} 条查询',
    cellOf: '{domain}，{stage}：{n} 条查询',
    flaggedToo: '{cell}，其中 {n} 条有问题',
    noteAnnotation: '每条 {n} 位标注员',
    noteReview: '一名审核员，盲审',
    noteInspection: '每批次抽取样本',
    noteAdjudication: '独立的仲裁员',
    noteReady: '可纳入版本',
    noteIn: '已纳入数据集版本'
  },
  stageAgreement: {
    label: '各阶段一致性',
    stage: '阶段',
    stageOf: '{stage}，<soft>{kind}</soft>',
    interval: '区间',
    noInterval: '无区间',
    inQueries: '来自 {n} 条查询',
    note: '线段：按查询计算的 95% 置信区间。n：有两个或更多标注的查询或核对项数；标注之后的阶段为评定与所比较标注的配对数。AC1 的机遇一致性也计入仅有一位标注员。–：无定义。',
    sameLabel: '标注相同',
    scale: 'AC1，0 至 1',
    between:
      '{stage, select, annotation{标注员间一致性} review{每项评定与其审核} inspection{抽检与经审核的评定} other{每项评定与确定的标注}}',
    onKind: '{kind, select, query{针对查询} item{针对核对项} other{针对参考材料}}'
  },
  inspectionGate: {
    outcome:
      '{result, select, passes{批次通过：{sample} 项样本中有 {n} 项不一致；接收数为 {allowed}} annotation{批次退回标注：{sample} 项样本中有 {n} 项不一致；接收数为 {allowed}} other{批次退回审核：{sample} 项样本中有 {n} 项不一致；接收数为 {allowed}}}',
    share:
      '样本中的比例为 {rate}。在 95% 水平下，批次的 {lot} 项评定中至多有 {n} 项不一致（{upperRate}）；精确计算（超几何分布）。',
    limitOf: '{reading, select, acceptance{限值 {limit}，采用验收抽样。} other{限值 {limit}，采用估计法。}}',
    passes: '不一致率为 {share} 的批次以 {probability} 的概率通过',
    everyRating: '批次中的每项评定都会抽检',
    drawn: '从 {lot} 项评定中抽取 {sample} 项；不一致不超过 {allowed} 项时批次通过。精确计算（超几何分布）。',
    chart: '接收概率与不一致评定比例的关系',
    limit: '限值',
    axis: '不一致评定的比例'
  },
  inspectionsPage: {
    batch: '批次 {number, id}',
    batchQueries: '{n} 条查询：{stages}',
    running:
      '<link>抽检 {number, id}</link> 正在进行：抽取的 {drawn} 项评定中已抽检 {rated} 项，抽取于 {when} UTC。完成后显示结果。',
    ready: '所有评定均已审核。样本由服务器抽取；某条查询的标注员和审核员不能抽检该查询。',
    obstacle: '{kind, select, running{抽检正在进行。} unreviewed{有 {n} 条查询尚未审核。} other{没有可抽检的查询。}}',
    test: '检验',
    reading: '{reading, select, acceptance{验收抽样} other{估计}}',
    ratings: '批次中的评定数',
    toDraw: '待抽取',
    acceptanceNumber: '接收数',
    disagreements: '{n} 项不一致',
    limit: '限值',
    otherwise: '否则退回至',
    draw: '抽取样本并开始',
    inspection: '抽检 {number, id}',
    closed: '结束于 {when} UTC'
  },
  inspectionPage: {
    title: '批次 {batch, id} 的抽检 {number, id}',
    ofRound: '第 {number, id} 轮，{name} · <link>本轮次的所有抽检</link>',
    running: '进行中：抽取的 {drawn} 项评定中已抽检 {rated} 项',
    runningSays: '抽取的查询全部完成后才显示结果，以免中间结果影响抽检。',
    plan: '抽样方案',
    cluster: '错误的集中之处',
    clusterNote: '95% Wilson 区间；Fisher 精确检验，经 Holm 校正',
    noDisagreement: '抽取的评定没有不一致。',
    noCluster: '没有显著的集中：{drawn} 项中有 {n} 项不一致，分散在下列各水平。',
    systematic: '系统性错误：{list}。',
    levelShare: '{factor} {level}（{n} 项中 {k} 项）',
    by: '因素',
    level: '水平',
    here: '此处的不一致',
    elsewhere: '其他',
    afterHolm: 'Holm 校正后',
    systematicColumn: '系统性',
    factor: '{factor, select, annotator{标注员} label{标注} category{类别} domain{领域} other{类型}}',
    kindLevel: '{kind, select, query{查询} item{核对项} other{参考材料}}',
    noCategory: '无类别',
    noDomain: '无领域',
    share: '{k}/{n}',
    range: '{low} 至 {high}',
    yes: '是',
    no: '否',
    disagreements: '{n} 项不一致',
    disagreementsLabel: '不一致项',
    subject: '条目',
    rated: '评定',
    afterReview: '审核后',
    inspected: '抽检',
    why: '原因',
    note: '给标注员的说明',
    noteHint: '显示在其任务上方',
    saveNote: '保存说明'
  },
  subjectCounts: {
    label: '计数',
    queries: '查询',
    items: '核对项',
    material: '参考材料',
    row: '{row, select, came{导入} appended{补充} kept{保留} reworded{以新措辞保留} other{剔除}}',
    state: '{state, select, unanimous{意见一致} adjudicated{已仲裁} other{待定}}'
  },
  finalisePage: {
    isFinalised: '本轮次已定稿',
    newest: '最新版本为<link>版本 {number, id}</link>。从看板重新打开查询会重新打开本轮次；再次定稿会生成新版本。',
    result: '结果',
    currentResult: '目前的结果',
    obstacles: '障碍',
    includeOpen: '包含 {n} 个待定条目：它们原样保留，并在文件中标明',
    finalise: '定稿为数据集版本',
    finaliseSays: '版本不可更改，有编号，并按内容计算哈希值。内容未变时不会生成新版本。',
    open: '待定条目',
    subjects: '{n} 条',
    before: '尚未进入仲裁：{list}。',
    stageQueries: '{stage, select, annotation{标注中 {n} 条查询} review{审核中 {n} 条查询} other{抽检中 {n} 条查询}}',
    none: '没有：所有查询和核对项均已确定。',
    more: '另有 {n} 条'
  },
  roundSettings: {
    readOnly: '设置只能查看。重新打开一条查询后才能修改。',
    legend: '可修改的设置',
    people: '人员和截止日期',
    peopleSays: '修改不影响已分配的查询。请在查询自己的页面上重新分配。',
    inspection: '抽检',
    inspectionSays: '适用于新的样本；进行中的抽检沿用原方案。',
    retained: '保留的核对项',
    save: '保存设置',
    fixed: '开始后不可更改',
    overlap: '重叠数',
    annotatorsPerQuery: '每条查询 {n} 位标注员',
    mode: '分配方式',
    modeIs: '{mode, select, ahead{预先分配} other{按需领取}}',
    batchSize: '每批次查询数',
    seed: '随机种子',
    fixedSays: '已有查询按此重叠数和批次大小推进，更改会使计数无法比较。如需更改，请开始新的轮次。'
  },
  roundFields: {
    assignment: '查询的分配',
    random: '随机',
    randomMeans: '任何标注员都可能获得任何查询',
    byDomain: '按领域',
    byDomainMeans: '标注员获得所属领域的查询；其他领域的查询可分给任何标注员',
    domains: '每位标注员的领域',
    deadline: '截止日期（可选）',
    deadlineHint: '向所有标注员显示。轮次不会自动关闭。',
    limit: '限值，%',
    risk: '风险，%（验收抽样）',
    acceptNumber: '接收数（允许的不一致数）',
    halfWidth: '半宽，%（估计）',
    plan: '抽样方案',
    acceptance: '验收抽样',
    acceptanceMeans: '所需样本量：使略高于限值的批次以下面的风险通过',
    estimation: '估计',
    estimationMeans: '所需样本量：使比例的区间达到下面的半宽',
    returnTo: '未通过的批次退回至',
    annotation: '标注',
    annotationMeans: '标注员重新检查自己的评定',
    review: '审核',
    reviewMeans: '保留评定，重新审核',
    keepUnnecessary: '保留评定为“成立但非必要”的核对项，除非仲裁员另有裁定'
  },
  roundPreview: {
    workload: '工作量',
    subjects: '条目',
    subjectCount: '{queries} 条查询，{items} 个核对项{material, plural, =0{} other{，# 份金标准列表或其他参考材料}}',
    annotation: '标注',
    ratings: '{n} 项评定',
    ratingsEach: '{n} 项评定，每人约 {each} 项',
    review: '审核',
    reviews: '{n} 项审核',
    reviewsEach: '{n} 项审核，每人约 {each} 项',
    inspection: '抽检',
    drawn: '从 {batches} 个批次中抽取 {n} 项评定',
    fewAnnotators: '标注员不足',
    fewAnnotatorsSays:
      '每条查询需要 {overlap} 名，项目现有 {annotators} 名。邀请到更多标注员之前，查询停留在标注阶段。',
    fewReviewers: '审核员不足',
    fewReviewersSays: '审核员不能抽检自己审核过的查询，因此一个轮次需要两名审核员；项目现有 {reviewers} 名。',
    plan: '抽检方案',
    planNote: '抽取批次样本时重新计算',
    batches: '批次',
    batch: '批次',
    queries: '查询',
    ratingsColumn: '评定',
    drawnColumn: '抽取',
    acceptanceNumber: '接收数'
  },
  roundQuestions: {
    asked: '{when} UTC',
    askedBy: '<link>{subject}</link>，由 {who} 提问',
    answer: '回答',
    answered: '已于 {when} UTC 回答',
    change: '修改回答',
    none: '没有问题',
    appear: '标注员对查询和核对项的提问以及您的回答显示在此处。'
  },
  roundQuery: {
    title: '查询 {qid}',
    batch: '批次 {number, id}',
    assignedTo: '分配给',
    moreNeeded: '还需 {n} 位标注员',
    notAssigned: '尚未分配。',
    standing:
      '{state, select, done{已提交 {n} 项，已完成} opened{已提交 {n} 项，已打开} other{已提交 {n} 项，尚未打开}}',
    assignTo: '分配给',
    nextPerson: '下一位有空的人员',
    reassign: '重新分配',
    retained: '已提交的评定和草稿予以保留，重新分配回来后继续有效。',
    reopenFor: '重新打开，阶段：',
    reopen: '重新打开',
    reopensRound: '这会重新打开本轮次；再次定稿会生成新版本。',
    reopenSays: '评定和审核予以保留，可以修改；裁定须重新作出。',
    subject: '{kind, select, query{查询} material{参考材料} other{核对项 {key}}}',
    appended: '由标注员补充；',
    noRatings: '还没有评定。',
    agrees: '同意',
    saidBy: '{who}，{stage}',
    timed: '{duration}，{when} UTC',
    wordings: '至今 {n} 个措辞',
    wordingNote: '{reason}，{when} UTC',
    changeWording: '修改措辞',
    wording: '措辞',
    reason: '原因',
    rewordHint: '对当前措辞的评定予以保存；新措辞须重新评定。'
  },
  firstGuideline: {
    markdown: `# 评定查询和核对清单

您会看到一条研究查询，以及用来评判其报告的核对清单。请对查询评定一次，并逐项评定核对项。请独立判断：其他标注员在评定期间看不到您的评定。

## 查询

| 按键 | 评定 | 条件 |
| --- | --- | --- |
| 1 | 合适 | 研究人员可以直接据此开展工作。 |
| 2 | 修改后合适 | 思路可取，但措辞不当。请写出更好的措辞。 |
| 3 | 不合适 | 不改换查询就无法修正。 |

请检查：能否通过检索和分析来回答？要求是否明确（时段、地区、名称）？是否有缺漏或多余的内容？如果格式和读者有影响，是否已写明？如果两者都不改变答案，则不必要求写明。真实的人会这样提问吗？内容是否无害？是否需要检索？是否符合其领域和类别？请把存在的问题逐一勾选为理由。

## 核对项

| 按键 | 评定 | 条件 |
| --- | --- | --- |
| 1 | 合适 | 查询有此要求，可在报告中核查，且有意义。 |
| 2 | 成立但非必要 | 属实，但已由其他项核查，或属于细节。请说明理由；更好的措辞可选填。 |
| 3 | 需要修改 | 措辞不当或过窄。请写出更好的措辞。 |
| 4 | 不合适 | 查询未作要求，或任何报告都无法核查或做到。请说明理由；更好的措辞可选填。 |

如果查询中的某项要求没有对应的核对项，请补充一项。

## 示例

查询：*为市议会比较 Vellmoor 的三家公交运营商 2024 年的准点率、票价和站点数量。*

- *报告是否给出三家运营商各自 2024 年的准点率？* 合适：有此要求，可核查，且有意义。
- *报告是否指出三家运营商中历史最久的一家？* 不合适：查询没有询问成立时间。
- *报告是否提到运营商 Fennline？* 成立但非必要，如果另有一项要求涵盖全部三家。
- *报告是否列出该地区的所有公交站点？* 不合适：列表是否完整无法核查。查询要求的是数量。
- *报告是否很好地描述了票价？* 需要修改：“很好”是主观评价。更好的措辞：*报告是否给出三家运营商各自 2024 年的单程票价？*

查询：*最近公交怎么样？* 不合适；如果项目清楚其本意，则为修改后合适：哪些公交、何地、从何时起、为谁而问？

## 常见错误

- “所有”和“每个”要求的是无法核查的完整性。
- 两个核对项核查同一内容，会重复计算。
- 核对项可能要求查询从未要求的内容。
- “好”“清晰”“充分”等词要求的是主观评价。

有疑问时，请使用“向负责人提问”。问题未答复时您可以继续：请按自己的最佳判断评定；查询进入审核之前，您可以修改评定。`
  }
} satisfies Translation<typeof en>;
