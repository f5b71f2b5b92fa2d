import { authorize, instance, operator, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { newId } from '../../server/db/id.ts';
import { storeText } from '../../server/db/report-text.ts';
import { createProject } from '../../server/projects.ts';
import { nameKey } from '../../names.ts';
import { RunDriver } from './driving/driver.server.ts';
import { parseJudgeSpec, type Script } from '../judges/index.ts';
import { type JudgeSources } from '../judges/scripted/sources.ts';
import { createRun, type NewRun } from './new-run.server.ts';
import type { Run } from './runs.server.ts';

interface Scene {
  db: Db;
  manage: ProjectGrant<'manage'>;
  read: ProjectGrant<'read-results'>;
  versionId: string;
  reportIds: string[];
}

/** A project with four reports on two queries, of which `q1` has a checklist. */
export function scene(
  textOf = (name: string, queryId: string): string => `# ${name} on ${queryId}`,
  db: Db = memoryDatabase().db
): Scene {
  const { id: projectId } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Heat' });
  const versionId = newId();
  const items = [{ key: 'c1', text: 'Is there a figure?' }];
  const content = {
    queries: ['q1', 'q2'].map((qid) => ({
      qid,
      text: `What of ${qid}?`,
      domain: null,
      category: null,
      items: qid === 'q1' ? items : []
    }))
  };
  db.insert(schema.datasetVersion)
    .values({ id: versionId, projectId, number: 1, contentHash: 'h', content, queries: 2, items: 1, frozenAt: 0 })
    .run();
  const queryIds = content.queries.map(({ qid, text }, position) => {
    const id = newId();
    db.insert(schema.query)
      .values({ id, projectId, qid, qidKey: nameKey(qid), text, origin: 'imported', position, createdAt: 0 })
      .run();
    return id;
  });
  const reportIds = ['aurora', 'borealis'].flatMap((name) => {
    const systemId = newId();
    db.insert(schema.system)
      .values({ id: systemId, projectId, name, nameKey: nameKey(name), createdAt: 0 })
      .run();
    return queryIds.map((queryId) => {
      const markdown = textOf(name, queryId);
      const row = { id: newId(), projectId, systemId, queryId, sha256: storeText(db, markdown).hash, source: 'x' };
      db.insert(schema.report)
        .values({ ...row, importedAt: 0 })
        .run();
      return row.id;
    });
  });
  const resource = { kind: 'project', id: projectId } as const;
  return {
    db,
    manage: authorize(operator, resource, 'manage'),
    read: authorize(operator, resource, 'read-results'),
    versionId,
    reportIds
  };
}

/** A script that says yes to everything about these reports. */
export const yes = (reportIds: readonly string[], rationale = 'Because.'): Script => ({
  name: 'yes',
  answers: reportIds.flatMap((report) => [
    { report, metric: 'coverage', item: 'c1', label: 'yes' as const, rationale },
    ...Array.from({ length: 10 }, (_, i) => ({
      ...{ report, metric: 'presentation', item: `p${i + 1}`, label: 'yes' as const, rationale }
    }))
  ])
});
/** Where judges come from: every `scripted` one is this. */
export const sourcesOf = (script: Script): JudgeSources => ({ script: () => script });

/** A run planned over all reports of the scene, with one scripted judge and one metric unless told otherwise. */
export function planned(from: Scene, driver: RunDriver, change: Partial<NewRun> & { specs?: string[] } = {}): Run {
  const { specs = ['scripted:yes'], ...rest } = change;
  return createRun(from.db, from.manage, {
    name: 'First',
    versionId: from.versionId,
    metrics: ['presentation'],
    judges: specs.map((spec) => driver.name(parseJudgeSpec(spec))),
    reportIds: from.reportIds,
    options: { concurrency: 2 },
    ...rest
  });
}
