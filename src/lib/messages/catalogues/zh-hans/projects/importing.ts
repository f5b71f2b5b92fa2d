import type { Translation } from '../../translation.ts';
import type en from '../../en/projects/importing.ts';

export default {
  newProject: {
    title: '新建项目',
    name: '名称',
    nameHint: '基准的名称。项目地址由其生成。',
    description: '描述（可选）',
    create: '创建项目',
    cancel: '取消'
  },
  import: {
    title: '导入',
    nothing: '未导入任何内容：{reason}',
    nothingFor: '未导入任何内容：{n} 个问题',
    fix: '请在文件中修正这些行后重新导入。之前已导入的行不会重复。',
    rowsAsJson: '下载 JSON 格式的行',
    reportsImported: '已导入 {n} 份报告',
    reportsUnchanged: '已有且未变的报告',
    reportsCorrected: '已更正：新修订版',
    systemsAdded: '新增系统',
    queriesFromHeadings: '由标题生成的查询',
    seeReports: '查看报告',
    verdictsImported: '已导入 {n} 个判定，作为评分运行 {run, id}',
    judges: '评审',
    metrics: '指标',
    reports: '报告',
    seeRun: '查看评分运行',
    tracesImported: '已导入 {n} 条运行记录',
    tracesReplaced: '被替换的运行记录',
    tracesUnchanged: '已有且未变的运行记录',
    topicsImported: '已导入 {n} 个主题',
    topicsUnchanged: '已有的主题',
    screenTopics: '筛选主题',
    queriesAndItems: '已导入 {queries} 条查询和 {items} 个核对项',
    queriesAndCriteria: '已导入 {queries} 条查询和 {items} 条未核验的评分准则',
    queriesUnchanged: '已有的查询',
    itemsUnchanged: '已有的核对项',
    queriesCompleted: '已补全的查询',
    materialAdded: '新增的评测套件材料',
    materialUnchanged: '已有的材料',
    topicsAdded: '新增主题',
    seeQueries: '查看查询',
    queriesAndChecklists: '查询和核对清单',
    datasetAbout:
      '表格不超过 50 MB，JSONL 不超过 2 GB。CSV 每个核对项一行（<code>qid</code>、<code>Deep Research Query</code>、<code>Checklist</code>；如有 <code>category</code>、<code>domain</code> 和 <code>checklist_id</code> 也会读取），或相同内容的 XLSX，或 JSONL。也可读取 DeepResearch Bench 的 <code>query.jsonl</code> 和 <code>criteria.jsonl</code> 以及 DeepResearch Bench II 的任务；其评分准则作为未核验内容保存，不参与评分。ReportBench 可为包含任务和标准列表的 .zip，也可同时选择这些文件。文件中的其他内容会在导入后列出。',
    templates:
      '{title}：请填写 <xlsx>{file}.xlsx</xlsx>（内含说明各列的工作表），或参照 <jsonl>{file}.jsonl</jsonl>。主题从工作簿的 <i>Topics</i> 工作表读取，或从 CSV、JSONL 读取。',
    datasetFile: '查询文件',
    reading: '正在读取……',
    importDataset: '导入数据集',
    reportsAbout:
      '文件夹 <code>system/qid_…_report.md</code>、其 .zip 压缩包，或含 <code>system</code>、<code>qid</code> 和 <code>report</code> 的 JSONL。系统的详细信息可在此填写，也可稍后在“报告”页面填写。',
    zipOrJsonl: '.zip 或 JSONL',
    folder: '或文件夹',
    system: '系统（文件未注明时）',
    systemHint: '用于 DeepResearch Bench 的报告和单个 .md 文件；优先于文件夹名称。',
    collected: '未注明采集日期的报告的采集日期（可选）',
    collectedHint: '用于填充 {date} 和 {lastYear} 等占位符。',
    details: '该系统的详细信息',
    createQueries: '如果项目中没有某个 qid 的查询，则根据第一个标题创建',
    corrected: '与已存报告不同的报告视为更正：各自成为同一报告的新修订版。标注和判定仍属于被评判的修订版',
    importReports: '导入报告',
    verdicts: '外部判定',
    verdictsAbout:
      'JSONL 不超过 50 MB，每行一个判定：<code>system</code>、<code>qid</code>、<code>metric</code>、<code>judge</code>、<code>item</code>、<code>label</code>，以及 <code>docs/verdicts-file.md</code> 中的其他字段。评分运行的 <code>verdicts.jsonl</code> 就是这种文件。这些判定成为一次独立的评分运行，按此处的指标计分。已发布的评分标准套件的结果可用 <code>voirdire rubric verdicts</code> 转为这种文件。',
    verdictsFile: '判定文件',
    runName: '评分运行名称（可选）',
    importVerdicts: '导入判定',
    traces: '系统的运行记录',
    tracesAbout:
      'JSONL 不超过 50 MB，每行一份报告：<code>system</code>、<code>qid</code>，以及 <code>searches</code>、<code>pages</code> 和 <code>tokens</code> 中的至少一项（整数）。报告必须已导入。同一报告的新运行记录会替换旧记录。',
    tracesFile: '运行记录文件',
    importTraces: '导入运行记录'
  },
  systemForm: {
    provider: '提供方',
    family: '模型系列',
    familyHint: '同一系列的评审会被标记为自评。',
    backbone: '基座模型',
    category: '类别',
    categoryName:
      '{category, select, singleagentweb{单智能体，网络搜索} singleagentdeepresearch{单智能体，深度研究} multiagent{多智能体} agentharness{单模型，智能体框架} other{未知}}',
    budget: '单份报告的预算（含单位）',
    budgetHint: '例如：5 tool calls。',
    budgetAllowed: '系统每份报告的上限，例如：5 tool calls。有预算的系统在单独的表格中比较。',
    budgetTold: '取自名称，尚未保存：如果正确，请保存。',
    collectedHow: '报告的采集方式',
    collectedAt: '采集日期',
    system: '系统',
    save: '保存',
    cancel: '取消'
  },
  copying: {
    copy: '复制',
    copied: '已复制',
    notCopied: '请手动选择并复制',
    copyOf: '复制：{of}'
  }
} satisfies Translation<typeof en>;
