export default {
  documentParts: {
    contents: '目录',
    interval: '{level, select, several{置信区间} other{{level} 置信区间}}',
    columnAt: '{title}，{level} 置信区间',
    chartData: '本图数据',
    chartFigures: '数值：{title}',
    partOf: '{caption}（第 {part, id} 部分，共 {parts, id} 部分）',
    dashes: '–：{reasons}。',
    twoReasons: '{before}；{reason}',
    fact: '{term}：{value}',
    chartTitle: '{title}。',
    figure: '{figure}，n = {n, id}',
    figureWhy: '{figure}，n = {n, id}（{why}）'
  }
} as const;
