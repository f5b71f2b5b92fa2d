import { serveProcess } from '../../confined/serve-process.ts';
import { extract } from './extraction.ts';

/** Tells this process from others that load the same bundle. */
export const NAME = 'voirdire-page-extraction';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

serveProcess(NAME, extract);
