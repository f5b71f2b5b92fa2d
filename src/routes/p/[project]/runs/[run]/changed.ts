import { replacedReports } from '$lib/scorer/report/revisions/replaced-reports.server.ts';
import type { Run } from '$lib/scorer/runs/runs.server.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { versionChanges } from '$lib/verification/release/version-changes.ts';
import { currentContent, getVersion } from '$lib/verification/release/versions.server.ts';
import { many } from '$lib/components/shared/format.ts';

type Db = App.Locals['db'];

/**
 * What of a run's reports, queries and checklists is another now than when it was planned, in words; empty if nothing is. Only the
 * queries of its reports are looked at.
 */
export function changedSince(
  db: Db,
  grant: ProjectGrant<'read-results'>,
  run: Run,
  version: { number: number } | null
): string[] {
  const { replaced, qids } = replacedReports(db, run.id);
  const changes = version
    ? versionChanges(getVersion(db, grant, version.number).content, currentContent(db, grant)).filter(
        ({ qid, change }) => qids.has(qid) && change !== 'moved' && change !== 'recoded'
      )
    : [];
  const items = (change: string): number => changes.filter((one) => one.key !== null && one.change === change).length;
  const queries = changes.filter((one) => one.key === null && one.change === 'reworded').length;
  const counted: [number, string, string][] = [
    [replaced, 'report is corrected', 'reports are corrected'],
    [queries, 'query is reworded', 'queries are reworded'],
    [items('reworded'), 'checklist item is reworded', 'checklist items are reworded'],
    [items('added'), 'checklist item is new', 'checklist items are new'],
    [items('removed'), 'checklist item is gone', 'checklist items are gone']
  ];
  return counted.flatMap(([n, one, several]) => (n > 0 ? [many(n, one, several)] : []));
}
