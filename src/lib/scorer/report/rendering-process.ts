import { serveProcess } from '../confined/serve-process.ts';
import { renderReport } from './render.ts';

export const NAME = 'voirdire-report-rendering';

/** The file to start the process from: this one, also after bundling. */
export const file = new URL(import.meta.url);

serveProcess(NAME, renderReport);
