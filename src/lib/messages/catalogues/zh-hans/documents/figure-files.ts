import type { Translation } from '../../translation.ts';
import type en from '../../en/documents/figure-files.ts';

export default {
  figureFile: {
    ofRun: '{figure}，评分运行 {number, id}：{name}',
    system: '系统',
    figures: '数据',
    chart: '图',
    unknownKind: '未知',
    ranges: '区间：{range}。n：{counted}。',
    brackets: '方括号内：{range}。n：{counted}。',
    lines: '线段：{range}。',
    linesCounted: '线段：{range}。n：{counted}。',
    axes: '横轴：{x}。纵轴：{y}。n：{counted}。',
    noPoint: '没有系统同时具有两个数值。',
    point: '{name}：{x} {atX}，{y} {atY}',
    inGroup: '{group}，{system}',
    value: '{system}，{column}：{value}，n {n, id}',
    valueWithin: '{system}，{column}：{value}（{low} 至 {high}），n {n, id}',
    because: '{value}；{reason}',
    row: '{system}：{figures}',
    figure: '{column} {value}（n {n, id}）',
    nextRow: '{before}。{next}',
    rows: '{rows}。'
  }
} satisfies Translation<typeof en>;
