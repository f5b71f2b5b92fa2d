import { replacedReports } from '$lib/scorer/report/revisions/replaced-reports.server.ts';
import type { Run } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { versionChanges } from '$lib/verification/release/version-changes.ts';
import { currentContent, getVersion } from '$lib/verification/release/versions.server.ts';
import { listIn } from '$lib/messages/lists.ts';
import { messagesIn } from '$lib/messages/words.ts';

type Db = App.Locals['db'];

/**
 * Changes of a run's reports, queries and checklists since it was planned, in words of the language; empty if there are none,
 * or if the run was imported. Only the queries of its reports are looked at.
 */
export function changedSince(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  version: { number: number } | null,
  language: string
): string {
  if (run.origin !== 'scored') return '';
  const words = messagesIn(language, 'runChanges');
  const { replaced, qids } = replacedReports(db, run.id);
  const changes = version
    ? versionChanges(getVersion(db, grant, version.number).content, currentContent(db, grant)).filter(
        ({ qid, change }) => qids.has(qid) && change !== 'moved' && change !== 'recoded'
      )
    : [];
  const items = (change: string): number => changes.filter((one) => one.key !== null && one.change === change).length;
  const queries = changes.filter((one) => one.key === null && one.change === 'reworded').length;
  const counted: [number, (values: { n: number }) => string][] = [
    [replaced, words.reports],
    [queries, words.queries],
    [items('reworded'), words.itemsReworded],
    [items('added'), words.itemsAdded],
    [items('removed'), words.itemsRemoved]
  ];
  return listIn(
    language,
    counted.flatMap(([n, inWords]) => (n > 0 ? [inWords({ n })] : []))
  );
}
