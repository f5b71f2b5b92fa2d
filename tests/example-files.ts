import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aReport, queriesCsv } from '../src/cli/command.fixture.ts';
import { labelStudioTasks } from '../src/lib/exchange/neighbours/samples.fixture.ts';
import { KITES } from '../src/cli/talks.fixture.ts';

// Small files for the examples of docs/command-line.md and of --help, under the names that they have there.

const rows = Array.from({ length: 12 }, (_, n) => ({ n, doc: `d${n % 4}`, step: (by: number) => 1 + ((n * by) % 4) }));
const csv = (...lines: (string | number)[][]): string => lines.map((line) => line.join(',')).join('\n');
const verifyCase = { id: 'one', fn: 'cohenKappa', args: { a: [1, 1], b: [1, 0], categories: [0, 1] } };

const aDracoTask = {
  ...{ id: 'd1', domain: 'Technology', problem: 'What did each town spend on its heat network?' },
  answer: JSON.stringify({
    sections: [{ title: 'Facts', criteria: [{ id: 'c1', weight: 10, requirement: 'Names the sum' }] }]
  })
};

const aSurvey = {
  ...{
    arxiv_id: '2301.00001',
    title: 'Tidal heat pumps: a survey',
    authors: 'A. Author',
    application_domain: 'Energy'
  },
  prompt: 'Write a survey of tidal heat pumps, with works up to January 2023.',
  versions: [{ version: 'v1', created: 'Mon, 2 Jan 2023 10:00:00 GMT' }]
};
const citedWorks = [
  { bib_id: 'a', title: 'A pump in a harbour', author: 'B. Author', meta_info: { year: '2021' } },
  { bib_id: 'b', title: 'Heat out of the tide', author: 'C. Author', meta_info: { year: '2020' } }
];

/** As arXiv words them: one that the rules take, one without "survey", one that has not been accepted. */
const papers = [
  { id: '2301.00007', title: 'Kites and their strings: a survey', comments: 'Accepted at Kites 2023' },
  { id: '2301.00008', title: 'Kites and their strings', comments: 'Accepted at Kites 2023' },
  { id: '2301.00009', title: 'Kites of paper: a survey', comments: '' }
].map((one) => ({
  ...one,
  ...{ authors: 'A. Author', abstract: 'What is known of kites.' },
  license: 'http://creativecommons.org/licenses/by/4.0/',
  versions: [{ version: 'v1', created: 'Sat, 04 Mar 2023 01:00:00 GMT' }]
}));
const source =
  '\\documentclass{article}\\begin{document}Kites have strings \\cite{a,b}.\\bibliography{r}\\end{document}\n';
const bibliography =
  '@misc{a,title={A kite},author={B. Author},year=2001}\n@misc{b,title={A string},eprint={2001.00001}}\n';

const aRubricTask = {
  ...{ sample_id: 's1', prompt: 'What did each town spend on its heat network?' },
  rubrics: [
    { criterion: 'Names each cost', weight: 5 },
    { criterion: 'Invents a cost', weight: -4 }
  ]
};
const rubricResults = aRubricTask.rubrics.map(({ criterion }, k) => ({
  ...{ sample_id: 's1', rubric_title: criterion, verdict: ['Partially Satisfied', 'Not Satisfied'][k] },
  ...{ success: true, reasoning: 'So.' }
}));

/** A judge's finding elsewhere in the report on the survey: one work, which is one of the two of its gold list. */
const onSurvey = { system: 'aurora', qid: aSurvey.arxiv_id, metric: 'references', judge: 'gpt' };
const surveyVerdicts = [
  {
    ...onSurvey,
    ...{ kind: 'reference', item: 'reference1', label: 'matched', item_text: 'A pump in a harbour' },
    detail: {
      ...{ url: null, outcome: null, content: null, title: 'A pump in a harbour', arxiv: null, doi: null },
      ...{ published: null, near: [], repeats: null, timing: 'before', isSourceSurvey: false },
      match: { key: 'a', title: 'A pump in a harbour', entries: 1, quarter: 'unknown', by: 'title' }
    }
  },
  {
    ...onSurvey,
    ...{ kind: 'gold-list', item: 'gold-list', label: '2', item_text: 'Works of the gold list' },
    detail: { works: 2, entries: 2, quarters: { Q1: 0, Q2: 0, Q3: 0, Q4: 0, unknown: 2 } }
  }
];

