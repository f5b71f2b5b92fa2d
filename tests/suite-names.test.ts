import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../src/lib/scorer/suites/index.ts';

const root = join(import.meta.dirname, '..');
/** Every row of a suite is here. */
const OWN = 'src/lib/scorer/suites/';

/** Parts of suites that lie in other rooms by their kind, and words that stand for something else: where, and why. Paths begin so. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'the result files of DeepEval’s public scorer, a format': ['src/lib/exchange/reference/'],
  'the files of ReportBench, a format, where formats are told apart and listed for people': [
    'src/lib/exchange/import/',
    'src/routes/p/[project]/import/',
    'src/cli/import.ts',
    'src/cli/sources.ts'
  ],
  'help that names what is shipped without loading it; score.test.ts holds it to the registry': ['src/cli/score.ts'],
  'the making of ReportBench’s tasks, with its command': [
    'src/lib/scorer/making/survey-making.server.ts',
    'src/lib/scorer/making/makers/survey-prompts.ts',
    'src/cli/prompts'
  ],
  'the making and ranking of DeepResearch Arena’s tasks, with its commands and pages': [
    'src/lib/scorer/making/makers/',
    'src/lib/scorer/making/task-ranking.server.ts',
    'src/lib/exchange/export/ranking/',
    'src/cli/make-',
    'src/cli/talks',
    'src/routes/p/[project]/verification/'
  ],
  'ReportBench compared with people: its studies, rounds, files, page and command': [
    'src/lib/alignment/reported/',
    'src/lib/exchange/export/alignment/validation',
    'src/lib/verification/',
    'src/routes/p/[project]/alignment/validation/',
    'src/routes/p/[project]/alignment/+page.',
    'src/cli/study-validation'
  ],
  'the making of what DeepResearch Arena judges by, and its leakage test with its command': [
    'src/lib/scorer/making/',
    'src/cli/leakage',
    'src/cli/make.ts'
  ],
  'text of their pages and of forms that take their files, in all languages': ['src/lib/messages/catalogues/'],
  'direct-rating: the protocol of that name': ['src/lib/scorer/protocols/direct-rating/'],
  'consistency: the gate of test–retest consistency': [
    'src/lib/alignment/card/',
    'src/lib/alignment/gates/',
    'src/lib/alignment/preregistration/',
    'src/lib/alignment/procedure/',
    'src/lib/components/alignment/',
    'src/routes/p/[project]/alignment/[study]/'
  ],
  'coverage: the share of items that an ensemble answers': ['src/lib/alignment/report/'],
  'references: a part of a report, between marked lines': [
    'src/lib/scorer/protocols/pointwise/',
    'src/lib/scorer/protocols/reading/'
  ]
};

const metrics = Object.values(suites).flatMap((suite) => suite.metrics);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anyOf = (words: Iterable<string>): string => [...new Set(words)].map(escaped).join('|');

/** Names and titles that stand for nothing else, wherever code has them, in texts for people too. */
const ownNames = new RegExp(
  String.raw`\b(?:LiveResearchBench|${anyOf([
    ...Object.values(suites).flatMap(({ name, title }) => (name === 'direct-rating' ? [name] : [name, title])),
    ...metrics.flatMap(({ name }) => (name.includes('-') ? [name] : [])),
    ...metrics.flatMap(({ title }) => (title.includes(' ') ? [title] : []))
  ])})\b`,
  'i'
);
/** Names that are English words: where code has them as a text of their own. */
const plainWords = new RegExp(
  `(?<!role=)(['"\`])(?:${anyOf(metrics.flatMap(({ name }) => (name.includes('-') ? [] : [name])))})\\1`
);

/** Returns the code and texts of a file, without its comments. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/g, '').replace(/(^|\s)\/\/ .*$/gm, '$1');

const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => /\.(ts|svelte|mjs)$/.test(name) && !/(\.test|\.fixture|\/contract-suite)\.ts$/.test(name))
  .filter((name) => !name.startsWith(OWN));

describe('suites and metrics', () => {
  it('are named in their folders, in parts that lie in other rooms by their kind, and nowhere else in the code', () => {
    const named = files.flatMap((name) => {
      const text = withoutComments(readFileSync(join(root, name), 'utf8'));
      const found = ownNames.exec(text)?.[0] ?? plainWords.exec(text)?.[0];
      return found === undefined ? [] : [{ name, found }];
    });
    const partOf = (name: string) =>
      Object.keys(ELSEWHERE).find((why) => ELSEWHERE[why]!.some((place) => name.startsWith(place)));
    expect(named.filter(({ name }) => partOf(name) === undefined)).toEqual([]);
    // No reason stands here that no file has any more.
    const parts = new Set(named.map(({ name }) => partOf(name)));
    expect(Object.keys(ELSEWHERE).filter((why) => !parts.has(why))).toEqual([]);
  });

  it('would be found in texts, addresses of modules and comparisons', () => {
    for (const text of [
      `metric === 'depth'`,
      `import { depth } from '../suites/deep-eval/depth.ts'`,
      '<p>For citation accuracy only</p>',
      'title: "Results of DeepEval"'
    ])
      expect(ownNames.test(text) || plainWords.test(text), text).toBe(true);
    for (const text of [
      'let depth = 0;',
      '<div role="presentation">',
      withoutComments('/* DeepEval */ f(); // by DeepEval')
    ])
      expect(ownNames.test(text) || plainWords.test(text), text).toBe(false);
  });
});

describe('a suite that a test adds', () => {
  // Files of tests share the registry.
  it('is taken away again', () => {
    const tests = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts'], { cwd: root });
    expect(tests.filter((name) => /^addSuite\(/m.test(readFileSync(join(root, name), 'utf8')))).toEqual([]);
  });
});
