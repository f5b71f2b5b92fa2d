const LEAD =
  /^(?:(?:\d+(?:\.\d+)*|[IVXLC]{1,6}|[A-Z]|[一二三四五六七八九十]{1,3})[.)、．）:：]\s*|\d+(?:\.\d+)*\s+|(?:appendix|annex|附录)\s?[A-Z一二三\d]?\s*[:：.—–-]\s*)+/iu;
const ENGLISH_NOUN = 'references?|bibliography|sources?|citations?|works|literature|footnotes|endnotes';
const ENGLISH = new RegExp(
  `^(?:(?:list of|key|main|selected|full|complete|primary|cited|numbered|all|consolidated) )*(?:${ENGLISH_NOUN})` +
    `(?: (?:list|links|section|cited|consulted|used))*` +
    `(?: ?(?:and|&|/) ?(?:further reading|notes|links|${ENGLISH_NOUN})(?: cited)?)?$`,
  'i'
);
const CHINESE =
  /^(?:主要|核心|完整|全部|本文|报告)*(?:参考(?:文献|资料|来源|链接|书目|引用|信息)?|(?:资料|信息|文献|引用|引文)来源|引用(?:文献|资料|链接)?|引文|来源|文献)(?:列表|清单|目录|链接|一览)?(?:[与和及、/](?:参考|引用|资料|数据|信息|文献|来源|资料来源|数据来源|参考文献|参考资料)+)?$/u;
const WEAK = /^(?:data sources?|notes|further reading|links|resources|数据来源|注释|脚注|延伸阅读|相关链接)$/i;

/**
 * Whether a heading announces the list of references. `weak` titles (Notes, Further reading, 数据来源) do so only
 * where numbered entries follow.
 */
export function referenceTitle(title: string): 'strong' | 'weak' | null {
  const words = title
    .replace(/[*_#`]/g, '')
    .trim()
    .replace(LEAD, '')
    .replace(/[(（][^)）]*[)）]\s*$/u, '')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d)）]+$/gu, '')
    .trim();
  if (ENGLISH.test(words) || CHINESE.test(words)) return 'strong';
  return WEAK.test(words) ? 'weak' : null;
}
