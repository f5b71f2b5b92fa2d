import { eq } from 'drizzle-orm';
import type { Detail, Evidence, UnitKind } from '../../scorer/verdict.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { sha256 } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { exampleRun, plainVerdict, type ExampleRun } from './example-run.fixture.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { type NamedStudyKind, samples, studyKinds } from '../kinds/index.ts';

/** Which metric of the run each kind of study is sampled from here: the first whose units it asks about. */
export const metricOf = Object.fromEntries(
  Object.values(studyKinds).map((kind) => [
    kind.name,
    ['coverage', 'depth', 'consistency', 'citation-accuracy', 'coverage-rating'].find((metric) =>
      samples(kind, metricByName(metric).protocol)
    )!
  ])
) as Record<NamedStudyKind, string>;

const fives = { granularity: 2, insight: 2, critique: 2, evidence: 2, density: 2 };

export const PAGE = 'The page says that the paragraph is first.';

/** The example run with units of every kind: each of 12 reports has a comparison, two issues by each judge, claims and a rating. */
export function everyKindRun(db: Db): ExampleRun {
  const run = exampleRun(db);
  const { runId, projectId } = run;
  const judges = db
    .select()
    .from(schema.runJudge)
    .where(eq(schema.runJudge.runId, runId))
    .orderBy(schema.runJudge.position)
    .all()
    .map(({ judgeId }) => judgeId);
  const systems = db.select().from(schema.system).where(eq(schema.system.projectId, projectId)).all();
  const baseline = systems.find(({ name }) => name === 'system-corona')!.id;
  for (const [i, metric] of ['depth', 'consistency', 'citation-accuracy', 'coverage-rating'].entries())
    db.insert(schema.runMetric)
      .values({
        ...{ runId, metric, promptName: metric, promptVersion: '1', promptHash: 'h', position: 2 + i },
        settings: metric === 'depth' ? { baseline } : {}
      })
      .run();
  const at = 1_700_000_000_000;
  const hash = sha256(PAGE);
  db.insert(schema.pageContent).values({ hash, text: PAGE, at }).onConflictDoNothing().run();
  const url = 'https://source.example/a';
  db.insert(schema.pageFetch)
    .values({
      ...{ runId, urlKey: url, url, outcome: 'ok', note: '200 OK', title: 'A page', contentHash: hash },
      ...{ origin: 'fetched', at }
    })
    .run();
  const reports = db.select().from(schema.report).where(eq(schema.report.projectId, projectId)).all();
  const verdicts: (typeof schema.verdict.$inferSelect)[] = [];
  reports.forEach((report, r) => {
    db.insert(schema.runReport).values({ runId, reportId: report.id, position: r }).run();
    judges.forEach((judgeId, j) => {
      const say = (
        metric: string,
        kind: UnitKind,
        item: string,
        label: string,
        more: { text?: string; detail?: Detail; evidence?: Evidence[] } = {}
      ) =>
        verdicts.push({
          ...{ ...plainVerdict, runId, reportId: report.id, metric, judgeId, kind, item, state: 'judged', label, at },
          ...{ rationale: `rationale-of-${j}`, ...more }
        });
      if (report.systemId !== baseline)
        say('depth', 'comparison', 'comparison', ['win', 'tie', 'loss', 'win'][(r + (j === 2 ? 1 : 0)) % 4]!, {
          detail: {
            ...{ kind: 'comparison', report: 10, baseline: 10, consistent: true },
            orders: (['report', 'baseline'] as const).map((first) => ({
              ...{ first, rationale: `With the ${first} as text A`, report: fives, baseline: fives }
            }))
          }
        });
      say('consistency', 'count', 'count', '2');
      for (const n of [1, 2])
        say('consistency', 'issue', `issue-${n}`, 'issue', {
          text: `Paragraph ${n} contradicts itself, says a judge.`,
          evidence: [
            { quote: n === 1 ? 'A first paragraph.' : 'A second paragraph.', place: { block: n, start: 0, end: 5 } }
          ],
          detail: { kind: 'issue', grounded: true }
        });
      for (const n of [1, 2])
        say('citation-accuracy', 'claim', `claim-${n}`, (r + n + j) % 3 === 0 ? 'unsupported' : 'supported', {
          text: `Claim ${n}: the paragraph is first.`,
          detail: { kind: 'claim', url, source: 'source-1', place: { block: n, start: 0, end: 5 } }
        });
      say('coverage-rating', 'rating', 'rating', String((r + 3 * j) % 11));
    });
  });
  insertAll(db, schema.verdict, verdicts);
  return run;
}
