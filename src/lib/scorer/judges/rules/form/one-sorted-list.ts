import type { ReferenceEntry, Structure } from '../../../report/structure/parts.ts';
import { sourceKey } from '../../../report/structure/urls.ts';
import { abstain, countNoun, no, quoteAt, quoteEntry, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';

/** Exactly one section of references, sorted by one scheme (p5). */
export const oneSortedList: Check = (report) => {
  const headed = report.references.filter(({ heading }) => heading !== null);
  const loose = report.references.filter(({ heading }) => heading === null);
  if (report.references.length === 0) return no('The report has no list of references.');
  if (headed.length > 1)
    return no(
      `The report has ${headed.length} sections of references where there should be one.`,
      headed.map(({ heading }) => quoteAt(report, heading?.line ?? 1))
    );
  const [section] = report.references;
  if (!section || headed.length === 0 || loose.length > 0)
    return abstain(
      headed.length === 0
        ? 'The references stand under no heading, and whether that is a section of references is a matter of judgement.'
        : 'Beside the section of references there are notes or entries that stand elsewhere; whether they make a second list is a matter of judgement.',
      loose.flatMap(({ entries }) => entries.map((entry) => quoteEntry(report, entry)))
    );
  if (section.entries.length === 0)
    return no('The section of references names no source.', [
      quoteAt(report, section.heading?.line ?? 1),
      firstFilled(report, section.fromLine, section.toLine)
    ]);
  return order(report, section.entries);
};

function order(report: Structure, entries: readonly ReferenceEntry[]): ReturnType<Check> {
  const numbers = entries.map(({ number }) => number);
  const many = countNoun(entries.length, 'entry', 'entries');
  if (numbers.every((number) => number !== null)) {
    const at = numbers.findIndex((number, index) => index > 0 && number < (numbers[index - 1] ?? 0));
    if (at < 0) return yes(`There is one section of references, and its ${many} follow their numbers.`);
    const [before, after] = [entries[at - 1], entries[at]];
    return no(
      `The one section of references is not sorted by number: [${numbers[at] ?? ''}] follows [${numbers[at - 1] ?? ''}].`,
      [before, after].flatMap((entry) => (entry ? [quoteEntry(report, entry)] : []))
    );
  }
  if (numbers.some((number) => number !== null))
    return abstain(`The one section of references has ${many}, only some of them numbered.`);
  const scheme = schemeOf(report, entries);
  if (scheme !== null) return yes(`There is one section of references, and its ${many} are sorted ${scheme}.`);
  return abstain(
    `There is one section of references with ${many}, unnumbered and not sorted by alphabet, year or first citation; code knows no other scheme.`
  );
}

function schemeOf(report: Structure, entries: readonly ReferenceEntry[]): string | null {
  if (entries.length === 1) return 'trivially';
  const rises = <T>(values: readonly T[], before: (a: T, b: T) => boolean) =>
    values.every((value, at) => at === 0 || before(values[at - 1] as T, value));
  const names = entries.map(({ text }) => text.replace(/^[^\p{L}\d]+/u, ''));
  const collator = new Intl.Collator(/\p{Script=Han}/u.test(names.join('')) ? 'zh' : 'en', { sensitivity: 'base' });
  if (rises(names, (a, b) => collator.compare(a, b) <= 0)) return 'by alphabet';
  const years = entries.map(({ text }) =>
    Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text.replace(/https?:\S+/g, ''))?.[0] ?? NaN)
  );
  if (years.every((year) => !Number.isNaN(year)) && (rises(years, (a, b) => a <= b) || rises(years, (a, b) => a >= b)))
    return 'by year';
  const firstUse = new Map<string, number>();
  report.citations.forEach(({ url }, at) => {
    if (url !== null && !firstUse.has(sourceKey(url))) firstUse.set(sourceKey(url), at);
  });
  const uses = entries.map(({ url }) => (url === null ? -1 : (firstUse.get(sourceKey(url)) ?? -1)));
  return uses.every((use) => use >= 0) && rises(uses, (a, b) => a <= b) ? 'by first citation' : null;
}

function firstFilled(report: Structure, from: number, to: number): string {
  for (let line = from; line <= to; line++)
    if ((report.lines[line - 1] ?? '').trim() !== '') return quoteAt(report, line);
  return '';
}
