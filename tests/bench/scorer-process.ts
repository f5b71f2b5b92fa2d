import { RunDriver } from '../../src/lib/scorer/driver.server.ts';
import { runProgress } from '../../src/lib/scorer/run-progress.server.ts';
import { authorize, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, schema } from '../../src/lib/server/db/client.ts';
import { migrations } from './scorer-scene.ts';

/** Drives the only run of a database and prints how long that took: `node scorer-process.ts FILE`. */
const [file = ''] = process.argv.slice(2);
const { db, close } = openDatabase(file, migrations);
const run = db.select().from(schema.run).get();
if (!run) throw new Error(`${file} has no run`);
const driver = new RunDriver(db, process.env);
const began = performance.now();
driver.start(authorize(operator, { kind: 'project', id: run.projectId }, 'manage'), run.id);
await driver.ended(run.id);
const seconds = (performance.now() - began) / 1000;
const { status, problem, calls, tasksDone, unscored } = runProgress(db, run.id);
close();
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
console.log(
  JSON.stringify({
    ...{ status, problem, tasksDone, unscored, calls: calls.made, failed: calls.failed, seconds },
    peakMegabytes: maxRSS / 1024,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6
  })
);
