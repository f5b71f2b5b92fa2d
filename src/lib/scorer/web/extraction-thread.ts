import { serveThread } from '../confined/serve-thread.ts';
import { extract } from './extraction.ts';

/** Distinguishes this thread from other worker threads that load the same bundle. */
export const THREAD = 'voirdire-page-extraction';

/** The file to start the thread from: this one, also after bundling. */
export const threadFile = new URL(import.meta.url);

serveThread(THREAD, extract);
