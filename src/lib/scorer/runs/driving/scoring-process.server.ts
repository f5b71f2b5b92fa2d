import { setPriority } from 'node:os';
import { openDatabase } from '../../../server/db/client.ts';
import { log, startLog } from '../../../server/log.ts';
import { tellProgramVersion } from '../../../server/program-version.ts';
import { DrivingHere } from './driving.server.ts';
import { serverSources } from '../../judges/endpoints/server-sources.ts';
import { JudgesHere } from './judges-here.server.ts';
import type { FromScoring, ScoringPlace, ToScoring } from './scoring-messages.server.ts';

export const NAME = 'voirdire-scoring';

/** The file to start the process from: this one, also if it was bundled. */
export const file = new URL(import.meta.url);

/** How often live figures are told, in milliseconds. */
const TELL_MS = 500;

/** People who judge come first: if processors are scarce, scoring takes what they leave. */
const PRIORITY = 5;

/** In a process that `DrivingAside` started: drives the runs that it is told to, until its parent says stop or is gone. */
if (process.send && process.argv[2] === NAME) serve(JSON.parse(process.argv[3] ?? '') as ScoringPlace);

function serve({ file, migrations, data, version }: ScoringPlace): void {
  if (version !== undefined) tellProgramVersion(version);
  startLog(process.env, 'scoring', 'info');
  setPriority(PRIORITY);
  // A terminal and a supervisor signal all processes of a server. This one ends when its parent says so.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const { db, close } = openDatabase(file, migrations);
  const driving = new DrivingHere(db, new JudgesHere(process.env, serverSources(data, process.env), db));
  /** Runs of which there may be something to say. */
  const known = new Set<string>();
  let upTo = 0;

  const tell = (message: FromScoring): void => {
    if (process.connected) process.send!(message);
  };
  const tellRuns = (): void => {
    const runs = [...known].map((run) => ({ run, live: driving.live(run), outOfRoom: driving.outOfRoom(run) }));
    for (const { run, live, outOfRoom } of runs) if (live === null && outOfRoom === null) known.delete(run);
    tell({ say: 'runs', upTo, runs: runs.filter(({ run }) => known.has(run)) });
  };
  const test = async ({ number, configs, options }: Extract<ToScoring, { say: 'test' }>): Promise<void> => {
    try {
      tell({ say: 'tested', number, trials: await driving.test(configs, options) });
    } catch (error) {
      tell({ say: 'failed', number, message: String(error) });
    }
  };
  log().info({ pid: process.pid }, 'The scoring process is ready');
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void driving.stop().finally(() => {
      close();
      process.exit();
    });
  };

  process.on('disconnect', stop);
  process.on('message', (message: ToScoring) => {
    upTo = message.number;
    if (message.say === 'stop') return stop();
    if (message.say === 'test') return void test(message);
    if (message.say === 'look') driving.look(message.run);
    else {
      known.add(message.run);
      driving.drive(message.run);
    }
    tellRuns();
    void driving.ended(message.run).then(tellRuns);
  });
  setInterval(() => {
    if (known.size > 0) tellRuns();
  }, TELL_MS);
}
