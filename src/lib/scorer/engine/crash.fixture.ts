import { createHash, randomUUID } from 'node:crypto';
import { argv, env } from 'node:process';
import { openDatabase, schema } from '../../server/db/client.ts';
import { runEngine, type EngineResult, type Task } from './engine.ts';
import { makeJudge, parseJudgeSpec } from '../judges/index.ts';
import type { Page } from '../page.ts';
import { seedRuns } from '../store/sqlite.fixture.ts';
import { sqliteStore } from '../store/sqlite.server.ts';
import { metricByName } from '../suites/index.ts';

/** A run that scores reports into a database file, in this process or in one that a test kills. */
export interface CrashScene {
  file: string;
  migrations: string;
  reports: number;
  /** Calls at once. */
  calls: number;
}

const markdown = (nth: number): string => `# Report ${nth}

The town has ${nth + 2} parks [1]. Its river rises by ${nth + 3} metres a year [2].

In ${1900 + nth} it had ${nth + 40} mills [2].

## References

[1] https://a.example/parks?report=${nth}
[2] https://b.example/river?report=${nth}
`;

const fetchPage = async (url: string): Promise<Page> => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const text = `What ${url} says of parks, rivers and mills.`;
  return {
    ...{ url, outcome: 'ok', note: '200 OK', status: 200, finalUrl: null, title: 'A page', text },
    ...{ contentHash: createHash('sha256').update(text).digest('hex'), origin: 'fetched', at: 1 }
  };
};

/**
 * Scores the reports, or what is left of them. One metric takes a call for a report, the other several, which follow from one
 * another. `answered` is told of each call that may count as answered, after the store has it.
 */
export async function scoreScene(
  scene: CrashScene,
  keys: Readonly<Record<string, string | undefined>>,
  answered: () => void
): Promise<EngineResult> {
  const { db, close } = openDatabase(scene.file, scene.migrations);
  const judges = ['openai:gpt-5', 'gemini:gemini-2.5-pro'].map((spec) => makeJudge(parseJudgeSpec(spec), keys));
  const reports = Array.from({ length: scene.reports }, (_, nth) => ({ id: `r${nth}`, markdown: markdown(nth) }));
  if (db.select().from(schema.run).all().length === 0)
    seedRuns(db, {
      runs: ['a'],
      judges: judges.map((judge) => ({ id: judge.spec, fingerprint: judge.fingerprint })),
      reports
    });

  // As if a person resumed it each time: a run is not begun again by itself after its second crash.
  db.update(schema.run).set({ crashes: 0 }).run();

  const tasks = ['presentation', 'citation-accuracy'].map(metricByName).flatMap((metric) =>
    reports.flatMap((report) =>
      judges.map((judge): Task => ({
        metric,
        judge,
        repeat: 0,
        sample: {
          metric: metric.name,
          query: { qid: report.id, text: 'What is the town like?' },
          report: { ...report, collectedAt: null },
          items: [...(metric.items ?? [])]
        }
      }))
    )
  );

  try {
    return await runEngine({
      store: sqliteStore(db, 'a'),
      owner: randomUUID(),
      delimiterKey: 'crash',
      limits: { calls: scene.calls, leaseMs: 150 },
      tasks,
      fetchPage,
      onEvent: (event) => {
        if (event.type === 'call-answered' && event.source === 'sent') answered();
      }
    });
  } finally {
    close();
  }
}

// As a process of its own, `node … SCENE`: prints a line for each such call.
if (argv[1] === import.meta.filename)
  await scoreScene(JSON.parse(argv[2] ?? '') as CrashScene, env, () => console.log('answered'));
