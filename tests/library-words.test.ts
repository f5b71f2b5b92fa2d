import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogues } from '../src/lib/messages/languages.ts';
import { libraryTextIn } from '../src/lib/messages/library-text.ts';
import { messagesIn } from '../src/lib/messages/words.ts';
import { systemCategories } from '../src/lib/names.ts';
import { aggregatorOf } from '../src/lib/scorer/leaderboard/aggregation/aggregation.ts';
import type { Metric } from '../src/lib/scorer/metric.ts';
import { allFigures, allSuites, allUnits, metrics } from '../src/lib/scorer/suites/index.ts';
import { kindByName, kindsFor, studyKinds } from '../src/lib/studies/kinds/index.ts';
import { askedInWords, optionsInWords } from '../src/lib/studies/own-work/asked-in-words.ts';
import { startingText } from '../src/lib/studies/planning/guideline.server.ts';

const root = join(import.meta.dirname, '..');
const others = catalogues.slice(1).map(({ tag }) => tag);

/** Signs, numbers and names of figures need no words. */
const isProse = (text: string): boolean => /\p{Ll}{3}/u.test(text.replaceAll(/UserPref|TF-IDF|DeepEval/g, ''));

const textsOfMetric = ({
  title,
  question,
  values,
  rejected,
  protocol,
  ...metric
}: Metric): (string | null | undefined)[] => [
  ...[title, question, values, rejected, protocol.fixedWording, aggregatorOf({ ...metric, title } as Metric).title],
  ...Object.values(protocol.figures),
  ...(metric.versions ?? []).map(({ about }) => about),
  ...(metric.ownSettings ?? []).flatMap((one) => [
    ...[one.title, one.about],
    ...('least' in one.values ? [] : one.values.map((value) => value.title))
  ]),
  ...(metric.dimensions?.list ?? []).flatMap(({ heading, about }) => [heading, about])
];

const textsOfUnits = () =>
  allUnits().flatMap(({ one, many, about, uncorrected, scale, asked, furtherQuestions = [], spotCheck }) => [
    ...[one, many, about, uncorrected, asked?.about, ...furtherQuestions.map((further) => further.about)],
    ...(scale && scale !== 'by-metric' ? scale.labels.flatMap(({ title, hint }) => [title, hint]) : []),
    ...(spotCheck ? [spotCheck.title, spotCheck.about, spotCheck.question, ...Object.values(spotCheck.errors)] : [])
  ]);

/** Sentences, titles and heads that the files of a suite's tables write; a value is written as 7. */
function textsOfTables(): string[] {
  const files = globSync('src/lib/scorer/suites/**/*.ts', { cwd: root })
    .filter((path) => !/\.(?:test|fixture)\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
    .filter(([, text]) => /: (?:FigureTable|SuiteFigure)\b(?!\[)/.test(text));
  expect(files.length).toBeGreaterThan(10);
  return files.flatMap(([path, text]) => literalsIn(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)));
}

function literalsIn(source: ts.Node): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'name') return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => /^[A-Z0-9].* /s.test(text));
}

describe.each(others)('text that the library writes is known in %s', (language) => {
  const say = libraryTextIn(language);
  const unknown = (texts: readonly (string | null | undefined)[]): string[] => [
    ...new Set(texts.filter((text) => typeof text === 'string').filter((text) => isProse(text) && say(text) === text))
  ];

  it('of every metric, suite, kind of system and table', () => {
    expect(unknown(metrics.flatMap(textsOfMetric))).toEqual([]);
    // DeepEval, ReportBench and the like are names.
    const titles = allSuites().flatMap(({ title, material }) => [title.includes(' ') ? title : null, material?.title]);
    expect(unknown(titles)).toEqual(['DeepResearch Arena']);
    expect(unknown(allFigures().flatMap(({ title, inPaper }) => [title, inPaper]))).toEqual([]);
    expect(unknown(Object.values(systemCategories))).toEqual([]);
  });

  it('of every kind of unit and of study', () => {
    expect(unknown(textsOfUnits())).toEqual([]);
    const kinds = Object.values(studyKinds);
    expect(
      unknown(kinds.flatMap(({ about, judges }) => [about, judges.from === 'nothing' ? judges.why : null]))
    ).toEqual([]);
    expect(unknown(metrics.map(({ asked }) => asked?.about))).toEqual([]);
  });

  it('of every choice in a form of material, and of what a publication prints of annotators', () => {
    const choices = allSuites().flatMap(({ material }) => Object.values(material?.form?.choices ?? {}).flat());
    expect(choices.length).toBeGreaterThan(10);
    expect(unknown(choices.map(({ label }) => label))).toEqual([]);
    const printed = allSuites().flatMap(({ correlation }) => correlation ?? []);
    expect(printed.length).toBeGreaterThan(0);
    expect(
      unknown(printed.flatMap(({ source, open, rows }) => [source, ...open, ...rows.map(({ title }) => title)]))
    ).toEqual([]);
  });

  it('of every table, wherever it writes a title, a head, a note or a reason', () => {
    expect(unknown(textsOfTables())).toEqual([]);
  });

  const asked = metrics.flatMap((metric) => kindsFor(metric.protocol).map(({ name }) => [name, metric.name] as const));

  it('in questions, answers and hints of every kind of study', () => {
    const terms = messagesIn(language, 'studyTerms');
    const english = messagesIn('en', 'studyTerms');
    const same = asked.flatMap(([name, metric]) => {
      const kind = kindByName(name, metric);
      const hints = metrics.find((one) => one.name === metric)?.hints;
      const read = (words: typeof terms) => [
        ...Object.values(askedInWords(kind, metric, words)),
        ...optionsInWords(kind, metric, hints, words).flatMap(({ title, hint }) => [title, hint])
      ];
      const own = read(terms);
      return read(english).filter((text, at) => text !== null && isProse(text) && own[at] === text);
    });
    expect([...new Set(same)]).toEqual([]);
  });

  it('in the guideline of every kind of study, with the same keys', () => {
    const keysIn = (markdown: string): string[] =>
      [...markdown.matchAll(/^\| ([^|]+) \|/gm)].map(([, key]) => key!).filter((_, at) => at > 1);
    const latin = asked.flatMap(([name, metric]) => {
      const [own, english] = [startingText(name, metric, language), startingText(name, metric)];
      expect(keysIn(own), name).toEqual(keysIn(english));
      const shared = own.split('\n').filter((line) => isProse(line) && english.includes(line.trim()));
      return shared;
    });
    expect([...new Set(latin)]).toEqual([]);
  });
});
