import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogues } from '../src/lib/messages/languages.ts';
import { en } from '../src/lib/messages/catalogues/en/index.ts';
import { rationaleSections } from '../src/lib/messages/library-text.ts';
import { formatMessage, type MessageValues } from '../src/lib/messages/message.ts';
import { parseMessage, type Variant, variantsOf } from '../src/lib/messages/parse-message.ts';
import { rationaleTextIn, verdictWordsIn } from '../src/lib/messages/rationale-text.ts';
import { saying } from '../src/lib/scorer/judges/rules/saying.ts';
import { allUnits, metrics } from '../src/lib/scorer/suites/index.ts';
import { atMost, processorTime } from './timing.ts';

const root = join(import.meta.dirname, '..');
const others = catalogues.slice(1).map(({ tag }) => tag);

/** Two words in a row, but for those in quotation marks, which are a report's. */
const isEnglish = (text: string): boolean =>
  /[A-Za-z]{2,} [A-Za-z]{2,}/.test(text.replaceAll(/“[^”]*”/g, '').replaceAll(/gold list|HTTP/g, ''));

interface Sample {
  english: string;
  translated: string;
}

/** Each variant of a message in English and in a language, with each of these values in its places. */
function samplesOf(language: string, section: keyof typeof en.messages, key: string): Sample[] {
  const texts = (messages: object): string => (messages as Record<string, Record<string, string>>)[section]![key]!;
  const said = parseMessage(texts(catalogues.find(({ tag }) => tag === language)!.messages), language);
  return variantsOf(parseMessage(texts(en.messages), 'en')).flatMap(({ pieces, chosen }) =>
    valuesIn(language, pieces).map(({ values, translations }) => ({
      english: pieces.map((piece) => (typeof piece === 'string' ? piece : values[piece[0]])).join(''),
      translated: typeof said === 'string' ? said : formatMessage(said, { ...chosen, ...translations }, language)
    }))
  );
}

const keysOf = (section: keyof typeof en.messages): string[] => Object.keys(en.messages[section]);

/** Phrases for a place: those of these keys. */
const phrases = (language: string, keys: readonly string[]): Sample[] =>
  keys.flatMap((key) => samplesOf(language, 'rationalePhrase', key));
const between = (first: string, last: string): string[] => {
  const keys = keysOf('rationalePhrase');
  return keys.slice(keys.indexOf(first), keys.indexOf(last) + 1);
};
const same = (...texts: string[]): Sample[] => texts.map((english) => ({ english, translated: english }));

function valuesOf(language: string, name: string): Sample[] {
  const list = same('[3]', '[1], [2]', '[1] = [2], [3] = [4]');
  if (/^n\d*$/.test(name)) return same('1', '1234', '0.5');
  if (/^word/.test(name)) return same('2/3');
  if (/^(?:given|note)$/.test(name)) return same('“31%”, “2.5 km”');
  if (name === 'entries') return list;
  if (name === 'entry') return same('[7]');
  if (name === 'subject') return phrases(language, between('meetsThis', 'meetsCriterion'));
  if (name === 'style') return phrases(language, between('bracket', 'bareUrl'));
  if (name === 'styles') return phrases(language, ['styleCount']);
  if (name === 'reason') return phrases(language, between('noDelimiterRow', 'noHeaderRow'));
  if (name === 'figures') return phrases(language, ['preferenceFigures']);
  if (name === 'rationale') return samplesOf(language, 'ruleText', 'beyondCode');
  if (name === 'why') return phrases(language, between('essentialBelow', 'importantBelow'));
  if (/^(?:part|others|fault|faults|clauses)$/.test(name)) return phrases(language, between('noRows', 'emptyCell'));
  throw new Error(`The test has no values for a place named ${name}`);
}

/** Every value of each place once, with the first value in the others. */
function valuesIn(
  language: string,
  pieces: Variant['pieces']
): { values: MessageValues; translations: MessageValues }[] {
  const names = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece[0]]));
  const choices = names.map((name) => valuesOf(language, name));
  const most = Math.max(1, ...choices.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => {
    const chosen = names.map((name, place) => [name, choices[place]![at % choices[place]!.length]!] as const);
    return {
      values: Object.fromEntries(chosen.map(([name, { english }]) => [name, english])),
      translations: Object.fromEntries(chosen.map(([name, { translated }]) => [name, translated]))
    };
  });
}

