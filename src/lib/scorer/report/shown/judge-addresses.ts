/** A sentence of a report that seems to address its judges. */
interface JudgeAddress {
  /** The line's part that says so, at most 300 characters. */
  quote: string;
}

const LONGEST = 300;
const MOST_ADDRESSES = 20;

const judge = String.raw`(?:evaluators?|judges?|graders?|raters?|scorers?|assessors?|annotators?|reviewers?|evaluation (?:model|system|llm)|llm(?:-as-a-judge)?|language model|ai (?:model|assistant|system|evaluator|judge|grader|reviewer))`;
const work = String.raw`(?:this|the|my) (?:report|answer|response|essay|submission|output|text|document)`;
const top = String.raw`(?:10|ten|100|5|five|full|perfect|top|highest|maximum|max(?:imal)?|best(?: possible)?)`;

/** None goes beyond its line, and every gap is bounded, so that a text is read in time proportional to its length. */
const patterns: readonly RegExp[] = [
  // Away with the instructions that the judge has.
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|original|all)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|criteria|rubrics?|directions|guidelines|checklists?)\b/i,
  /\b(?:new|updated|revised) (?:system )?instructions?(?: for (?:the )?\w+)? ?:/i,
  /\b(?:system|developer) (?:prompt|message|instruction|override|note) ?:/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|^#{1,4} ?(?:System|Assistant|Instruction) ?:|<\/?(?:system|instructions?)>/im,
  // Spoken to.
  new RegExp(
    String.raw`\b(?:as|you are(?: now)?|you're) (?:an?|the|my) (?:\w+ ){0,3}${judge}\b[^.\n]{0,60}\b(?:you|must|should|shall|need to|have to|are to|please|give|rate|score|assign)\b`,
    'i'
  ),
  new RegExp(
    String.raw`\b(?:dear|hello|hi|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|to) (?:the |all |any |our )?(?:\w+ )?${judge}[^\S\n]*[,:!(]`,
    'i'
  ),
  new RegExp(
    String.raw`\b(?:if you are|for) (?:an?|the|any) (?:ai|llm|language model|automated|automatic)\b[^.\n]{0,40}\b(?:evaluat|grad|judg|scor|rat|review|assess)(?:e|es|ed|ing|or|ors|er|ers)?\b[^.\n]{0,60}\b(?:must|should|please|give|rate|score|assign|award)\b`,
    'i'
  ),
  // The score that it should give.
  new RegExp(String.raw`\b(?:score|rate|grade|mark|assess|evaluate|judge|rank) ${work}\b[^.\n]{0,40}\b${top}\b`, 'i'),
  new RegExp(
    String.raw`\b(?:give|assign|award|grant)(?: (?:it|me|us)| ${work})?\b[^.\n]{0,25}\b${top}\b[^.\n]{0,15}\b(?:score|scores|rating|grade|marks?|points|credit)\b`,
    'i'
  ),
  new RegExp(String.raw`\b(?:give|assign|award) (?:it|${work}) (?:an? )?(?:score|rating|grade) of\b`, 'i'),
  new RegExp(
    String.raw`\b${work} (?:deserves|must (?:receive|get|be given)|should (?:receive|get|be (?:given|scored|rated)))\b[^.\n]{0,30}\b${top}\b`,
    'i'
  ),
  /\b(?:answer|respond|reply|output|return|say)\b[^.\n]{0,20}["“'‘]?\b(?:yes|true|pass|supported|correct)\b["”'’]?[^.\n]{0,20}\b(?:to|for) (?:all|every|each|any)\b[^.\n]{0,20}\b(?:questions?|items?|criteria|criterion|checks?|checklist)\b/i,
  /\b(?:do not|don't|never) (?:deduct|penali[sz]e|subtract|flag|report any|list any|mention any)\b[^.\n]{0,40}\b(?:points?|marks?|issues?|errors?|faults?|problems?|report|answer|response|contradictions?)\b/i,
  /\b(?:mark|consider|treat) (?:all|every|each) (?:of the )?(?:items?|criteria|criterion|checks?|claims?)\b[^.\n]{0,30}\b(?:satisfied|met|passed|present|supported|correct|fulfilled|yes)\b/i,
  // 中文
  /(?:忽略|无视|忘记|忽视|不要理会|抛开)[^。\n]{0,12}(?:指令|指示|提示词?|说明|要求|规则|标准|准则)/,
  /(?:作为|你是|您是|身为)(?:一名|一位|一个|本次|该)?[^。，,\n]{0,8}(?:评委|评审|评估者|评估员|评分者|评分员|裁判|评价者|打分者|评判者|审稿人|阅卷人?|评测模型|评估模型)[^。\n]{0,20}(?:你|您|必须|应该|应当|需要|务必|请)/,
  /(?:请|必须|务必|应当?|应该)?(?:给|为|对|把)?(?:这|本|该|此)(?:份|篇|个)?(?:报告|回答|答案|文章|文本)[^。\n]{0,8}(?:打|评|给|判)[^。\n]{0,6}(?:满分|最高分|高分|(?:10|100|十|一百) ?分)/,
  /(?:请|必须|务必)[^。\n]{0,12}(?:给出?|打出?|评为?)[^。\n]{0,4}(?:满分|最高分|(?:10|100|十|一百) ?分)/,
  /(?:所有|全部|每(?:一)?(?:个|项))(?:问题|条目|标准|检查项)[^。\n]{0,8}(?:都)?(?:回答|标为|判为|视为)[^。\n]{0,3}(?:是|满足|通过|正确)/,
  /(?:不要|请勿|不得)(?:扣分|指出(?:任何)?(?:问题|错误|矛盾))/
];

/** All of them in one: a text is searched once, not once for each. */
const ADDRESS = new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'gim');

