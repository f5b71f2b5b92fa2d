import type { ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, no, quoteAt, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { ruleWords } from '../reading/rule-words.ts';

/** Exactly one section of references, sorted by one scheme (p5). */
export const oneSortedList: Check = (report) => {
  const headed = report.references.filter(({ heading }) => heading !== null);
  const loose = report.references.filter(({ heading }) => heading === null);
  if (report.references.length === 0) return no(ruleWords.noList);
  if (headed.length > 1)
    return no(
      ruleWords.severalLists({ n: headed.length }),
      headed.map(({ heading }) => quoteAt(report, heading?.line ?? 1))
    );
  const [section] = report.references;
  if (!section || headed.length === 0 || loose.length > 0)
    return abstain(
      headed.length === 0 ? ruleWords.noHeadingOfList : ruleWords.secondList,
      loose.flatMap(({ entries }) => entries.map((entry) => quoteEntry(report, entry)))
    );
  if (section.entries.length === 0)
    return no(ruleWords.emptyList, [
      quoteAt(report, section.heading?.line ?? 1),
      firstFilled(report, section.fromLine, section.toLine)
    ]);
  return order(report, section.entries);
};

function order(report: Structure, entries: readonly ReferenceEntry[]): ReturnType<Check> {
  const numbers = entries.map(({ number }) => number);
  const n = entries.length;
  if (n === 1) return yes(ruleWords.oneEntry);
  if (numbers.every((number) => number !== null)) {
    const at = numbers.findIndex((number, index) => index > 0 && number < (numbers[index - 1] ?? 0));
    if (at < 0) return yes(ruleWords.sortedByNumber({ n }));
    const [before, after] = [entries[at - 1], entries[at]];
    return no(
      ruleWords.notSorted({ n: numbers[at] ?? '', n2: numbers[at - 1] ?? '' }),
      [before, after].flatMap((entry) => (entry ? [quoteEntry(report, entry)] : []))
    );
  }
  if (numbers.some((number) => number !== null)) return abstain(ruleWords.partlyNumbered({ n }));
  const scheme = schemeOf(report, entries);
  return scheme === null ? abstain(ruleWords.noOrder({ n })) : yes(ruleWords.sorted({ n, by: scheme }));
}

type Scheme = 'alphabet' | 'year' | 'citation';

function schemeOf(report: Structure, entries: readonly ReferenceEntry[]): Scheme | null {
  const rises = <T>(values: readonly T[], before: (a: T, b: T) => boolean) =>
    values.every((value, at) => at === 0 || before(values[at - 1] as T, value));
  const names = entries.map(({ text }) => text.replace(/^[^\p{L}\d]+/u, ''));
  const collator = new Intl.Collator(/\p{Script=Han}/u.test(names.join('')) ? 'zh' : 'en', { sensitivity: 'base' });
  if (rises(names, (a, b) => collator.compare(a, b) <= 0)) return 'alphabet';
  const years = entries.map(({ text }) =>
    Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text.replace(/https?:\S+/g, ''))?.[0] ?? NaN)
  );
  if (years.every((year) => !Number.isNaN(year)) && (rises(years, (a, b) => a <= b) || rises(years, (a, b) => a >= b)))
    return 'year';
  const firstUse = new Map<string, number>();
  report.citations.forEach(({ url }, at) => {
    if (url !== null && !firstUse.has(sourceKey(url))) firstUse.set(sourceKey(url), at);
  });
  const uses = entries.map(({ url }) => (url === null ? -1 : (firstUse.get(sourceKey(url)) ?? -1)));
  return uses.every((use) => use >= 0) && rises(uses, (a, b) => a <= b) ? 'citation' : null;
}

function firstFilled(report: Structure, from: number, to: number): string {
  for (let line = from; line <= to; line++)
    if ((report.lines[line - 1] ?? '').trim() !== '') return quoteAt(report, line);
  return '';
}