/** All reports of the demo, and each without its headings, its list of references, or its citations. */
const reports = globSync('seed/reports/*/*.md', { cwd: root })
  .sort()
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .flatMap((text) => [
    text,
    text.replaceAll(/^#+ .*$/gm, ''),
    text.replace(/^#+ (?:References|Sources)[^]*$/im, ''),
    text.replaceAll(/\[\d+\](?!:)/g, ''),
    text.replaceAll(/\[(\d+)\]/g, (_, n: string) => `[${Number(n) + 3}]`),
    `${text}\n\n| a, b | c |\n|---|---|\n| 1 | |\n\n| d |\n|---|---|\n\n![](sandbox:x)\n\n**Open (Berg, 2020) [link](https://x.example)\n`
  ]);

/** Rationales and explanations of the judge made of code on a report, under every metric that its rules know. */
const rationalesOn = (markdown: string): string[] =>
  metrics.flatMap(({ name: metric, rules, settings, items }) =>
    ['checklist_verdicts', 'issues', 'pairwise_points', 'rating'].flatMap((name) => {
      const about = {
        metric,
        query: { qid: 'q', text: 'How high?' },
        report: { id: 'r', markdown, collectedAt: null }
      };
      const reply = saying({
        ...{ about: { ...about, items: [...(items ?? [])] }, schema: { name, json: {} } },
        ...(rules && { rules }),
        ...(settings?.penalties && { penalties: settings.penalties })
      });
      const said = JSON.parse(reply) as {
        items?: { rationale: string }[];
        issues?: { explanation: string }[];
        abstains?: string;
      };
      return [
        ...(said.items ?? []).map(({ rationale }) => rationale),
        ...(said.issues ?? []).map(({ explanation }) => explanation),
        ...(said.abstains === undefined ? [] : [said.abstains])
      ];
    })
  );

describe.each(others)('rationales that code writes are said in %s', (language) => {
  const say = rationaleTextIn(language);

  it('in every variant of every sentence, with every phrase in its places', () => {
    const samples = rationaleSections.flatMap((section) =>
      keysOf(section).flatMap((key) => samplesOf(language, section, key))
    );
    expect(samples.length).toBeGreaterThan(300);
    expect(samples.map(({ english }) => [english, say(english)])).toEqual(
      samples.map(({ english, translated }) => [english, translated])
    );
  });

  it('whatever the judge made of code says of the reports of the demo and of damaged ones', () => {
    const rationales = [...new Set(reports.flatMap(rationalesOn))];
    expect(rationales.length).toBeGreaterThan(100);
    expect(rationales.filter((text) => isEnglish(say(text)))).toEqual([]);
  });

  it('why that judge abstains from a kind of unit', () => {
    const reasons = allUnits().flatMap(({ rules = {} }) =>
      Object.values(rules).map((rule) => (rule({ about: {} } as never) as { abstains: string }).abstains)
    );
    expect(reasons.length).toBeGreaterThan(15);
    expect(reasons.filter((text) => say(text) === text)).toEqual([]);
    const unscored = verdictWordsIn(language);
    expect(reasons.filter((text) => isEnglish(unscored('unscored', `The judge abstained: ${text}`)))).toEqual([]);
  });
});

describe('a rationale', () => {
  const say = rationaleTextIn('zh-Hans');

  it('of several faults, doubts or sentences of code is translated as a whole', () => {
    expect(say('A heading skips a level; 2 lines hold HTML, which shows as text in many readers.')).toBe(
      '一个标题跳过了一级；2 行含 HTML，在许多阅读器中显示为文字。'
    );
    expect(say('The report has a table with nothing in the column “a, b”, 2 times a caption without a table.')).toBe(
      '报告中有：“a, b”列没有内容的表格、2 处没有表格的表题。'
    );
    expect(say('Contradicts common sense; Faulty reasoning. It says that ice sinks.')).toBe(
      '违背常识；推理有误。It says that ice sinks.'
    );
  });

  it('keeps the words of a judge between sentences of code, however long', () => {
    const own = 'The report has no such statement, says the first source. '.repeat(40).trim();
    expect(say(`2 of 3 valid votes: incorrect. ${own}`)).toBe(`3 张有效票中 2 张：不属实。${own}`);
    expect(say('A survey of tides. It is in the gold list, by DOI. It appeared after the cut-off.')).toBe(
      'A survey of tides. 在金标准列表中，按 DOI 匹配。发表于截止日期之后。'
    );
  });

  it('of a judge stays as it is, also if it begins like one of code', () => {
    for (const text of [
      '',
      'Coverage',
      'No report has a score.',
      'The report has no sources and no figures.',
      'The report has a table, a figure and a list.',
      'In the numbering something is odd; it skips.',
      'The text cites by name only.',
      'It cites 3 works; that takes a reader.'
    ])
      expect(say(text)).toBe(text);
    expect(rationaleTextIn('en')('The report has 12 of them.')).toBe('The report has 12 of them.');
  });

  it('of a stranger costs little time, however long its sentences', () => {
    const long = `The text has ${'1 number alone, '.repeat(5000)}. ${'The report has a, '.repeat(200)}`;
    expect(processorTime(() => expect(say(long) === long).toBe(true))).toBeLessThan(atMost(500));
  });
});
