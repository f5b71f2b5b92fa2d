// Loads the demo into a new folder, for all tests that only need it to be there (loaded-demo.ts): node tests/load-demo.ts FOLDER
import { loadDemo } from '../seed/load.server.ts';
import { openOrCreate } from '../src/cli/place.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Name the folder that is to hold the demo.');
const { db, close } = await openOrCreate(folder);
await loadDemo(db, folder).finally(close);
