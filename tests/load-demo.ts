// Loads the demo into a new folder, for all tests that only need it to be there, and all projects of `voirdire demo` into a folder
// beside it, as the command itself does (loaded-demo.ts): node tests/load-demo.ts FOLDER
import { cpSync } from 'node:fs';
import { loadDemo } from '../seed/load.server.ts';
import { openOrCreate } from '../src/cli/place.ts';
import { carryOut } from '../src/cli/program.ts';
import { withAllProjects } from './loaded-demo.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder that is to hold the demo.');
const demo = await openOrCreate(folder);
await loadDemo(demo.db, folder).finally(demo.close);

const whole = withAllProjects(folder);
cpSync(folder, whole, { recursive: true });
await carryOut(['demo', '--load-only', '--data', whole]);
