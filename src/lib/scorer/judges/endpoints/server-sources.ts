import { join } from 'node:path';
import { parseFetchAllow } from '../../web/fetching/allow-list.ts';
import { guardFor } from '../../web/fetching/guard.ts';
import type { Env } from '../settings/config.ts';
import type { JudgeSources } from '../scripted/sources.ts';
import { scriptFiles } from '../scripted/script-files.ts';

/** Where judges of a server come from: scripts in its data folder, and addresses that its guard lets through. */
export const serverSources = (data: string, env: Env): JudgeSources => ({
  ...scriptFiles(join(data, 'scripts')),
  // Read when a judge is made, so that a malformed list refuses the run and not the start of the server.
  get guard() {
    return guardFor(parseFetchAllow(env['VOIRDIRE_FETCH_ALLOW']));
  }
});
