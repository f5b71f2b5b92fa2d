import { serveThread } from '../confined/serve-thread.ts';
import { renderReport } from './render.ts';

export const THREAD = 'voirdire-report-rendering';

/** The file to start the thread from: this one, also after bundling. */
export const threadFile = new URL(import.meta.url);

serveThread(THREAD, renderReport);
