import type { Translation } from '../../translation.ts';
import type en from '../../en/library/rationale-texts.ts';

export default {
  rationaleText: {
    statementCount: '报告中有 {n} 条。',
    votes: '{n2} 张有效票中 {n} 张：{word}。{given}',
    tooFewVotes: '{n2} 张票中 {n} 张有效，至少须有 {n3} 张。',
    tiedVotes: '票数相同：{n} 张属实，{n2} 张不属实。',
    noStatement: '报告中没有这条陈述。',
    noStatementOrAddress: '报告中没有这条陈述，或没有该地址。',
    citedDirectly: '其后紧跟引文。',
    pageNotRead: '未读取该页面：{note}。',
    oneWork: '标题相同的条目算作一部文献。',
    ofOwnSources: '其中 {n} 条来自报告的来源。',
    noRubric: '它不属于该任务的任何评分量规。',
    noWords: '报告中没有这些文字。',
    noParagraph: '报告中没有这一段落。'
  }
} satisfies Translation<typeof en>;
