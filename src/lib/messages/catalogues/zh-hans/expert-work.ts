import type { Translation } from '../translation.ts';
import type en from '../en/expert-work.ts';

export default {
  verificationTerms: {
    stage:
      '{stage, select, annotation{标注} review{审核} inspection{抽检} adjudication{仲裁} done{已确定} other{{stage}}}',
    stageBelow:
      '{stage, select, annotation{标注} review{审核} inspection{抽检} adjudication{仲裁} done{已确定} other{{stage}}}',
    inStage:
      '{stage, select, annotation{标注中} review{审核中} inspection{抽检中} adjudication{仲裁中} done{已确定} other{{stage}}}',
    countInStage:
      '{stage, select, annotation{标注中 {n} 条} review{审核中 {n} 条} inspection{抽检中 {n} 条} adjudication{仲裁中 {n} 条} done{已确定 {n} 条} other{{stage} {n} 条}}',
    kinds: '{kind, select, query{查询} item{核对项} other{参考材料}}',
    label:
      '{label, select, appropriate{合适} modify{修改后合适} validNotNecessary{成立但非必要} needsModification{需要修改} notAppropriate{不合适} other{{label}}}',
    criterion:
      '{name, select, answerability{可回答性} clarity{清晰性} completeness{完整性} format{格式} audience{读者} realism{真实性} safety{安全性} needToSearch{需要检索} category{类别} relevance{相关性} verifiability{可核验性} importance{重要性} nonRedundancy{无冗余} correctness{正确性} limits{限定条件} other{{name}}}',
    conflict:
      '{conflict, select, labelsDiffer{标注员意见不一} reviewDisagrees{审核员不同意} inspectionDisagrees{抽检结果不一致} wordingsDiffer{措辞不同} appendedByOne{多名标注员中仅一人补充} other{缺少评定或审核}}',
    conflictBelow:
      '{conflict, select, labelsDiffer{标注员意见不一} reviewDisagrees{审核员不同意} inspectionDisagrees{抽检结果不一致} wordingsDiffer{措辞不同} appendedByOne{多名标注员中仅一人补充} other{缺少评定或审核}}',
    settlement: '{state, select, unanimous{意见一致} adjudicated{已仲裁} other{待定}}',
    roundState: '{status, select, paused{已暂停} finalised{已定稿} other{进行中}}',
    list: '{list}、{next}'
  },
  ratingChoices: {
    queryMeans:
      '{label, select, appropriate{无需修改即可使用} modify{思路可取；请写出更好的措辞} other{不改换查询就无法修正}}',
    itemMeans:
      '{label, select, appropriate{查询有此要求，可核查且有意义} validNotNecessary{属实，但属细节或已由其他项核查；请说明理由} needsModification{措辞不当或过窄；请写出更好的措辞} other{查询未作要求或无法核查；请说明理由}}',
    materialMeans:
      '{label, select, appropriate{无需修改即可使用} needsModification{除备注所列错误外可用} other{必须重做；请说明理由}}',
    queryCriterion:
      '{name, select, answerability{可通过网络检索和分析来回答} clarity{要求明确：必要时写明时段、地区和名称} completeness{内容完整且无多余成分} format{必要时写明报告的格式} audience{符合目标读者} realism{内容和措辞贴近实际} safety{不涉及有害或隐私内容} needToSearch{需要检索：仅凭常识无法回答} other{符合其领域和类别}}',
    itemCriterion:
      '{name, select, relevance{核查查询中的一项要求} verifiability{可在报告中客观核查} importance{对提问者有意义} other{与其他项不重复}}',
    materialCriterion:
      '{name, select, completeness{包含回答查询所需的内容} correctness{每一条目均真实存在，标题、年份和标识正确} relevance{不含查询未要求的内容} other{符合查询的限定条件，例如截止月份}}'
  },
  missingTexts: {
    chooseRating: '请选择一项评定。',
    writeWording: '请写出更好的措辞。',
    sameWording: '与当前措辞相同，请修改。',
    giveReason: '请在备注中说明理由。',
    agreeOrDisagree: '请选择同意或不同意。',
    chooseLabel: '请选择您认为正确的标注。',
    sameAsRating: '与该评定的标注和措辞相同。请选择同意，或写出不同的措辞。'
  },
  workPlace: {
    queue: '已完成 {done} 条查询，进行中 {open}，可领取 {free}',
    queueAfter: '{after} 已提交；已完成 {done} 条查询，进行中 {open}，可领取 {free}',
    paused: '本轮次已暂停',
    pausedSays: '负责人恢复轮次之前不能提交评定。草稿会照常保存。',
    later: '此查询已进入后续阶段',
    laterSays: '{what, select, review{您的各项审核均已提交，只能查看。} other{您的各项评定均已提交，只能查看。}}',
    returned: '抽检 {number} 退回了本批次',
    returnedSays: '{what, select, review{请重新检查您的每项审核。{note}} other{请重新检查您的每项评定。{note}}}',
    noNote: '负责人没有留下说明。',
    noGuideline: '没有标注指南。',
    endReview: '完成此查询即提交您的审核。随后对该批次进行抽检。',
    endInspection: '完成此查询即提交您的评定。',
    endDone: '您已完成此查询。在其他标注员完成之前，您仍可修改评定。',
    endAnnotation: '如果查询中的某项要求没有对应的核对项，请补充；否则完成此查询。查询进入审核之前，您仍可修改评定。',
    keyCommit: '提交并继续',
    keyCommitTyping: '同上，输入文字时使用',
    keyPrevious: '上一项，下一项',
    keyWording: '填写措辞',
    keyComment: '填写备注',
    keyGuideline: '标注指南',
    keyLeave: '离开输入框',
    keyRateFully: '评定；无需填写文字时直接提交并继续',
    keyReason: '勾选或取消理由',
    keyChoose: '只选择，不提交',
    keyAsk: '向负责人提问',
    keyUndoLast: '撤销上一次评定',
    keyAppend: '补充缺少的核对项',
    keyAgreeFully: '同意，提交并继续',
    keyOwnLabel: '不同意并给出自己的标注；无需填写文字时直接继续',
    keyDisagree: '不同意，然后选择标注',
    keyBack: '返回上一次审核进行修改',
    keyRate: '评定',
    keyItem: '核对项',
    keyUndo: '撤销',
    keyAll: '所有按键',
    keyAgree: '同意',
    keyAnotherLabel: '其他标注',
    keyRating: '评定',
    crumb:
      '{stage, select, annotation{第 {number} 轮，标注，{name}} inspection{第 {number} 轮，抽检，{name}} review{第 {number} 轮，审核，{name}} other{第 {number} 轮，仲裁，{name}}}'
  },
  workForm: {
    query: '查询 {qid}',
    notSaved: '{what, select, rating{上一次评定未保存} other{上一次审核未保存}}',
    reload: '重新加载',
    progress: '{stage} · 查询 {qid}，已完成 {done}/{total}',
    allDone: '全部 {total} 项均已完成。',
    stillOpen: '共 {total} 项，还有 {left} 项未完成。',
    finish: '完成并继续',
    postpone: '推迟此查询',
    noneHere: '这里没有分配给您的评定。',
    allAnswered: '{what, select, rating{全部 {total} 项均已评定。} other{全部 {total} 项均已审核。}}',
    unseen: '批次退回后有 {n} 项尚未重新检查。',
    openFirst: '打开第一项',
    otherWork: '其他待处理任务',
    now: '当前',
    open: '待处理',
    readOnly: '仅供阅读',
    queryAndChecklist: '查询和核对清单',
    checklist: '核对清单，{n} 项',
    appended: '补充项',
    material: '参考材料',
    toRate:
      '{stage} · {kind, select, query{查询} material{参考材料} appended{核对项（补充）} other{核对项 {key}}}，第 {at} 项，共 {total} 项待评定',
    textToRate: '待评定的文本',
    changed: '您评定期间措辞已被修改',
    changedSays: '您填写的内容保留在下方。请阅读新的措辞，然后重新提交。',
    stale: '您评定之后措辞已被修改。请重新评定。',
    yourRating: '您的评定',
    commit: '提交并继续',
    commitAgain: '重新提交并继续',
    ask: '向负责人提问',
    check: '检查评定',
    undo: '撤销上一次评定',
    appendMissing: '补充缺少的核对项',
    aMissingItem: '缺少的是非型核对项',
    missingItem: '缺少的是非型核对项',
    append: '补充核对项',
    reasonOptional: '理由（可选）',
    appendedByYou: '已补充，并由您评定为“合适”。',
    finishQuery: '完成此查询',
    question: '给负责人的问题',
    questionOptional: '给负责人的问题（可选）',
    sentWithRating: '随评定一起发送。您可以继续工作。',
    sendNow: '立即发送',
    yourQuestion: '您给负责人的问题',
    answer: '回答：',
    notAnswered: '尚未回答',
    asked: '您的问题：{question} 尚未回答。',
    askedAnswered: '您的问题：{question} 回答：{answer}',
    reasonsOptional: '理由（可选）',
    wording: '您的措辞',
    wordingOptional: '您的措辞（可选）',
    comment: '备注',
    commentOptional: '备注（可选）',
    editCurrent: '在当前措辞上修改',
    ownLabel: '您自己的标注',
    toReview:
      '审核 · {kind, select, query{查询} material{参考材料} appended{核对项（补充）} other{核对项 {key}}}，第 {at} 项评定，共 {total} 项',
    theRating: '被审核的评定',
    oneOfRatings: '评定 {alias}，共 {n} 项；不显示标注员',
    onlyRating: '唯一的评定',
    reasons: '理由：{list}',
    doYouAgree: '您是否同意该评定？',
    agree: '同意',
    disagree: '不同意',
    noAnswer: '未作答',
    notRated: '未评定',
    reviewed: '已审核 {done}/{total}'
  },
  workSaving: {
    waiting: '自 {time} UTC 起未能保存：{n} 条答案已存于本设备，尚未发送',
    draftUnsent: '草稿已存于本设备，尚未发送',
    draftSaved: '草稿已保存，{time} UTC',
    noServer: '服务器没有响应。您的内容已存于本设备，请稍后重试。',
    twoTabs: '请先在两个标签页的答案之间作出选择。',
    unsent: '部分答案尚未发送。'
  },
  workGuideline: {
    version: '标注指南，版本 {number}',
    due: '截止日期：{date}',
    text: '标注指南正文',
    asPage: '在页面中打开',
    close: '关闭'
  },
  automaticHints: {
    title: '自动提示',
    note: '自动提示；可能有误',
    hint: '{kind, select, nearDuplicate{与另一核对项几乎相同} totality{要求无法核查的完整性} subjective{要求主观评价} other{与查询没有共同的词语}}',
    nearDuplicate: '与另一核对项几乎相同（{share} 的词语）',
    quoted: '“{word}”'
  },
  ownQueries: {
    title: '您的查询',
    search: '搜索您的查询',
    stage: '阶段',
    allStages: '所有阶段',
    state: '状态',
    all: '全部',
    canChange: '可修改',
    final: '已确定',
    standing: '{state, select, open{可修改} paused{轮次恢复后可修改} other{已确定：查询已进入后续阶段}}',
    one: '条查询',
    several: '条查询',
    query: '查询',
    round: '轮次',
    yours: '您的数量',
    committed: '提交时间（UTC）',
    note: '查询进入下一阶段之前，您可以修改已提交的评定。'
  },
  verificationGuideline: {
    title: '标注指南',
    about: '每项评定都会记录所依据的指南版本。',
    before: '默认文本；开始第一个轮次时成为版本 1',
    hint: '进行中的轮次立即采用新版本。文本未变时不会产生新版本。'
  }
} satisfies Translation<typeof en>;
