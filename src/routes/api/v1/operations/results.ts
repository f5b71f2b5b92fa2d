import { z } from 'zod';
import { demandRunFile, writtenRunFile } from '$lib/exchange/export/run/page/run-file.server.ts';
import { filesOfRun } from '$lib/exchange/export/run/run-figures.server.ts';
import { resultsOf, runFiles } from '$lib/exchange/export/run/run-files.server.ts';
import { suiteTables } from '$lib/scorer/leaderboard/figure-source.server.ts';
import { eachVerdictLine } from '$lib/scorer/runs/run-verdicts.server.ts';
import { reportScores } from '$lib/scorer/runs/run-scores.server.ts';
import { suites } from '$lib/scorer/suites/index.ts';
import { askedFile, download, nameInLanguage, typeOfFile } from '../../../download.ts';
import { languageParameter } from '../language-parameter.ts';
import { anyFile, projectOperation, instanceOperation } from '../operation.ts';
import { cutPage, pageOfRows, pageParameters } from '../paged.ts';
import { runOfPath } from './runs.ts';

const number = z.coerce.number().int();

const score = z.object({
  value: z.number().nullable(),
  reason: z.string().nullable().describe('Why the value is undefined.'),
  n: z.int().describe('Units on which the value is based.'),
  abstained: z.int(),
  unscored: z.int(),
  figures: z.record(z.string(), z.number().nullable())
});

const reportScore = z
  .object({
    reportId: z.string(),
    qid: z.string(),
    system: z.string(),
    metric: z.string(),
    judges: z.array(
      z.object({
        judge: z.string(),
        score: score.meta({ id: 'Score' }).nullable().describe('Null until the judge has finished the report.'),
        repeats: z.array(z.number().nullable())
      })
    ),
    ensemble: score
      .extend({ judges: z.int().describe('Judges on which the value is based.') })
      .meta({ id: 'EnsembleScore' })
      .nullable()
      .describe('Mean over the judges; null until all have finished the report.')
  })
  .meta({ id: 'ReportScore' });

const verdict = z
  .object({
    system: z.string(),
    qid: z.string(),
    metric: z.string(),
    judge: z.string(),
    repeat: z.int().describe('0 for the first time that the judge was asked.'),
    kind: z.string().describe('Kind of unit.'),
    item: z.string(),
    itemText: z.string(),
    state: z.enum(['judged', 'abstained', 'unscored']),
    label: z.string().nullable(),
    rationale: z.string(),
    evidence: z.array(z.unknown()),
    reason: z.string().nullable().describe('Why there is no valid verdict.'),
    detail: z.unknown().describe('Fields of the kind of unit.'),
    baseline: z.string().optional().describe('System with whose report the report is compared.'),
    served: z.array(z.string()).readonly().optional().describe('Model versions that answered.')
  })
  .meta({ id: 'Verdict' });

const metric = z
  .object({
    name: z.string(),
    title: z.string(),
    suite: z.string(),
    question: z.string(),
    prompt: z.string().describe('Version of its prompt.'),
    unit: z.string().describe('Kind of unit that is judged.')
  })
  .meta({ id: 'Metric' });

export const resultOperations = [
  instanceOperation({
    id: 'listMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'Results',
    summary: 'List the metrics that this server has.',
    access: 'signed-in',
    answer: z.object({ rows: z.array(metric) }),
    run: () => ({
      rows: Object.values(suites).flatMap((suite) =>
        suite.metrics.map(({ name, title, question, prompt, protocol }) => ({
          ...{ name, title, question },
          suite: suite.title,
          prompt: prompt.version,
          unit: protocol.unit.kind
        }))
      )
    })
  }),
  projectOperation({
    id: 'listVerdicts',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/verdicts',
    tag: 'Results',
    summary: 'List the verdicts of a run.',
    about:
      'In the order of metrics, reports, judges and units. For all of a large run, the file verdicts.jsonl is faster.',
    access: 'read-results',
    query: z.strictObject({
      from: number.min(0).max(100_000_000).default(0).describe('Verdicts to leave out at the beginning.'),
      size: number.min(1).max(1_000).default(200).describe('Most verdicts of the answer.')
    }),
    answer: z.object({
      rows: z.array(verdict),
      next: z.int().nullable().describe('`from` of the next verdicts; null after the last.')
    }),
    run: ({ query: { from, size }, ...asked }) => {
      const rows: z.input<typeof verdict>[] = [];
      let at = 0;
      for (const one of eachVerdictLine(asked.locals.db, asked.grant, runOfPath(asked, asked.grant))) {
        if (rows.length === size) return { rows, next: at };
        if (at++ >= from) rows.push({ ...one, evidence: [...one.evidence] });
      }
      return { rows, next: null };
    }
  }),
  projectOperation({
    id: 'listScores',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/scores',
    tag: 'Results',
    summary: 'List the scores of a run, one row per report and metric.',
    access: 'read-results',
    query: pageParameters(),
    answer: pageOfRows(reportScore),
    run: ({ query, ...asked }) =>
      cutPage(reportScores(asked.locals.db, asked.grant, runOfPath(asked, asked.grant)), query)
  }),
  projectOperation({
    id: 'getLeaderboard',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/leaderboard',
    tag: 'Results',
    summary: 'Read the leaderboard of a run, as its file leaderboard.json.',
    access: 'read-results',
    answer: z.record(z.string(), z.unknown()),
    run: (asked) => {
      const results = resultsOf(asked.locals.db, asked.grant, runOfPath(asked, asked.grant));
      return JSON.parse(runFiles['leaderboard.json'](results)) as Record<string, unknown>;
    }
  }),
  projectOperation({
    id: 'listRunFiles',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/files',
    tag: 'Results',
    summary: 'List the files of a run.',
    access: 'read-results',
    answer: z.object({ rows: z.array(z.string()) }),
    run: (asked) => {
      const found = filesOfRun(suiteTables(asked.locals.db, asked.grant, runOfPath(asked, asked.grant)));
      return { rows: Object.values(found).flatMap((names) => names ?? []) };
    }
  }),
  projectOperation({
    id: 'getRunFile',
    method: 'GET',
    path: '/projects/{project}/runs/{run}/files/{file}',
    tag: 'Results',
    summary: 'Download a file of a run, or its signature by the same name with .sig at the end.',
    about: 'The audit trail records it.',
    access: 'read-results',
    query: z.strictObject(languageParameter),
    answer: anyFile,
    run: ({ locals, request, project, grant, query, params }) => {
      const { file, signature } = askedFile(params.file!);
      demandRunFile(file);
      const run = runOfPath({ locals, params }, grant);
      return download({ locals, request }, grant, signature, {
        name: nameInLanguage(`${project.slug}-run-${run.number}-${file}`, query.language),
        type: typeOfFile(file),
        of: { entity: 'run', entityId: run.id },
        content: () => writtenRunFile(locals.db, grant, run, file, query.language)
      });
    }
  })
];
