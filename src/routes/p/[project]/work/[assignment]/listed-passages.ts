import { isRefusal, refuse, worded } from '$lib/errors.ts';
import { JudgeCallError } from '$lib/scorer/judge.ts';
import { plainBlock } from '$lib/scorer/report/html/letters.ts';
import { isLong, longReportReader } from '$lib/scorer/report/aside/long-reports.ts';
import type { AnnotatorGrant } from '$lib/studies/judging/leases/seat.server.ts';
import { reportToList } from '$lib/studies/judging/verdicts.server.ts';
import { passagesIn, type LocatePassages } from '$lib/studies/units/listed-issues.ts';
import { rendered } from '../../../../rendered.ts';

const aside = longReportReader();

/**
 * Looks the passages of a list of issues up in a long report, beside this thread: while a verdict is stored, other requests wait.
 * Undefined if there is no list or the report is short, so that they can be looked up at once.
 */
export async function listedPassages(
  { db }: Pick<App.Locals, 'db'>,
  grant: AnnotatorGrant,
  { assignmentId, note }: { assignmentId: string; note: string }
): Promise<LocatePassages | undefined> {
  const passages = passagesIn(note);
  if (passages.length === 0) return undefined;
  const markdown = reportOf(db, grant, assignmentId);
  if (markdown === null || !isLong(markdown)) return undefined;
  const { blocks } = await rendered(markdown);
  try {
    const places = await aside('locateQuotes', blocks.map(plainBlock), passages);
    const known = new Map(passages.map((quote, i) => [quote, places[i]!]));
    return (quote) => known.get(quote) ?? null;
  } catch (e) {
    if (!(e instanceof JudgeCallError)) throw e;
    return refuse.invalid(worded('listTooSlow'));
  }
}

function reportOf(db: App.Locals['db'], grant: AnnotatorGrant, assignmentId: string): string | null {
  try {
    return reportToList(db, grant, assignmentId);
  } catch (e) {
    // It is refused if the verdict is handed in, which may keep what was typed.
    if (isRefusal(e)) return null;
    throw e;
  }
}
