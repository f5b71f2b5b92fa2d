import type { Translation } from '../../translation.ts';
import type en from '../../en/library/charts.ts';

export default {
  reportCharts: {
    agreement: '与标注员的一致性，按评分运行加权',
    kappa: '与标注员的二次加权 κ，按评分运行加权',
    frontTitle: '一致性与费用',
    sameCost: '所有候选费用相同',
    noneCheaper: '没有非劣效候选的费用低于 {name}',
    cheaper: '费用更低：{name}，一致性至多低 δ = {delta}',
    acrossDollars: '每 1,000 项的美元费用',
    acrossJudges: '每项询问的评审数',
    target: '目标值 {target}',
    point: '{name}：{agreement}，费用 {cost}',
    frontAbout: '{n} 个候选，横轴为费用（{across}），纵轴为一致性；{front} 个位于前沿。',
    frontChosen:
      '{n} 个候选，横轴为费用（{across}），纵轴为一致性；{front} 个位于前沿。已选：{name}，{agreement}，费用 {cost}。',
    frontNote:
      '实心：位于帕累托前沿（没有候选在一致性或费用上更好而在另一项上不更差）。方形：已选。圆形：一个评审；三角形：两个；菱形：更多。{target, select, yes{虚线：目标值。} other{}}',
    candidate: '候选',
    agreementColumn: '一致性',
    costColumn: '{unit, select, dollars{每 1,000 项} other{评审数}}',
    standing: '状况',
    chosen: '已选',
    nonInferior: '非劣效',
    cheapest: '费用最低的非劣效候选',
    onFront: '位于帕累托前沿',
    characteristicTitle: '通过一致性门槛所需的真实一致性',
    current: '当前',
    twice: '两倍项数',
    fourTimes: '四倍',
    never: '在与本研究相似的研究中，即使完美的评审也只有不到 {chance} 能够通过。',
    needed: '以本研究的项数，若评审的真实一致性达到 {agreement} 或以上，则以 {chance} 的概率通过。',
    characteristicAbout: '纵轴为通过的概率，横轴为真实一致性，从 {from} 到 1。{found}',
    trueAgreement: '真实一致性',
    chance: '下界达到目标值的概率',
    basisShare:
      '实线：与此处相同，{queries} 条查询的 {items} 个有效项；长虚线：两倍项数；点线：四倍项数。下界与门槛相同：Wilson 下界{contenders, plural, =0{} =1{} other{，已针对从与最佳者无显著差距的 # 个候选中选择作校正}}。',
    basisCoefficient:
      '实线：与此处宽度相同的区间，来自 {queries} 条查询；长虚线：两倍项数；点线：四倍项数。下界与门槛相同：Fisher z 尺度上的正态近似{contenders, plural, =0{} =1{} other{，已针对从与最佳者无显著差距的 # 个候选中选择作校正}}。',
    trueColumn: '真实一致性',
    currentColumn: '当前',
    twiceColumn: '两倍项数',
    fourTimesColumn: '四倍',
    frequenciesTitle: '查询的自助重抽样中有 {share} 选中 {name}',
    others: '其他 {n} 个',
    bar: '{name}：在 {resamples} 次重抽样中有 {share} 被选中',
    frequenciesAbout: '在查询的 {resamples} 次重抽样中，{n} 个候选至少被选中一次；{name} 最多，占 {share}。',
    frequenciesNote: '在查询的 {resamples} 次自助重抽样中，各候选被选中的比例。绿色：已选的候选。',
    chosenIn: '被选中的比例'
  }
} satisfies Translation<typeof en>;
