import { eq } from 'drizzle-orm';
import { escapeXml } from '../../alignment/charts/svg.ts';
import { cardByNumber, listCards } from '../../alignment/card/cards.server.ts';
import type { StudyProcedure } from '../../alignment/procedure/procedure.server.ts';
import { refuse } from '../../errors.ts';
import { messagesIn } from '../../messages/words.ts';
import { statedRuns } from '../../scorer/runs/run-state.server.ts';
import { defaultRun } from '../../scorer/runs/run-state.ts';
import type { ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, type Db } from '../../server/db/client.ts';
import { alignmentFiles, reportedStudy } from '../export/alignment/alignment-files.server.ts';
import { cardFile } from '../export/card/card-files.server.ts';
import { documentStyle } from '../export/html/document-style.ts';
import { htmlPage } from '../export/html/html-page.ts';
import { leaderboardHtml } from '../export/run/page/leaderboard-html.ts';
import { writeRunHtml } from '../export/run/page/run-page.server.ts';
import { runPageStyle } from '../export/run/page/run-page-style.ts';
import { resultsOf, runTable } from '../export/run/run-files.server.ts';
import { studyRaters } from '../../studies/labels/labels.server.ts';
import { withoutNames } from './without-names.ts';
import { shareablePage, viewerGrant, type Shareable } from './shareable.server.ts';

/** Computes a study's report, in a worker if there is one. */
type StudyReader = (grant: ProjectGrant<'read-results'>, studyId: string) => Promise<StudyProcedure>;

type SharedLink = Pick<typeof schema.shareLink.$inferSelect, 'projectId' | 'kind' | 'thingId'>;

/** The page of a link if it may be shared now; asked each time, because a study can have been opened on a run since. */
export const requireShareable = (db: Db, { projectId, kind, thingId }: SharedLink): Shareable =>
  shareablePage(db, projectId, { kind, id: thingId }) ?? refuse.linkUsed();

/**
 * The page of a share link as an HTML file without script.
 *
 * @param language of its text (BCP 47)
 * @throws a refusal if the page is gone or may not be shared any more
 */
export async function sharedPage(db: Db, link: SharedLink, readStudy: StudyReader, language: string): Promise<string> {
  const page = requireShareable(db, link);
  const grant = viewerGrant(link.projectId);
  const id = page.id ?? '';
  switch (page.kind) {
    case 'leaderboard':
      return leaderboardPage(db, grant, language);
    case 'run':
      return writeRunHtml(resultsOf(db, grant, runOf(db, grant, id)), language);
    case 'alignment': {
      const reported = reportedStudy(db, grant, id, await readStudy(grant, id));
      const annotators = studyRaters(db, grant, id).people.map(({ name }) => name);
      return alignmentFiles['html']!.write(withoutNames(reported, annotators), language);
    }
    case 'card': {
      const { number } = listCards(db, grant).find((one) => one.id === id) ?? refuse.linkUsed();
      return cardFile(cardByNumber(db, grant, number), 'html', language).content;
    }
  }
}

const runOf = (db: Db, grant: ProjectGrant<'read-results'>, id: string) =>
  statedRuns(db, grant).find((run) => run.id === id) ?? refuse.linkUsed();

/** The leaderboard as judged: corrected scores can rest on labels of a study that is open. */
function leaderboardPage(db: Db, grant: ProjectGrant<'read-results'>, language: string): string {
  const run = defaultRun(statedRuns(db, grant)) ?? refuse.linkUsed();
  const { name } = db.select().from(schema.project).where(eq(schema.project.id, grant.resource.id)).get()!;
  const title = messagesIn(language, 'sharedPage').leaderboard({ project: name });
  const table = runTable({ ...resultsOf(db, grant, run), corrected: [] }, language);
  return htmlPage({
    ...{ language, title, style: documentStyle + runPageStyle },
    body: `<main><header><h1>${escapeXml(title)}</h1></header>\n${leaderboardHtml(table)}</main>`
  });
}