const aTopic = {
  ...{ topic: 't1', platform: 'Forum', text: 'When is the harbour beach open again?', state: 'accepted' },
  comments: [{ text: 'I want to swim on Sunday.' }]
};

const jsonLines = (...values: readonly object[]): string => values.map((one) => `${JSON.stringify(one)}\n`).join('');

/** The files that examples name. */
export const files: Record<string, string> = {
  'queries.csv': queriesCsv('q1', 'q2'),
  'agent.py': 'print("# Heat\\n\\nPumps are installed (https://example.org/pumps).")\n',
  'edited.txt': 'Judge each item by the report alone.\n',
  ...Object.fromEntries(
    ['reports', 'outputs'].flatMap((folder) =>
      ['q1', 'q2'].map((qid) => [`${folder}/aurora/qid_${qid}_report.md`, aReport(qid)])
    )
  ),
  'claude.jsonl': `${JSON.stringify({ qid: 'q1', report: '# A report\n\nIt rained.\n' })}\n`,
  'labels.csv': csv(
    ['item', 'ana', 'ben', 'gpt-6-sol'],
    ...rows.map(({ n, step }) => [`i${n}`, step(1), step(3), step(1)])
  ),
  'pilot.csv': csv(
    ['item', 'doc', 'ana', 'ben', 'gpt', 'gemini'],
    ...rows.map(({ n, doc, step }) => [`i${n}`, doc, step(1), step(3), step(1), step(2)])
  ),
  'label-studio.json': JSON.stringify(labelStudioTasks),
  'ratings.csv': csv(['item', 'ana', 'ben'], ...rows.map(({ n, step }) => [`i${n}`, step(1), step(3)])),
  'claims.jsonl': rows
    .map(({ n }) => JSON.stringify({ item: `i${n}`, expert: n % 2 ? 'yes' : 'no', judge: n % 3 ? 'yes' : 'no' }))
    .join('\n'),
  'my-rubric.yaml': readFileSync(join(import.meta.dirname, '../static/rubrics/research-rubrics.yaml'), 'utf8'),
  'ReportBench_v1.1.jsonl': jsonLines(aSurvey),
  'ReportBench_v1.1_GT/2301.00001.jsonl': jsonLines(...citedWorks),
  'draco.jsonl': jsonLines(aDracoTask),
  'arxiv-metadata-oai-snapshot.json': jsonLines(...papers),
  'sources/2301.00007v1/main.tex': source,
  'sources/2301.00007v1/r.bib': bibliography,
  [`survey-reports/aurora/qid_${aSurvey.arxiv_id}_report.md`]: aReport(aSurvey.arxiv_id),
  'survey-verdicts.jsonl': jsonLines(...surveyVerdicts),
  'figures.jsonl': jsonLines({ qid: aSurvey.arxiv_id, system: 'aurora', precision: 1, recall: 0.5 }),
  'tasks.jsonl': jsonLines({ qid: aSurvey.arxiv_id, prompt: true, gold: false }),
  'research-tasks.jsonl': jsonLines(aRubricTask),
  'research-reports/aurora/qid_s1_report.md': aReport('s1'),
  'results.jsonl': jsonLines(...rubricResults),
  'race_results.jsonl': jsonLines({ id: 1, prompt: 'Q?', insight: 0.5, overall_score: 0.5 }),
  'figures.txt': '87.1% of 200\nmean 3.28 of 15 on 1 to 4\n',
  'cases.json': JSON.stringify({ cases: [{ ...verifyCase, expect: { n: 2 }, tolAbs: 1e-10 }] }),
  'kites.vtt': KITES,
  'seminar.vtt': KITES.replaceAll('kite', 'sail'),
  'rain.srt': '1\n00:00:01,000 --> 00:00:09,000\nRain wears kite strings faster than wind does.\n',
  'traces.jsonl': jsonLines({ qid: 'water01', system: 'heron-research', searches: 12, pages: 7 }),
  'topics.jsonl': jsonLines(aTopic),
  'screened.jsonl': jsonLines({ ...aTopic, topic: 'beach' }),
  'password.txt': 'a phrase of several words\n',
  'backup.key': `${'key of a backup '.repeat(4)}\n`
};
