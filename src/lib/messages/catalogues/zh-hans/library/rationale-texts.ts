import type { Translation } from '../../translation.ts';
import type en from '../../en/library/rationale-texts.ts';

export default {
  rationaleText: {
    statementCount: '报告中有 {n} 条。',
    votes: '{n2} 张有效票中 {n} 张：{word}。',
    tooFewVotes: '{n2} 张票中 {n} 张有效，至少须有 {n3} 张。',
    tiedVotes: '票数相同：{n} 张属实，{n2} 张不属实。',
    noStatement: '报告中没有这条陈述。',
    noStatementOrAddress: '报告中没有这条陈述，或没有该地址。',
    citedDirectly: '其后紧跟引用。',
    pageNotRead: '未读取该页面：{note}。',
    oneWork: '标题相同的条目算作一部文献。',
    ofOwnSources: '其中 {n} 条来自报告的来源。',
    noRubric: '它不属于该任务的任何评分标准。',
    noWords: '报告中没有这些文字。',
    noParagraph: '报告中没有这一段落。',
    noWork: '报告没有提到这一文献。',
    addressNames: '其地址指明了文献。',
    sourceSurvey: '这是查询所依据的综述本身。',
    listed: '在金标准列表中，按{by, select, arxiv{ arXiv 编号} doi{ DOI } other{标题}}匹配。',
    notListed: '不在金标准列表中。',
    subtitleDiffers: '列表中有一个标题仅副标题与其不同。',
    later: '发表于截止日期之后。',
    pageSilent: '页面对此没有说明。',
    noCitedPage: '报告没有引用网页。',
    baselineItself: '这是基线自身的报告，不与自身比较。',
    contradicts: '自相矛盾，或与报告其他部分矛盾',
    commonSense: '违背常识',
    reasoning: '推理有误',
    confusion: '混淆概念',
    judgeAbstained: '评审弃权：{rationale}',
    notReported: '该评审未报告此问题。',
    computed: '由其要求、论断和段落计算得出。',
    allOutcomesOne: '所有子任务的结果均为 1。',
    noEssential: 'c0 = 0：所有 P0 子任务的结果均为 0。',
    fewImportant: 'c1 = {word}，低于 0.3。',
    bothBelow: '两者均低于 0.5：{figures}。',
    levelThree:
      'c0 = {word}，不低于 0.5；c1 = {word2}，不低于 0.7；没有 P1 子任务的结果为 0，P2 各组的结果也不全为 0。',
    levelTwo: '不是 1（{figures}），也不是 3：{why}。'
  }
} satisfies Translation<typeof en>;