/** Marks of emphasis and code; not the underscores inside words. */
const MARKS = /[*`]|(?<![A-Za-z0-9_])_+|_+(?![A-Za-z0-9_])/g;

/** A line that is longer may hold one address for each so many characters. */
const LONG_LINE = 4_000;

/**
 * Sentences of a report's text that seem to speak to its judges: instructions to drop theirs, an address, a score that they should
 * give; in English and Chinese. They are shown to people beside the verdicts and never taken out of the text: a report about such
 * sentences has them, too. The list is of words, and finds no injection that is worded otherwise.
 *
 * @param text as judges get it (`shownText`)
 * @returns at most 20, in the order of the text, one of each line
 */
export function judgeAddresses(text: string): JudgeAddress[] {
  const plain = text.normalize('NFKC').replaceAll('\r\n', '\n').replaceAll('’', "'").replace(MARKS, '');
  const found: JudgeAddress[] = [];
  ADDRESS.lastIndex = 0;
  while (found.length < MOST_ADDRESSES) {
    const at = ADDRESS.exec(plain)?.index;
    if (at === undefined) break;
    const start = plain.lastIndexOf('\n', at - 1) + 1;
    const end = plain.indexOf('\n', at);
    const quote = sentenceAt(plain.slice(start, end < 0 ? plain.length : end), at - start);
    if (found.at(-1)?.quote !== quote) found.push({ quote });
    ADDRESS.lastIndex = Math.min(end < 0 ? plain.length : end, at + LONG_LINE);
  }
  return found;
}

function sentenceAt(line: string, at: number): string {
  const begins = Math.max(0, ...[...line.slice(Math.max(0, at - 150), at).matchAll(/[.!?。！？]\s*/g)].map((end) => Math.max(0, at - 150) + end.index + end[0].length)); // prettier-ignore
  const start = begins > 0 || at <= 150 ? begins : at;
  const rest = line.slice(start, start + LONGEST + 1).trim();
  return rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1).toWellFormed()}…` : rest;
}
