import { eq } from 'drizzle-orm';
import { nameKey } from '../../names.ts';
import { type Db, schema } from '../../server/db/client.ts';
import { storeText } from '../../server/db/report-text.ts';
import { defaultRunOptions } from '../runs/run-options.ts';

interface RunFixture {
  runs: readonly string[];
  judges: readonly { id: string; fingerprint: string }[];
  reports: readonly { id: string; markdown: string }[];
}

/** The least that a run needs around it: project, query, system, reports, version, judges. */
export const seedRuns = (db: Db, { runs, judges, reports }: RunFixture): void => {
  const at = 1;
  db.insert(schema.project).values({ id: 'p', slug: 'p', name: 'P', createdAt: at }).run();
  db.insert(schema.system).values({ id: 's', projectId: 'p', name: 'S', nameKey: 's', createdAt: at }).run();
  reports.forEach(({ id, markdown }, position) => {
    const queryId = `q-${id}`;
    db.insert(schema.query)
      .values({
        id: queryId,
        projectId: 'p',
        qid: id,
        qidKey: nameKey(id),
        text: 'Why?',
        origin: 'imported',
        position,
        createdAt: at
      })
      .run();
    db.insert(schema.report)
      .values({
        id,
        projectId: 'p',
        systemId: 's',
        queryId,
        sha256: storeText(db, markdown).hash,
        source: `${id}.md`,
        importedAt: at
      })
      .run();
  });
  db.insert(schema.datasetVersion)
    .values({
      id: 'v',
      projectId: 'p',
      number: 1,
      contentHash: 'h',
      content: { queries: [] },
      queries: 0,
      items: 0,
      frozenAt: at
    })
    .run();
  for (const { id, fingerprint } of judges)
    db.insert(schema.judge)
      .values({ id, projectId: 'p', spec: id, provider: 'openai', model: id, settings: {}, fingerprint, createdAt: at })
      .run();
  runs.forEach((id, number) => {
    db.insert(schema.run)
      .values({
        id,
        projectId: 'p',
        number: number + 1,
        name: id,
        versionId: 'v',
        status: 'waiting',
        options: { ...defaultRunOptions, concurrency: 4 },
        createdAt: at
      })
      .run();
    judges.forEach((one, position) =>
      db.insert(schema.runJudge).values({ runId: id, judgeId: one.id, position }).run()
    );
  });
};

/** Calls of a run as the journal holds them. */
export const callsOf = (db: Db, runId: string) =>
  db.select().from(schema.call).where(eq(schema.call.runId, runId)).all();
