import type { Translation } from '../../translation.ts';
import type en from '../../en/documents/run-report.ts';

export default {
  runReport: {
    leaderboard: '排行榜',
    scores: '各系统得分',
    correctedShort: '{metric}（校正后）',
    correctedScores: '校正后得分：{metric}',
    correctedPoints: '{metric}，经人工标注校正，单位为分',
    withoutInterval: '没有区间：{reasons}。',
    n: 'n {n, id}',
    nOf: 'n {n, id} / {of, id}',
    state: '状态',
    finished: '完成日期',
    reports: '报告',
    units: '单元',
    unitCounts: '已判定 {judged}，弃权 {abstained}，未评分 {unscored}',
    judges: '评审',
    judgesServed: '评审与实际服务版本',
    judgesNamed: '评审及其服务器报告的模型版本',
    judge: '评审',
    model: '模型',
    servedVersions: '实际服务版本',
    notAsked: '没有询问模型。',
    roleOf: '{role}：{model}',
    version: '{version}（{n} 次调用）',
    versionUnnamed: '服务器未报告（{n} 次调用）',
    unscored: '未评分单元',
    noneUnscored: '每个单元都有判定：已判定 {judged}，弃权 {abstained}。',
    unscoredReasons: '未评分单元的原因',
    unscoredByReason: '没有判定的单元，按原因',
    reason: '原因',
    metric: '指标'
  },
  reportsOfRun: {
    scale:
      '{better, select, lower{{question}得分范围 {min, id} 至 {max, id}，越低越好。} other{{question}得分范围 {min, id} 至 {max, id}，越高越好。}}',
    scores: '各报告得分：{metric}',
    scoresCaption: '各报告得分；n：有判定的单元数',
    query: '查询',
    score: '得分',
    unscored: '未评分',
    notFinished: '部分评审尚未评判该报告',
    lowered: '拉低得分的判定',
    loweredMeans: '低于量表最佳值的标注、指出的问题和错误；直接评分则列出全部评分及其理由。',
    left: '{n, plural, other{此次运行另有 # 项判定已计数而未在此显示；verdicts.jsonl 包含全部判定。}}',
    withVerdicts: '{system}，{qid}：{value}（n {n, id}）；{verdicts} 项判定',
    withoutVerdict: '{system}，{qid}：{value}（n {n, id}）；没有判定拉低得分。',
    more: '另有 {n} 项，见 verdicts.jsonl。',
    verdict: '{label} · {judge} · {item}',
    verdictRepeat: '{label} · {judge}，第 {n, id} 次重复 · {item}'
  }
} satisfies Translation<typeof en>;
