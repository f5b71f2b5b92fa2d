import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { suites } from '../src/lib/scorer/suites/index.ts';

const root = join(import.meta.dirname, '..');
/** Every row of a suite is here. */
const OWN = 'src/lib/scorer/suites/';

/** Where a suite or metric is named outside its folder, and why: parts of a suite that have to lie in another room. */
const PARTS_OF_SUITES: Readonly<Record<string, string>> = {
  'src/lib/exchange/reference/': 'the result files of DeepEval’s public scorer, a format',
  'src/lib/exchange/import/public/report-bench.ts': 'the task files of ReportBench, a format',
  'src/lib/exchange/import/public/report-bench-citations.ts': 'the same',
  'src/lib/exchange/import/surveys/': 'surveys from which tasks of ReportBench are made, a format',
  'src/lib/exchange/import/sniff.ts': 'the list of formats, with ReportBench’s among them',
  'src/lib/exchange/import/import-sources.server.ts': 'the same',
  'src/routes/p/[project]/import/+page.svelte': 'the same, for people',
  'src/cli/import.ts': 'the same, in the shell',
  'src/cli/sources.ts': 'the same',
  'src/cli/score.ts': 'help, which names what is shipped without loading it; score.test.ts holds it to the registry',
  'src/cli/prompts.ts': 'the command that makes tasks of ReportBench',
  'src/cli/prompts-write.ts': 'the same',
  'src/cli/study-validation.ts': 'the command that validates ReportBench',
  'src/lib/alignment/reported/report-bench-validation.server.ts': 'ReportBench held against people',
  'src/lib/exchange/export/alignment/validation-files.ts': 'its files',
  'src/routes/p/[project]/alignment/validation/': 'its page',
  'src/routes/p/[project]/alignment/+page.server.ts': 'the link to that page, for projects that have such a run',
  'src/routes/p/[project]/alignment/+page.svelte': 'the same',
  'src/lib/scorer/making/survey-making.server.ts': 'the maker of ReportBench’s tasks',
  'src/lib/scorer/making/makers/survey-prompts.ts': 'the same'
};

/** Where a word that is a metric's name too stands for something else. */
const OTHER_THINGS: Readonly<Record<string, string>> = {
  'src/lib/scorer/protocols/direct-rating/direct-rating.ts': 'the protocol of that name',
  'src/lib/scorer/protocols/pointwise/pointwise.ts': 'references: a part of a report, between marked lines',
  'src/lib/alignment/gates/consistency.ts': 'consistency: the gate of test–retest consistency',
  'src/lib/alignment/preregistration/': 'the same',
  'src/lib/alignment/procedure/needs.ts': 'the same',
  'src/lib/components/alignment/agreement/JudgeChecks.svelte': 'the same',
  'src/routes/p/[project]/alignment/[study]/preregister/+page.svelte': 'the same',
  'src/lib/alignment/report/exports.ts': 'coverage: share of items that an ensemble answers',
  'src/lib/exchange/import/public/deep-research-bench-2.ts': 'presentation: a group of DeepResearch Bench II'
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

/** What a file does and says, without its comments. */
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
    const listed = Object.keys({ ...PARTS_OF_SUITES, ...OTHER_THINGS });
    const placeOf = (name: string) => listed.find((one) => name === one || (one.endsWith('/') && name.startsWith(one)));
    expect(named.filter(({ name }) => placeOf(name) === undefined)).toEqual([]);
    // Nothing is listed that names no suite any more.
    expect(listed.filter((one) => !named.some(({ name }) => placeOf(name) === one))).toEqual([]);
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
