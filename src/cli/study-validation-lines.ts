import { z } from 'zod';
import { refuse } from '../lib/errors.ts';
import type { HandLine } from '../lib/alignment/reported/report-bench-validation.server.ts';
import type { CheckedTask } from '../lib/scorer/suites/report-bench/people/validation.ts';
import { readLineFile } from './line-files.ts';

const share = z.number().min(0).max(1).nullable();
const handLine: z.ZodType<HandLine> = z.strictObject({
  ...{ qid: z.string().min(1), system: z.string().min(1), precision: share, recall: share }
});
const taskLine: z.ZodType<CheckedTask & { note?: string | undefined }> = z.strictObject({
  ...{ qid: z.string().min(1), prompt: z.boolean(), gold: z.boolean(), note: z.string().optional() }
});

const linesOf = <Line>(path: string, schema: z.ZodType<Line>): Line[] =>
  readLineFile(path).map(({ row, value }) => {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return refuse.invalid(`${path} cannot be read.`, [
      { row, column: issue!.path.join('.') || 'line', reason: issue!.message }
    ]);
  });

/** Figures that people counted, a report a line. */
export const handLines = (path: string): HandLine[] => linesOf(path, handLine);

/** Tasks that people checked, one a line. */
export const taskLines = (path: string): (CheckedTask & { note?: string | undefined })[] => linesOf(path, taskLine);
