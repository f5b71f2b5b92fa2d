import type { Translation } from '../../translation.ts';
import type en from '../../en/documents/leaderboards.ts';

export default {
  leaderboardFile: {
    run: '评分运行 {number, id}：{name}',
    system: '系统',
    average: '平均',
    inUnit: '{unit, select, rating{{title}，等级分} other{{title}，%}}',
    meanOf: '{n, id} 个系统的平均值',
    nOf: '{n, id} / {of, id}',
    best: '粗体：{of, select, group{该列在每组中的最佳值} other{该列的最佳值}}。',
    tied: '†：在 5% 水平上与最佳系统没有显著差异（对所有系统配对作 Holm 校正）。',
    interval: '方括号内：95% 置信区间，按查询聚类。',
    intervalBelow: '各数值下方：95% 置信区间，按查询聚类。',
    part: '“n / m”：m 份报告中有 n 份已评分，数值基于这 n 份。',
    few: '少于 {n, id} 条查询时，没有区间，也不作比较。',
    uncompared: '{metric}：以下系统与最佳系统共有的查询少于 {n, id} 条，未作比较：{systems}。',
    inGroup: '{system}（{group}）',
    winRate: '{metric}：胜场占对基线胜负场数的百分比，取两种呈现顺序及各评审的平均。',
    winRateSource: '{metric}：胜场占对基线胜负场数的百分比，取两种呈现顺序及各评审的平均（{source}）。',
    byOrder: '{metric}，每种呈现顺序各算一次比较；n 为分出胜负的比较数：{rates}。',
    rate: '{system} {value}（n = {n, id}）',
    measure: '{metric}：{measure}。',
    view: '{metric}，{view}：{values}。',
    viewValue: '{system} {value}（n = {n, id}，{counted}）',
    lower: '{metrics}：越低越好。',
    averageOf: '平均：{metrics}的平均值。',
    undefined: '–：无定义。',
    corrected: '{metric}，经人工标注校正',
    correctedCaption: '{metric}，经人工标注校正。{finding}。',
    finding: '{finding}。',
    labelled: '已标注项',
    judgedBy: '评审组合：{ensemble}，在研究 {number, id}（{name}）中采用。',
    reopened: '采用决定已重新开放：{changes}',
    errors: '{errors}。',
    undefinedFor: '{system}，{column}：{reason}'
  },
  runNotes: {
    state:
      '此次评分运行的状态：{state, select, waiting{等待中} running{运行中} paused{已暂停} cancelled{已取消} failed{失败} incomplete{不完整} other{已完成}}。',
    failures: '{n, plural, other{# 个单元没有判定：{reasons}。}}',
    failure: '{reason}（{n}）',
    moreFailures: '{n, plural, other{另有 # 种原因}}',
    texts: '{n, plural, other{文本：{n, id} 份报告含有对评审说的话或不可见字符（summary.json 中列出）。}}',
    prompts: '提示词：{prompts}。',
    prompt: '{metric} {prompt}@{version, id}（{hash}）',
    webSearch: '联网搜索：{judges}。',
    search: '搜索：{searches}。'
  }
} satisfies Translation<typeof en>;
