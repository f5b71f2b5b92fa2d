import type { Translation } from '../translation.ts';
import type en from '../en/planning.ts';

export default {
  revealPolicies: {
    label: '{policy, select, afterReport{每份报告之后} atEnd{结束时} onDifference{仅在不一致时} other{从不}}',
    means:
      '{policy, select, afterReport{标注员完成一份报告中分配给自己的全部项后，查看评审的判定并记录偏好。} atEnd{标注员完成自己的全部项后才看到评审结果，因此评审不会影响之后的标注。} onDifference{每份报告完成后，标注员仅在标注（含自己的标注）不一致的项上看到评审结果。} other{标注员始终看不到评审结果：不收集偏好和修改后的标注，这些项在之后的研究中仍保持盲态。}}',
    short: '{policy, select, afterReport{每份报告之后} atEnd{结束时} onDifference{仅在不一致时} other{从不}}'
  },
  studyPlan: {
    question: '问题',
    labels: '{title}：{labels}',
    labelsBesides: '{title}：{labels}；{besides}',
    metric: '指标',
    run: '评分运行',
    items: '项',
    itemsOf: '{reports} 份报告中的 {items} 项：评审不一致 {differ} 项，一致 {agree} 项',
    annotators: '标注员',
    annotatorsPer: '{n} 人，每项 {each} 人',
    labelCount: '标注数',
    seed: '随机种子',
    reveal: '揭晓评审',
    batches: '批次',
    batchCount: '{n, plural, =1{一批，与计划一致} other{#}}',
    looks: '对项的期中查看',
    lookCount: '{n, plural, =0{无} other{# 次}}',
    plannedBy: '规划者',
    commandLine: '命令行',
    closed: '关闭时间'
  }
} satisfies Translation<typeof en>;
