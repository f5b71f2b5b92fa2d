/**
 * Letters of scripts that decide a language, and how much one letter weighs against a Latin one: a Han letter carries about as much as
 * a third of a Latin word, and Arabic or Hebrew prose quotes many Latin names.
 */
const SCRIPTS: readonly [string, RegExp, number][] = [
  ['zh', /\p{Script=Han}/gu, 3],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 3],
  ['ko', /\p{Script=Hangul}/gu, 3],
  ['ar', /\p{Script=Arabic}/gu, 2],
  ['he', /\p{Script=Hebrew}/gu, 2],
  ['th', /\p{Script=Thai}/gu, 1],
  ['ru', /\p{Script=Cyrillic}/gu, 1],
  ['el', /\p{Script=Greek}/gu, 1],
  ['', /\p{L}/gu, 1]
];

/** Characters that are enough to know a text by. */
const ENOUGH = 20_000;

/** Languages that share a script, by letters that only they write; the language of the script itself if none of them occurs. */
const WITHIN: Record<string, (text: string) => string> = {
  ar: (text) => (/[ٹڈڑے]/.test(text) ? 'ur' : /[پچژگی]/.test(text) ? 'fa' : 'ar'),
  // Bulgarian, Serbian and others are written in Cyrillic, too: without a letter of its own none of them is certain.
  ru: (text) => (/[іїєґ]/i.test(text) ? 'uk' : /[ыэё]/i.test(text) ? 'ru' : ''),
  zh: (text) => {
    const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
    return count(/[個們來國學對會時為說這與關發]/g) > count(/[个们来国学对会时为说这与关发]/g) ? 'zh-Hant' : 'zh';
  }
};

/**
 * The language of a text as BCP 47 has it, if its script decides it; of Latin letters only English is told, by its commonest
 * words. Empty if it is not certain, as `lang=""` says on a page.
 */
export function languageOf(text: string): string {
  const sample = text.slice(0, ENOUGH).replace(/https?:\/\/\S+/g, ' ');
  const counts = new Map(SCRIPTS.map(([language, letters]) => [language, sample.match(letters)?.length ?? 0]));
  // Chinese is written without kana, Japanese never for long.
  if (counts.get('ja')! * 10 > counts.get('zh')!) counts.set('ja', counts.get('ja')! + counts.get('zh')!).set('zh', 0);
  const told = SCRIPTS.slice(0, -1);
  counts.set('', counts.get('')! - told.reduce((sum, [language]) => sum + counts.get(language)!, 0));
  let [most, weight] = ['', 0];
  for (const [language, , each] of SCRIPTS)
    if (counts.get(language)! * each > weight) [most, weight] = [language, counts.get(language)! * each];
  if (most !== '') return WITHIN[most]?.(sample) ?? most;
  return /\b(?:the|and|does|which|with|from|that|this)\b/i.test(sample) ? 'en' : '';
}
