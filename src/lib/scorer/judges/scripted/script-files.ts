import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../../errors.ts';
import type { JudgeSources } from './sources.ts';
import { scriptedAnswers } from './script.ts';

/** Scripted judges kept as `NAME.json` in a folder; the demo puts its three into the data folder. */
export const scriptFiles = (folder: string): JudgeSources => ({
  script: (name) => {
    if (!/^[\w-]+$/.test(name)) return null;
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return null;
    const read = scriptedAnswers.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!read.success) {
      const [issue] = read.error.issues;
      return refuse.invalid(`${file} is no script of a judge: ${issue?.path.join('.')}: ${issue?.message}.`);
    }
    return { name, ...read.data };
  }
});
