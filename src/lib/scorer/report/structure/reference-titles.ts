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
/** The same in other languages, as a report's last heading says it. */
const OTHERS = new RegExp(
  `^(?:${[
    '參考(?:文獻|資料|來源|書目)?|(?:資料|文獻|引用|引文)來源|引用(?:文獻|資料)|引用・?参考文献|出典(?:一覧)?|参照(?:文献|リンク)?',
    '(?:참고|인용)\\s?(?:문헌|자료)|출처|참조',
    '(?:قائمة )?(?:ال)?(?:مراجع|مصادر)(?: و(?:ال)?(?:مراجع|مصادر))?(?: (?:المستخدمة|المعتمدة))?|منابع|ماخذ|حوالہ جات',
    '(?:רשימת )?(?:ה)?מקורות(?: מידע)?|ביבליוגרפיה|(?:רשימת )?מראי מקום',
    '(?:список |использованн\\p{L}+ |используем\\p{L}+ )*(?:литератур[аы]|источник(?:и|ов))|библиография|ссылки|список використан\\p{L}+ джерел|джерела|література',
    'literatur(?:verzeichnis|liste|angaben)?|quellen(?:verzeichnis|angaben|liste)?|einzelnachweise|r[ée]f[ée]rences?(?: bibliographiques)?|bibliographie',
    'sources(?: et r[ée]f[ée]rences)?|referencias(?: bibliogr[áa]ficas)?|bibliograf[íi]a|fuentes|refer[êe]ncias(?: bibliogr[áa]ficas)?|fontes|riferimenti(?: bibliografici)?|fonti|bronnen|referenties',
    'เอกสารอ้างอิง|แหล่งอ้างอิง|tài liệu tham khảo|kaynak(?:lar|ça)|βιβλιογραφία|πηγές|संदर्भ'
  ].join('|')})$`,
  'iu'
);
const WEAK = /^(?:data sources?|notes|further reading|links|resources|数据来源|注释|脚注|延伸阅读|相关链接)$/i;

// The ends of a title are found by code: expressions that look for one from each place take time by the square of a long title.

/** A title without the brackets at its end and the words in them. */
function withoutBrackets(title: string): string {
  const text = title.trimEnd();
  if (!/[)）]$/.test(text)) return text;
  const before = Math.max(text.lastIndexOf(')', text.length - 2), text.lastIndexOf('）', text.length - 2)) + 1;
  const open = text.slice(before).search(/[(（]/);
  return open === -1 ? text : text.slice(0, before + open);
}

/** A title up to its last letter, digit or closing bracket. */
function endingInWord(title: string): string {
  let end = 0;
  for (const { 0: one, index } of title.matchAll(/[\p{L}\d)）]/gu)) end = index + one.length;
  return title.slice(0, end);
}

/**
 * Whether a heading announces the list of references. `weak` titles (Notes, Further reading, 数据来源) do so only
 * if numbered entries follow.
 */
export function referenceTitle(title: string): 'strong' | 'weak' | null {
  const bare = title
    .replace(/[*_#`]/g, '')
    .trim()
    .replace(LEAD, '');
  const words = endingInWord(withoutBrackets(bare).replace(/^[^\p{L}\d]+/u, ''));
  if (ENGLISH.test(words) || CHINESE.test(words) || OTHERS.test(words.normalize('NFC'))) return 'strong';
  return WEAK.test(words) ? 'weak' : null;
}
