import { startOpenAi } from '../../../../tests/stand-ins/openai.ts';
import type { StandIn } from '../../../../tests/stand-ins/server.ts';
import { RunDriver } from '../../scorer/runs/driving/driver.server.ts';
import { planned, scene } from '../../scorer/runs/runs.fixture.ts';
import type { Person } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { commit } from '../../studies/reveal/revealing.fixture.ts';
import { createStudy } from '../../studies/planning/studies.server.ts';
import { nextStudyAssignment } from '../../studies/judging/queue.server.ts';
import { openAssignment } from '../../studies/judging/annotating.fixture.ts';
import { recordAdoption } from '../adoption/adoptions.server.ts';
import { liftEmbargo } from '../preregistration/preregistrations.server.ts';

/** Behaviour of the judge's server from now on. */
export interface Server {
  /** Items, of ten, to which the judge says no; by default none. */
  noes: number;
  /** The version that the server says it served; null for its usual one. */
  version: string | null;
  /** Whether the server refuses the key. */
  silent: boolean;
}

/**
 * A project whose four reports were judged by a model of a stand-in server, labelled by Ana (yes to all), and whose judge was
 * adopted. `server` changes what the judge says, and as which version, from the next call on.
 */
export async function monitored(db?: Db) {
  const server: Server = { noes: 0, version: null, silent: false };
  const standIn: StandIn = await startOpenAi({
    answer: ({ items }) => ({
      items: items.map(({ id }, at) => ({
        id,
        rationale: 'So it is.',
        label: at < server.noes ? 'no' : 'yes',
        quotes: []
      }))
    })
  });
  standIn.misbehave({
    kind: 'raw',
    act: (response, sound) => {
      if (server.silent) {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"Incorrect API key provided."}}');
        return;
      }
      const reply = JSON.parse(sound.text) as object;
      const body = server.version === null ? sound.text : JSON.stringify({ ...reply, model: server.version });
      response.writeHead(sound.status, { 'content-type': 'application/json' });
      response.end(body);
    }
  });
  const given = scene(undefined, db);
  return monitoredIn(given, server, standIn);
}

async function monitoredIn(given: ReturnType<typeof scene>, server: Server, standIn: StandIn) {
  const { db, manage } = given;
  const driver = new RunDriver(db, { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: standIn.url });
  const run = planned(given, driver, { specs: ['openai:judge-m'] });
  driver.start(manage, run.id);
  await driver.ended(run.id);
  const ana = annotator(db, manage.resource.id);
  const study = createStudy(db, manage, {
    ...{ runId: run.id, name: 'First', metric: 'presentation', sample: { items: 40 }, people: [ana.id] },
    ...{ overlap: 1, seed: 1, reveal: 'never' as const }
  });
  while (nextStudyAssignment(db, ana) !== null) {
    const open = openAssignment(db, ana)!;
    for (const { id } of open.items) commit(db, ana, open.id, id, 'yes');
  }
  liftEmbargo(db, manage, study.id);
  const judgeIds = db.select().from(schema.runJudge).all().map(({ judgeId }) => judgeId); // prettier-ignore
  const adoption = recordAdoption(
    db,
    manage,
    { studyId: study.id, metric: 'presentation', outcome: 'adopt', judgeIds, rule: 'single', reason: 'Agrees.' },
    { resamples: 20 }
  );
  return { ...given, driver, run, study, adoption, server, standIn };
}

function annotator(db: Db, projectId: string): Person {
  const person = { id: 'ana', name: 'Ana', email: 'ana@x.example' };
  db.insert(schema.user)
    .values({ ...person, createdAt: 0 })
    .run();
  db.insert(schema.membership).values({ projectId, userId: 'ana', role: 'annotator', createdAt: 0 }).run();
  return { kind: 'person', ...person, admin: false, roles: new Map([[projectId, ['annotator']]]) };
}
