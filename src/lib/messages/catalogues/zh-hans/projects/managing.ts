import type { Translation } from '../../translation.ts';
import type en from '../../en/projects/managing.ts';

export default {
  archive: {
    title: '归档',
    projects: '已归档的项目',
    noProject: '已归档的项目将显示在此处。',
    since: '自 {when} UTC 起',
    restoreProject: '恢复此项目',
    renameProject: '重命名或归档此项目',
    about:
      '列表和选项中不再显示的评分运行、研究、系统、报告、查询和核对项。打开其中一项即可恢复或永久删除。各项在其自己的页面归档。',
    tableOf: '已归档的{kind}列表',
    name: '名称',
    archivedAt: '归档时间（UTC）',
    nothing: '已归档的内容将显示在此处。'
  },
  things: {
    noun: '{kind, select, run{评分运行} study{研究} system{系统} report{报告} query{查询} topic{主题} talk{讲座} spotcheck{抽查} item{核对项} account{账号} other{项目}}',
    plural:
      '{kind, select, run{评分运行} study{研究} system{系统} report{报告} query{查询} topic{主题} talk{讲座} spotcheck{抽查} item{核对项} account{账号} other{项目}}',
    stays:
      '{kind, select, run{它评判过的报告会保留，其他评分运行从中取用的回复也会保留。} study{它所依据的评分运行会保留。} system{它回答过的查询会保留。} report{其查询和系统会保留。} query{包含它的已冻结数据集版本会保留其文本。} topic{由它生成的任务会保留，包含它的数据集版本也会保留。} talk{从中接受的查询会保留，读取过它的运行也会保留，但不含关于它的调用。} spotcheck{被抽查判定所属的评分运行会保留。} item{评分运行和研究评判的是已冻结的数据集版本，其中保留该核对项及相关判定。} account{标注、评定和审计条目以化名保留；预注册和决定保留当时写入的姓名。} other{其审计条目保留在本实例的审计记录中。}}',
    renames:
      '{kind, select, run{编号保持不变。} study{编号保持不变。} system{之前导出的文件保留旧名称。} report{报告的名称即其文件名；系统和查询保持不变。} query{在版本、轮次或报告引用之前，查询的 id 可以更改。} topic{在任务或版本引用之前，主题的 id 可以更改。} talk{编号保持不变。} spotcheck{编号保持不变。} item{在版本或轮次引用之前，核对项的键可以更改。} account{审计条目显示新的姓名。} other{地址保持不变，链接继续有效。}}'
  },
  thingText: {
    run: '评分运行 {n}',
    runNamed: '评分运行 {n} · {given}',
    draftingRun: '起草运行 {n} · {given}',
    study: '研究 {n} · {given}',
    talk: '讲座 {n} · {given}',
    spotCheck: '抽查 {n} · {given}',
    pair: '第 {n} 轮：{left} 与 {right}'
  },
  managing: {
    about: '重命名、归档或删除此{thing}',
    name: '名称',
    rename: '重命名',
    access: '访问',
    archive: '归档',
    disableAbout: '已停用的账号无法登录。数据不会丢失，之后可重新启用。',
    archiveAbout: '列表和选项不再显示已归档的内容。数据不会丢失：基于它的评分运行和数值会继续使用它，您也可以恢复它。',
    archiveThis: '{account, select, yes{停用此{thing}} other{归档此{thing}}}',
    since: '{account, select, yes{自 {when} UTC 起停用。} other{自 {when} UTC 起归档。}}',
    restoreThis: '{account, select, yes{启用此{thing}} other{恢复此{thing}}}',
    delete: '删除',
    erased: '姓名、电子邮箱、密码、角色和草稿将被清除。',
    judgedNothing: '此人没有做过任何评判。',
    kept: '以化名保留：{things}。',
    nothingElse: '不会连带删除其他内容。',
    deletedWith: '一并删除：',
    audit: '审计记录保持完整，并会记录此次删除。',
    cannot: '现在无法删除',
    archiveFirst:
      '{account, select, yes{请先停用账号：只有已停用的账号才能删除，以免单次点击造成数据丢失。} other{请先归档：只有已归档的内容才能删除，以免单次点击造成数据丢失。}}',
    typeName: '输入名称以确认：{name}',
    deleteForGood: '永久删除',
    renamed: '已重命名：{name}。',
    archived: '{thing}已归档。',
    restored: '{thing}已恢复。',
    disabled: '账号已停用。',
    enabled: '账号已启用。'
  },
  hanging: {
    query: '{n} 条查询',
    topic: '{n} 个主题',
    checklistItem: '{n} 个核对项',
    talk: '{n} 场讲座',
    draftedPiece: '{n} 份草稿',
    comparison: '{n} 次人工比较',
    system: '{n} 个系统',
    report: '{n} 份报告',
    datasetVersion: '{n} 个数据集版本',
    round: '{n} 个轮次',
    ratingOrReview: '{n} 个评价和审核',
    run: '{n} 次评分运行',
    verdict: '{n} 个评审判定',
    call: '{n} 次调用',
    study: '{n} 项研究',
    label: '{n} 个人工标注',
    spotCheck: '{n} 次抽查',
    spotCheckAnswer: '{n} 个抽查答复',
    preregistration: '{n} 份预注册',
    decision: '{n} 项决定',
    role: '{n} 个角色',
    studyLabel: '{n} 个研究标注',
    rating: '{n} 个评价',
    review: '{n} 次审核',
    adjudication: '{n} 个裁定标注',
    other: '{n} 条其他记录'
  }
} satisfies Translation<typeof en>;
