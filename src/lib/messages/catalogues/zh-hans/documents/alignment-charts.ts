import type { Translation } from '../../translation.ts';
import type en from '../../en/documents/alignment-charts.ts';

export default {
  alignmentCharts: {
    candidatesTitle: '{n} 个候选；{reach, plural, =0{无一达到 {target}} other{{reach, id} 个达到 {target}}}',
    agreementWith: '与标注员的一致性{unequal, select, yes{（按抽样）} other{}}',
    kappaWith: '与标注员的二次 κ{unequal, select, yes{（按抽样）} other{}}',
    value: '数值',
    interval: '95% CI',
    twoAnnotators: '两位标注员',
    candidatesAbout: '{measure}，每个候选一行，附 95% CI，从 {from} 到 {to}。标注员间一致性：{people}。',
    candidatesAboutTarget:
      '{measure}，每个候选一行，附 95% CI，从 {from} 到 {to}；目标值为 {target}。标注员间一致性：{people}。',
    candidatesAboutNone: '{measure}，每个候选一行，附 95% CI，从 {from} 到 {to}。标注员间一致性无定义。',
    candidatesAboutNoneTarget:
      '{measure}，每个候选一行，附 95% CI，从 {from} 到 {to}；目标值为 {target}。标注员间一致性无定义。',
    candidatesNote:
      '{measure}，按查询的 95% CI。虚线：目标值。色带与菱形：标注员间一致性。方形：已选。空心：整个区间低于已选候选的区间。',
    candidate: '候选',
    agreement: '一致性',
    ratersTitle: '所有评分者配对{unequal, select, yes{，按抽样} other{}}',
    equalLabels: '相同标注的比例',
    cell: '{a} 和 {b}：{measure} {value}，n = {n, id}',
    pairOf: '{a} 和 {b}',
    undefined: '–（{why}）',
    ratersAbout: '{n, id} 位评分者两两对照。对角线上方：{above}。下方：{below}。颜色越深，一致性越高。',
    ratersNote: '对角线上方：{above}。下方：{below}。每格 n = {n, id}。圆点：没有任何项同时有两位评分者的标注。',
    ratersNoteRange:
      '对角线上方：{above}。下方：{below}。n 从 {least, id} 到 {most, id}。圆点：没有任何项同时有两位评分者的标注。',
    ratersNoteNone:
      '对角线上方：{above}。下方：{below}。没有两位评分者标注过同一项。圆点：没有任何项同时有两位评分者的标注。',
    raters: '评分者',
    statistic: '统计量',
    people: '标注员',
    errorsTitle: '{n} 项中 {same, id} 项标注相同',
    all: '合计',
    paired: '{people} {label}，{judges} {other}：{n} 项',
    pairedShare: '{people} {label}，{judges} {other}：{n} 项，占 {label} 的 {share}',
    errorsAbout: '行为{people}，列为 {judges}；共 {n} 项，其中 {same, id} 项在对角线上（标注相同）。',
    errorsNote: '行：{people}。列：{judges}。n = {n, id}。加框：标注相同。颜色越深，在该行所占比例越大。',
    corner: '{people} ↓ {judges} →'
  }
} satisfies Translation<typeof en>;
