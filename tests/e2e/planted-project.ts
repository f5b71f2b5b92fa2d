import { addUser } from '../../src/lib/server/auth/accounts/accounts.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { addRole, createProject } from '../../src/lib/server/projects.ts';
import { generate } from '../planted/generate.ts';
import { Oracle } from '../planted/oracle.ts';
import type { Planted, PlantedPage, PlantedReport } from '../planted/truth.ts';
import { startWeb, type PlantedWeb } from '../planted/web.ts';
import { perfect, Witness } from '../planted/witness.ts';
import { startOpenAi } from '../stand-ins/openai.ts';
import type { StandIn } from '../stand-ins/server.ts';
import { openBeside } from './database.ts';
import { startServer, type RunningServer } from './server.ts';

const SEED = 7;
/** Their reports cite pages of many kinds, none of which takes long to give up. */
const QUERIES = ['plan01', 'plan02', 'plan05', 'plan07'];

export interface PlantedProject {
  server: RunningServer;
  /** The judge that knows what was planted. */
  standIn: StandIn;
  web: PlantedWeb;
  /** Two systems, of which the second is the baseline. */
  planted: Planted;
  lead: { email: string; password: string };
  /** A page behind a wall that reports cite, and what it would say to who gets past. */
  blocked: { page: PlantedPage; text: string };
  stop(): Promise<void>;
}

/** A server on an empty project with a lead, a loopback web of planted pages, and a judge that tells what was planted. */
export async function startPlantedProject(): Promise<PlantedProject> {
  const web = await startWeb();
  const whole = generate(SEED, web, { queries: 7 });
  web.serve(whole.pages);
  const systems = whole.systems.slice(0, 2);
  const planted: Planted = {
    ...whole,
    systems,
    queries: whole.queries.filter(({ qid }) => QUERIES.includes(qid)),
    reports: whole.reports.filter(({ qid, system }) => QUERIES.includes(qid) && systems.some((s) => s.name === system))
  };
  const blocked = blockedIn(planted);
  const seen: Planted = {
    ...planted,
    pages: planted.pages.map((page) => (page === blocked.page ? blocked.seen : page))
  };
  const standIn = await startOpenAi({ answer: new Oracle(seen, new Witness(perfect, 'exact')).answer, delayMs: 250 });
  const server = await startServer({
    demo: false,
    env: {
      OPENAI_BASE_URL: standIn.url,
      OPENAI_API_KEY: 'test',
      VOIRDIRE_FETCH_ALLOW: web.allow,
      VOIRDIRE_REACH_CHECK: 'off'
    }
  });
  const lead = { email: 'ida@lab.example', password: 'a phrase for the scorer' };
  const database = openBeside(server.data);
  const project = createProject(database.db, authorize(operator, instance, 'administer'), { name: 'Planted' });
  const id = await addUser(database.db, { name: 'Ida Lead', admin: false, ...lead });
  addRole(database.db, authorize(operator, { kind: 'project', id: project.id }, 'manage'), id, 'lead');
  database.close();
  return {
    ...{ server, standIn, web, planted, lead, blocked },
    async stop() {
      await server.stop();
      await standIn.stop();
      await web.stop();
    }
  };
}

/** The page behind a wall that most sentences cite, as the web has it and as a person would read it. */
function blockedIn({ pages, reports }: Planted): PlantedProject['blocked'] & { seen: PlantedPage } {
  const page = pages.find(({ kind, qid }) => kind === 'robot-wall' && qid === QUERIES[0]);
  if (!page) throw new Error('no report of the planted project cites a blocked page');
  const sentences = reports.flatMap((report) => citing(report, page.url));
  const text = [page.title, ...sentences.map((sentence) => `${sentence.text}.`)].join('\n\n');
  const states = Object.fromEntries(
    sentences.flatMap(({ statement, text: words }) => (statement === null ? [] : [[statement, words]]))
  );
  return { page, text, seen: { ...page, paragraphs: text.split('\n\n'), states } };
}

export const citing = ({ truth }: PlantedReport, url: string) =>
  truth.cited.filter(({ sources }) => sources.includes(url));
