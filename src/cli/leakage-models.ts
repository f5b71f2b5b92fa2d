import { refuse } from '../lib/errors.ts';
import { parseJudgeLine } from '../lib/scorer/judges/index.ts';
import { settingsRefused } from '../lib/scorer/judges/models/settings-taken.ts';
import { leakageRuns } from '../lib/scorer/making/leakage-results.server.ts';
import type { Run } from '../lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../lib/server/auth/authorize.ts';
import type { Db } from '../lib/server/db/client.ts';
import { readOption } from './read-option.ts';

/** Temperature of the published test. */
const TEMPERATURE = 0.1;

/** A model at the temperature of the published test, unless it has another one or takes none. */
export function withTemperature(spec: string): string {
  const config = readOption('--judge', () => parseJudgeLine(spec));
  const { provider, settings = {} } = config;
  if (provider === 'scripted' || provider === 'rules' || settings.temperature !== undefined) return spec;
  const refused = settingsRefused(config, { ...settings, temperature: TEMPERATURE });
  return refused.some(([name]) => name === 'temperature') ? spec : `${spec} temperature=${TEMPERATURE}`;
}

/** The leakage test of that number, or the newest one. */
export function chosenLeakageRun(db: Db, grant: ProjectGrant<'manage'>, number?: number): Run {
  const runs = leakageRuns(db, grant);
  const found = number === undefined ? runs[0] : runs.find((run) => run.number === number);
  if (found) return found;
  return runs.length === 0
    ? refuse.invalid('The project has no leakage test. Start one with voirdire leakage run.')
    : refuse.invalid(`There is no leakage test ${number}. Tests: ${runs.map((run) => run.number).join(', ')}.`);
}
