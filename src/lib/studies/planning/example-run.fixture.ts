import { defaultRunOptions } from '../../scorer/runs/run-options.ts';
import type { Evidence } from '../../scorer/verdict.ts';
import { nameKey } from '../../names.ts';
import { authorize, operator, type Person, type ProjectGrant, type Role } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { newId, sha256 } from '../../server/db/id.ts';
import { insertAll } from '../../server/db/insert-all.ts';
import { storeText } from '../../server/db/report-text.ts';
import type { StudyInput } from './study-input.ts';

/**
 * A finished run for tests: 4 queries × 3 systems, a checklist of 5 items each, three judges. `ferrule` says yes to all
 * but each fifth unit, `gannet` differs from it on each third, `sextant` abstains on each fourth and failed on each
 * seventh. Names and rationales are words that occur nowhere else, so that a test can look for them in bytes.
 */
export interface ExampleRun {
  projectId: string;
  runId: string;
  lead: Person;
  admin: Person;
  outsider: Person;
  /** Ana, Ben, Cleo and Dan. */
  annotators: [Person, Person, Person, Person];
  manage: ProjectGrant<'manage'>;
  read: ProjectGrant<'read-results'>;
  /** Texts that no annotator may read before the reveal. */
  secrets: string[];
  input(change?: Partial<StudyInput>): StudyInput;
}

const systemNames = ['system-aurora', 'system-borealis', 'system-corona'];
const judgeNames = ['ferrule', 'gannet', 'sextant'];

/** Members of a verdict that most of them have alike; whole rows are inserted by one statement (`insertAll`). */
export const plainVerdict = {
  ...{ repeat: 0, kind: 'item', text: null, detail: null, reason: null, prose: false },
  evidence: [] as Evidence[]
};

