import { argv, env } from 'node:process';
import { openDatabase, schema } from '../server/db/client.ts';
import { runEngine } from './engine.ts';
import { makeJudge, parseJudgeSpec } from './judges/index.ts';
import { sqliteStore } from './store/sqlite.server.ts';
import { metricByName } from './suites/index.ts';
import { seedRuns } from './store/sqlite.fixture.ts';

/**
 * A process that scores reports into a database file and is killed by the test: `node … FILE MIGRATIONS REPORTS`.
 * Prints a line for each call that it may count as answered, after the store has it.
 */
const [file = '', migrations = '', count = '0'] = argv.slice(2);
const { db } = openDatabase(file, migrations);
const judges = ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((spec) => makeJudge(parseJudgeSpec(spec), env));
const reports = Array.from({ length: Number(count) }, (_, at) => ({ id: `r${at}`, markdown: `# Report ${at}` }));
if (db.select().from(schema.run).all().length === 0)
  seedRuns(db, {
    runs: ['a'],
    judges: judges.map((judge) => ({ id: judge.spec, fingerprint: judge.fingerprint })),
    reports
  });

const metric = metricByName('presentation');
const result = await runEngine({
  store: sqliteStore(db, 'a'),
  owner: `process ${process.pid}`,
  delimiterKey: 'crash',
  limits: { calls: 6, leaseMs: 500 },
  tasks: reports.flatMap(({ id, markdown }) =>
    judges.map((judge) => ({
      metric,
      judge,
      repeat: 0,
      sample: {
        metric: metric.name,
        query: { qid: id, text: 'Why?' },
        report: { id, markdown, collectedAt: null },
        items: [...(metric.items ?? [])]
      }
    }))
  ),
  onEvent: (event) => {
    if (event.type === 'call-answered' && event.source === 'sent')
      console.log(`answered ${event.task.report} ${event.task.judge}`);
  }
});
console.log(`result ${JSON.stringify(result)}`);
