import type { Translation } from '../../translation.ts';
import type en from '../../en/documents/site.ts';

export default {
  siteFile: {
    leaderboard: '排行榜',
    pages: '页面',
    page: '第 {n, id} 页',
    scores: '按运行的评审计算的得分',
    leaderboardPages: '排行榜各页',
    files: '文件：{file}',
    correctionNotes: '{metric}的校正说明',
    run: '评分运行',
    runShown:
      '{pinned, select, yes{{number, id}：{name}（已固定）} other{{number, id}：{name}（最近一次完整的运行，未固定）}}',
    dataset: '数据集',
    version: '版本 {version, id}，{queries} 条查询',
    adoptions: '已采用的评审组合',
    adoptionsByMetric: '各指标已采用的评审组合',
    adoptionsCaption: '已采用以代替人工标注员的评审组合',
    metric: '指标',
    ensemble: '评审组合',
    adoption: '采用情况',
    cards: '评审卡',
    notAdopted: '没有采用评审组合。',
    adopted: '在研究 {number, id}（{name}）中于 {day} 采用。',
    card: '评审卡 {number, id}',
    cardJson: '评审卡 {number, id}，签名 JSON',
    signedJson: '签名 JSON',
    cardFiles:
      '{state, select, reopened{{card}（已重新开放，{json}）} superseded{{card}（已被取代，{json}）} other{{card}（有效，{json}）}}',
    pagesOf: '{metric}各页',
    corrected: '经人工标注校正的得分',
    notCorrected: '得分未校正：{reason}',
    noneCorrected: '没有系统具有校正后的得分。',
    adoptedEnsemble: '已采用的评审组合',
    noCard: '此指标没有评审卡。',
    scoresOf: '得分：{metric}',
    plotted: '{metric}；线段：95% 置信区间，按查询聚类',
    plot: '图',
    score: '得分',
    interval: '95% 置信区间',
    queries: '查询'
  }
} satisfies Translation<typeof en>;
