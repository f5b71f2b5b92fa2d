import { defaultRunOptions } from '../../scorer/runs/run-options.ts';
import { metricByName } from '../../scorer/suites/index.ts';
import { authorize, type Person, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { storeText } from '../../server/db/report-text.ts';
import type { SampleItem } from './sample-ratings.fixture.ts';

/** A project with one run and one study in a test's database, rows written as the domains would have left them. */
interface SampleStudy {
  projectId: string;
  studyId: string;
  lead: Person;
  reading: ProjectGrant<'read-results'>;
  managing: ProjectGrant<'manage'>;
}

const at = 1_700_000_000_000;
export const sampleMetric = 'presentation';

export function insertSampleStudy(
  db: Db,
  people: readonly string[],
  judges: readonly string[],
  items: readonly SampleItem[]
): SampleStudy {
  const projectId = 'project';
  const lead: Person = {
    kind: 'person',
    id: 'lead',
    name: 'Ines',
    email: 'ines@example.org',
    admin: false,
    roles: new Map([[projectId, ['lead']]])
  };
  db.insert(schema.project).values({ id: projectId, slug: 'summer-heat', name: 'Summer heat', createdAt: at }).run();
  for (const name of ['lead', ...people])
    db.insert(schema.user)
      .values({ id: name, email: `${name}@example.org`, name, createdAt: at })
      .run();
  db.insert(schema.system).values({ id: 'system', projectId, name: 'Tern', nameKey: 'tern', createdAt: at }).run();
  db.insert(schema.datasetVersion)
    .values({
      id: 'version',
      projectId,
      number: 1,
      contentHash: 'c',
      content: { queries: [] },
      queries: 0,
      items: 0,
      frozenAt: at
    })
    .run();
  for (const [position, qid] of [...new Set(items.map((item) => item.query))].entries()) {
    db.insert(schema.query)
      .values({
        id: qid,
        projectId,
        qid,
        qidKey: qid.toLowerCase(),
        text: `What of ${qid}?`,
        origin: 'imported',
        position,
        createdAt: at
      })
      .run();
    db.insert(schema.report)
      .values({
        id: `report-${qid}`,
        projectId,
        systemId: 'system',
        queryId: qid,
        sha256: storeText(db, '# Heat').hash,
        source: 'a.md',
        importedAt: at
      })
      .run();
  }
  insertRun(
    db,
    projectId,
    1,
    judges.map((spec) => ({ id: spec, spec, fingerprint: `fingerprint of ${spec}` }))
  );
  db.insert(schema.study)
    .values({
      id: 'study',
      projectId,
      runId: 'run-1',
      number: 1,
      name: 'First',
      metric: sampleMetric,
      seed: 4,
      overlap: 2,
      reveal: 'never',
      status: 'open',
      createdAt: at
    })
    .run();
  for (const [position, item] of items.entries()) insertItem(db, people, judges, item, position);
  const project = { kind: 'project', id: projectId } as const;
  return {
    projectId,
    studyId: 'study',
    lead,
    reading: authorize(lead, project, 'read-results'),
    managing: authorize(lead, project, 'manage')
  };
}

export function insertRun(
  db: Db,
  projectId: string,
  number: number,
  judges: readonly { id: string; spec: string; fingerprint: string }[]
): void {
  const runId = `run-${number}`;
  const { prompt } = metricByName(sampleMetric);
  db.insert(schema.run)
    .values({
      id: runId,
      projectId,
      number,
      name: `Run ${number}`,
      versionId: 'version',
      status: 'done',
      options: { ...defaultRunOptions, concurrency: 1 },
      createdAt: at
    })
    .run();
  db.insert(schema.runMetric)
    .values({
      runId,
      metric: sampleMetric,
      promptName: prompt.name,
      promptVersion: prompt.version,
      promptHash: prompt.hash,
      settings: {},
      position: 0
    })
    .run();
  for (const [position, { id, spec, fingerprint }] of judges.entries()) {
    db.insert(schema.judge)
      .values({
        id,
        projectId,
        spec,
        provider: 'scripted',
        model: spec,
        settings: {},
        fingerprint,
        createdAt: at + number
      })
      .onConflictDoNothing()
      .run();
    db.insert(schema.runJudge).values({ runId, judgeId: id, position }).run();
  }
}

function insertItem(
  db: Db,
  people: readonly string[],
  judges: readonly string[],
  item: SampleItem,
  position: number
): void {
  const reportId = `report-${item.query}`;
  const labelOf = (mark: string): 'yes' | 'no' => (mark === 'y' ? 'yes' : 'no');
  db.insert(schema.studyItem)
    .values({
      id: item.id,
      studyId: 'study',
      reportId,
      item: item.id,
      text: `Is ${item.id} there?`,
      stratum: item.stratum ?? 'all-agree',
      inclusionProbability: item.probability ?? 1,
      position
    })
    .run();
  for (const [i, judgeId] of judges.entries()) {
    const mark = item.judges[i]!;
    const state = mark === '-' ? 'abstained' : mark === '?' ? 'unscored' : 'judged';
    db.insert(schema.verdict)
      .values({
        runId: 'run-1',
        reportId,
        metric: sampleMetric,
        judgeId,
        item: item.id,
        state,
        label: state === 'judged' ? labelOf(mark) : null,
        rationale: '',
        evidence: [],
        reason: state === 'unscored' ? 'The reply was cut.' : null,
        at
      })
      .run();
  }
  for (const [i, userId] of people.entries()) {
    const assignmentId = `${userId}-${reportId}`;
    db.insert(schema.assignment)
      .values({ id: assignmentId, studyId: 'study', userId, reportId, position })
      .onConflictDoNothing()
      .run();
    db.insert(schema.assignmentItem).values({ assignmentId, studyItemId: item.id, position }).run();
    if (item.people[i] === '-') continue;
    insertLabel(db, assignmentId, item.id, userId, 'blind', 1, labelOf(item.people[i]!));
  }
}

export function insertLabel(
  db: Db,
  assignmentId: string,
  studyItemId: string,
  userId: string,
  phase: 'blind' | 'post-reveal',
  revision: number,
  label: 'yes' | 'no' | null,
  committedAt = at
): void {
  const id = `${studyItemId}-${userId}-${phase}-${revision}`;
  db.insert(schema.humanVerdict)
    .values({
      id,
      assignmentId,
      studyItemId,
      userId,
      phase,
      revision,
      label,
      note: '',
      passages: [],
      seconds: 10,
      idempotencyKey: id,
      committedAt
    })
    .run();
}
