import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { refuse } from '../../errors.ts';
import type { JudgeSources } from './index.ts';

const scriptFile = z.object({
  answers: z.array(
    z.object({
      report: z.string(),
      metric: z.string(),
      item: z.string(),
      label: z.enum(['yes', 'no', 'abstain']),
      rationale: z.string(),
      quotes: z.array(z.string()).optional()
    })
  )
});

/** Scripted judges kept as `NAME.json` in a folder; the demo puts its three into the data folder. */
export const scriptFiles = (folder: string): JudgeSources => ({
  script: (name) => {
    if (!/^[\w-]+$/.test(name)) return null;
    const file = join(folder, `${name}.json`);
    if (!existsSync(file)) return null;
    const read = scriptFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!read.success) return refuse.invalid(`${file} is no script of a judge: ${read.error.issues[0]?.message}.`);
    return { name, answers: read.data.answers };
  }
});
