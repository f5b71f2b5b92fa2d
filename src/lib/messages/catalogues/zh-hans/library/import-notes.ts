import type en from '../../en/library/import-notes.ts';
import type { Translation } from '../../translation.ts';

export default {
  importNotes: {
    ignoredFields: '未导入的字段：{list}',
    ignoredColumns: '未导入的列：{list}',
    namelessColumns: '未导入的无名列（按列号）：{list}',
    ignoredSheets: '未导入的工作表及其行数：{list}',
    ignoredCounts: '引用次数中未导入的字段：{list}',
    searchedFields: '参考文献中仅用于查找标识符的字段：{list}',
    ignoredGoldLists: '未导入的金标准列表（没有任务使用其标识）：{names}',
    ignoredFiles: '未导入的文件：{names}',
    unusedCounts: '有 {n} 个引用次数在金标准列表中没有对应的文献，第一个是：{title}',
    noCutOff: '没有截止月份，因为提示词中未写月份：{qids}',
    severalMonths: '没有截止月份，因为提示词中写了多个月份：{qids}',
    otherMonth: '截止月份取自提示词；以下查询的截止月份与最后版本的月份不同：{qids}',
    itemsTwice: '文件中有 {n} 项重复出现，只保存一次',
    blockedSource: '这些项已保存但不计分，因为尚不支持对使用被屏蔽来源的报告扣分',
    weights:
      '有 {n} 项带有自己的权重。权重已保存，但任何得分都不使用，因为核对清单中各项权重相等。加权得分需要评分标准：参见 docs/rubrics.md',
    formulas: '有 {n} 个单元格含公式：导入的是其存储的结果，可能已过时',
    hiddenRows: '工作簿中有 {n} 个隐藏的行（例如由筛选造成），这些行也已读取',
    repeatedLines: '跳过了 {n} 行与前一行重复的内容',
    folderAsSystem: '文件夹 {folder} 中的报告已作为 {system} 的报告导入',
    skippedFiles: '跳过了 {n} 个不是报告的文件：{files}',
    emptyReports: '{n} 份报告为空，未导入：{list}{more, plural, =0{} other{，另有 # 份}}',
    unreadLines: '无法读取的行数：{n}',
    rawLabelsLeftOut:
      '原始标注中未导入的行：{n} 行，不计入统计结果（被取代的修订、揭晓之后的标注，以及练习项、金标准项、注意力检查项或重复项）',
    rowsAreItems: '没有“item”列，因此每行作为一项，以行号命名',
    missingVerdicts: '文件中没有判定的 {n} 个单元未评分',
    outsideCodeBook: '{kind, select, domain{不在项目编码本中的领域：{list}} other{不在项目编码本中的类别：{list}}}',
    otherDomain: '所属领域与编码本不同的类别：{list}',
    unknownTopics: '任务中提到但项目中没有的主题：{list}。请导入这些主题，或更正任务'
  },
  scaleProblems: {
    forms:
      'binary:yes,no（计为 1 的标注在前）、nominal:cat|dog|bird（无序类别）、preference:A,tie,B、ordinal:1..5、ordinal:poor,fair,good 或 interval:0..10',
    chooseType: '请选择标注的类型。',
    fewCategories: '量表至少有两个类别。量表写作 {forms}',
    namedTwice: '{name} 既是量表的类别，又是没有数值的标注。请只写一次',
    manyCategories:
      '{n} 个类别超过每项研究的上限 {most}。请合并少见的类别、指明没有数值的标注，或为每个类别导入一项是/否研究',
    labelCount: '这种量表有 {n} 个标注。量表写作 {forms}',
    labelTwice: '量表中有一个标注出现两次',
    nameCategories: '请写出类别，例如 nominal:supported|refuted|unclear',
    notation: '量表写作 {forms}',
    bounds: '区间量表有两个界限，例如 interval:0..10',
    range: '范围“{range}”不是从较小的数到较大的数',
    kinds: '量表为 nominal、ordinal:最低,…,最高 或 interval',
    ordinalCategories: '有序量表从低到高写出类别，例如 ordinal:1..4 或 ordinal:poor,fair,good',
    wholeRange: '类别的范围最多包含 {most} 个整数',
    emptyCategory: '{separator, select, bar{有一个类别没有名称：多了一条竖线} other{有一个类别没有名称：多了一个逗号}}',
    categoryTwice: '量表中有一个类别出现两次',
    twoCategories: '量表至少有两个类别'
  },
  referenceProblems: {
    systemUnnamed: '关于 {qid} 的报告未写明系统。请用 --system 指明',
    noResult: '文件中没有结果。请指定 detailed_results_*.json 或 *_results.jsonl',
    meansOnly:
      '文件只含均值。请导入计算这些均值的结果：detailed_results_*.json，或文件夹 incremental 中的 *_results.jsonl',
    notWhole: '文件不是完整的 JSON。请重新写出，或使用较早的文件',
    notObject: '该值不是 JSON 对象',
    notText: '该值不是文字',
    noReport: '文件中没有报告',
    notReference: '文件不是参考评分程序的结果：既不是含 "reports" 的对象，也不是每份报告一行的 JSON',
    queryIdMissing: '缺少 query_id，因此无法确定查询',
    reportUnknown:
      '{known, select, yes{项目中没有该报告，{path} 处也没有其文本。请先导入报告，或用 --reports 指定其文件夹} other{项目中没有该报告。请先导入报告，或用 --reports 指定其文件夹}}',
    noMeans: '文件的 results_by_model 下没有各系统的均值'
  },
  referenceNotes: {
    copies: '{n} 个结果保持未评分：它们属于同一查询的另一个系统；参考评分程序重新启动时会混淆两者',
    gradedAgain: '{n} 份报告在同一准则下被重复评分；以最新的可用结果为准',
    repeatedKeys: '{name}：对象中多次出现 {keys}；各取最后一个',
    averages:
      '{name}：这些是参考评分程序按查询合并的平均值。如果被平均的文件含多个系统，结果可能与另一个系统的报告并列；请与被平均的文件核对',
    linesCut: '{n, plural, other{{name}：第 {lines} 行被截断；其结果计为缺失}}',
    otherCriterion: '{name}：{criterion} 不属于五项准则，其结果未导入',
    otherWording: '有 {n} 条查询在文件中的措辞与项目中不同；结果按项目中的措辞计入'
  },
  schemaText: {
    word: '请至少写一个词',
    keyForm: '请使用小写字母、数字和连字符，最多 40 个',
    criteria: '一个任务有 3 到 6 条准则',
    criteriaKeys: '有两条准则的键相同',
    pointKeys: '有两个要点的键相同',
    weights: '权重之和为 {n}，不在 0.95–1.05 之间',
    passages: '请至少引用一段原文',
    sources: '请至少写明一个来源',
    inspirations: '请至少写明一条启发',
    group: '只有重要性为 P2 的子任务可以属于一个组',
    subtasks: '一个任务至少有一个子任务',
    subtaskKey: '另一个子任务的键也是 {key}',
    month: '月份请写作 YYYY-MM',
    references: '金标准列表至少有一篇文献',
    whole: '请写一个不小于 0 的整数'
  },
  schemaIssues: {
    repeated: '该参数出现了多次。请只给出一次',
    character: '文字中含有零字符或不成对的代理项字符。请将其删除',
    missing: '缺少该值',
    type: '该值的类型应为 {type}',
    option: '该值不在以下之列：{values}',
    textShort: '{n, plural, other{文字至少需要 # 个字符}}',
    textLong: '{n, plural, other{文字超过 # 个字符}}',
    listShort: '{n, plural, other{列表至少需要 # 项}}',
    listLong: '{n, plural, other{列表超过 # 项}}',
    small: '数值小于 {n}',
    large: '数值大于 {n}',
    unknownKeys: '未知的字段：{keys}。请删除',
    format: '该值的格式应为 {form}',
    invalid: '该值无效'
  }
} satisfies Translation<typeof en>;