export function exampleRun(db: Db): ExampleRun {
  const projectId = newId();
  const at = 1_700_000_000_000;
  db.insert(schema.project)
    // Not the id in small letters: one that has no capitals would stand in every address.
    .values({ id: projectId, slug: `example-${sha256(projectId).slice(0, 16)}`, name: 'Example', createdAt: at })
    .run();
  const person = (name: string, role: Role | null, admin = false): Person => {
    const id = newId();
    const email = `${name.toLowerCase()}.${id}@x.example`;
    db.insert(schema.user).values({ id, email, name, admin, createdAt: at }).run();
    if (role) db.insert(schema.membership).values({ projectId, userId: id, role, createdAt: at }).run();
    return { kind: 'person', id, name, email, admin, roles: new Map(role ? [[projectId, [role]]] : []) };
  };
  const queries = ['q1', 'q2', 'q3', 'q4'].map((qid, position) => {
    const id = newId();
    const text = `What is to be known of ${qid}?`;
    db.insert(schema.query)
      .values({
        id,
        projectId,
        qid,
        qidKey: nameKey(qid),
        text: `${text} (edited later)`,
        language: 'en',
        origin: 'imported',
        position,
        createdAt: at
      })
      .run();
    const items = ['a', 'b', 'c', 'd', 'e'].map((key) => ({
      key,
      text: `Does the report settle point ${key} of ${qid}?`
    }));
    return { id, qid, text, items };
  });
  const versionId = newId();
  const content = {
    queries: queries.map(({ qid, text, items }) => ({ qid, text, domain: null, category: null, items }))
  };
  db.insert(schema.datasetVersion)
    .values({
      id: versionId,
      projectId,
      number: 1,
      contentHash: sha256(projectId),
      content,
      queries: 4,
      items: 20,
      frozenAt: at
    })
    .run();
  const runId = newId();
  db.insert(schema.run)
    .values({
      id: runId,
      projectId,
      number: 1,
      name: 'First run',
      versionId,
      status: 'done',
      options: { ...defaultRunOptions, concurrency: 1 },
      createdAt: at
    })
    .run();
  for (const [position, metric] of ['coverage', 'presentation'].entries())
    db.insert(schema.runMetric)
      .values({ runId, metric, promptName: metric, promptVersion: '1', promptHash: 'h', settings: {}, position })
      .run();
  const judges = judgeNames.map((name, position) => {
    const id = newId();
    const spec = `scripted:${name}`;
    db.insert(schema.judge)
      .values({
        id,
        projectId,
        spec,
        provider: 'scripted',
        model: name,
        settings: {},
        fingerprint: `print-${name}`,
        createdAt: at
      })
      .run();
    db.insert(schema.runJudge).values({ runId, judgeId: id, position }).run();
    return id;
  });
  const reports: string[] = [];
  const verdicts: (typeof schema.verdict.$inferSelect)[] = [];
  for (const name of systemNames) {
    const systemId = newId();
    db.insert(schema.system)
      .values({ id: systemId, projectId, name, nameKey: nameKey(name), provider: `provider of ${name}`, createdAt: at })
      .run();
    for (const { id: queryId, qid, items } of queries) {
      const reportId = newId();
      reports.push(reportId);
      const markdown = `# On ${qid}\n\nA first paragraph.\n\nA second paragraph.`;
      db.insert(schema.report)
        .values({
          id: reportId,
          projectId,
          systemId,
          queryId,
          sha256: storeText(db, markdown).hash,
          source: `${name}/${qid}.md`,
          importedAt: at
        })
        .run();
      const unit = (metric: string, item: string) =>
        judges.forEach((judgeId, j) =>
          verdicts.push({ ...plainVerdict, runId, reportId, metric, judgeId, item, at, ...said(j, verdicts.length) })
        );
      for (const { key } of items) unit('coverage', key);
      for (const key of ['p1', 'p2']) unit('presentation', key);
    }
  }
  insertAll(db, schema.verdict, verdicts);
  const resource = { kind: 'project', id: projectId } as const;
  const annotators: ExampleRun['annotators'] = [
    person('Ana', 'annotator'),
    person('Ben', 'annotator'),
    person('Cleo', 'annotator'),
    person('Dan', 'annotator')
  ];
  return {
    projectId,
    runId,
    lead: person('Lea', 'lead'),
    admin: person('Ada', null, true),
    outsider: person('Otto', null),
    annotators,
    manage: authorize(operator, resource, 'manage'),
    read: authorize(operator, resource, 'read-results'),
    secrets: [
      ...systemNames,
      ...judgeNames,
      ...judges,
      ...reports,
      'rationale-of',
      'quote-of',
      'reason-of',
      'scripted',
      'print-'
    ],
    input: (change = {}) => ({
      runId,
      name: 'Study',
      metric: 'coverage',
      sample: { items: 24 },
      people: annotators.map((one) => one.id),
      overlap: 2,
      seed: 1,
      reveal: 'after-report',
      guideline: 'Read the whole report first.',
      ...change
    })
  };
}

/** Verdict of judge `j` on the unit whose first verdict row has number `row`. */
function said(
  j: number,
  row: number
): Pick<typeof schema.verdict.$inferSelect, 'state' | 'label' | 'rationale' | 'evidence' | 'reason'> {
  const unit = Math.floor(row / judgeNames.length);
  const name = judgeNames[j];
  const rationale = `rationale-of-${name} on unit ${unit}`;
  const evidence = [{ quote: `quote-of-${name}` }];
  if (j === 2 && unit % 7 === 0)
    return { state: 'unscored', label: null, rationale: '', evidence: [], reason: `reason-of-${name}` };
  if (j === 2 && unit % 4 === 0) return { state: 'abstained', label: null, rationale, evidence: [], reason: null };
  const lenient = unit % 5 !== 0;
  const yes = j === 1 && unit % 3 === 0 ? !lenient : lenient;
  return { state: 'judged', label: yes ? 'yes' : 'no', rationale, evidence, reason: null };
}
