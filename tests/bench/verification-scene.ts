import { eq } from 'drizzle-orm';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, openReader, schema } from '../../src/lib/server/db/client.ts';
import { createProject } from '../../src/lib/server/projects.ts';
import { importQueries } from '../../src/lib/verification/benchmark/benchmark.server.ts';
import { listBatches, startInspection } from '../../src/lib/verification/inspection/inspections.server.ts';
import { openRound } from '../../src/lib/verification/rounds/rounds.server.ts';
import { migrations } from './scorer-scene.ts';
import { hire, type Worker } from './workers.ts';

export interface VerificationScene {
  slug: string;
  projectId: string;
  roundId: string;
  annotators: Worker[];
  reviewers: Worker[];
  adjudicators: Worker[];
}

interface SceneSize {
  queries: number;
  items: number;
  people: number;
  overlap: number;
}

/** A database with an open round over invented queries, and that many people in each of the three roles. */
export function prepareRound(file: string, { queries, items, people, overlap }: SceneSize): VerificationScene {
  const { db, close } = openDatabase(file, migrations);
  try {
    const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Bench' });
    const manage = authorize(operator, { kind: 'project', id: project.id }, 'manage');
    importQueries(
      db,
      manage,
      Array.from({ length: queries }, (_, i) => ({
        qid: `q${String(i + 1).padStart(3, '0')}`,
        text: `How will region ${i + 1} heat its homes by 2040, and what will that cost a household in each scenario?`,
        domain: ['Health', 'Law', 'Science'][i % 3]!,
        category: ['Market analysis', 'Decision support'][i % 2]!,
        language: 'en',
        items: Array.from({ length: items }, (_, k) => ({
          key: `c${k + 1}`,
          text: `Does the report give figure ${k + 1} of region ${i + 1} with its year and its source?`,
          ...{ kind: 'item' as const, weight: null, dimension: null, explanation: null }
        }))
      }))
    );
    const hired = {
      annotators: hire(db, project.id, 'annotator', people),
      reviewers: hire(db, project.id, 'reviewer', people),
      adjudicators: hire(db, project.id, 'adjudicator', people)
    };
    const round = openRound(db, manage, { name: 'Bench', settings: { overlap, batchSize: 25 } });
    return { slug: project.slug, projectId: project.id, roundId: round.id, ...hired };
  } finally {
    close();
  }
}

/** Lets the server's own rules draw the samples, as the lead's button does. Returns how many inspections began. */
export function beginInspections(file: string, { projectId, roundId }: VerificationScene): number {
  const { db, close } = openDatabase(file, migrations);
  try {
    const manage = authorize(operator, { kind: 'project', id: projectId }, 'manage');
    const ready = listBatches(db, manage, roundId).filter(({ obstacle }) => obstacle === null);
    for (const { id } of ready) startInspection(db, manage, id);
    return ready.length;
  } finally {
    close();
  }
}

export interface Outcome {
  /** Queries with exactly the wanted number of annotators who are done, each another person. */
  exact: number;
  queries: number;
  /** Queries in which a person worked in two stages. */
  twoRoles: number;
  /** Queries by the stage that they are in. */
  stages: Record<string, number>;
}

/** The work of each person, read from the database when all are done. */
export function outcomeIn(file: string, { roundId }: VerificationScene, overlap: number): Outcome {
  const { db, close } = openReader(file);
  try {
    const { verificationAssignment: assignment, roundQuery } = schema;
    const rows = db
      .select({ query: roundQuery.id, now: roundQuery.stage, assignment })
      .from(roundQuery)
      .leftJoin(assignment, eq(assignment.roundQueryId, roundQuery.id))
      .where(eq(roundQuery.roundId, roundId))
      .all();
    const queries = [...new Set(rows.map(({ query }) => query))].map((id) => rows.filter(({ query }) => query === id));
    const stages: Record<string, number> = {};
    for (const [first] of queries) stages[first!.now] = (stages[first!.now] ?? 0) + 1;
    const annotatorsOf = (query: typeof rows) =>
      query.flatMap(({ assignment: one }) =>
        one?.stage === 'annotation' && one.status === 'done' ? [one.userId] : []
      );
    return {
      exact: queries.map(annotatorsOf).filter((ids) => ids.length === overlap && new Set(ids).size === overlap).length,
      queries: queries.length,
      twoRoles: queries.filter((query) => {
        const roles = new Set(query.flatMap(({ assignment: one }) => (one ? [`${one.userId} ${one.stage}`] : [])));
        return new Set([...roles].map((role) => role.split(' ')[0])).size < roles.size;
      }).length,
      stages
    };
  } finally {
    close();
  }
}
