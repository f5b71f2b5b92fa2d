// Loads the demo into a new folder, for all tests that only need it to be there, and all projects of `voirdire demo` into a folder
// beside it (loaded-demo.ts): node tests/load-demo.ts FOLDER
import { cpSync } from 'node:fs';
import { loadArena } from '../seed/arena/load.server.ts';
import { loadDaily } from '../seed/daily/load.server.ts';
import { loadDemo } from '../seed/load.server.ts';
import { loadStory } from '../seed/story/load.server.ts';
import { openOrCreate } from '../src/cli/place.ts';
import { withAllProjects } from './loaded-demo.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder that is to hold the demo.');
const demo = await openOrCreate(folder);
await loadDemo(demo.db, folder).finally(demo.close);

const whole = withAllProjects(folder);
cpSync(folder, whole, { recursive: true });
const all = await openOrCreate(whole);
const loadOthers = async (): Promise<void> => {
  await loadArena(all.db);
  await loadDaily(all.db);
  await loadStory(all.db, whole);
};
await loadOthers().finally(all.close);
