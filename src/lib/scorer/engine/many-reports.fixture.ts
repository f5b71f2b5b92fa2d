import { nameKey } from '../../names.ts';
import { authorize, instance, operator, type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import { storeText } from '../../server/db/report-text.ts';
import { createProject } from '../../server/projects.ts';

export const SYSTEMS = ['aurora', 'borealis', 'cirrus'];

/** A report of about 17,000 characters that cites 20 pages, each twice, in numbered references. */
const reportText = (system: string, qid: string): string => {
  const section = (n: number): string => {
    const [one, two] = [2 * n + 1, 2 * n + 2];
    return [
      `## Section ${n + 1} of ${system} on ${qid}`,
      `In ${2000 + n} the city planted ${100 + n} trees and shaded ${n + 3} streets [${one}]. The programme cost ${n + 1}.5 million euros in its first year [${two}].`,
      `A survey of ${300 + n} residents found that ${40 + n}% walk more often than before [${one}]. ${'Heat differs from street to street, and so does the use of shade. '.repeat(18)}`,
      `The share of shaded streets rose from ${10 + n}% to ${20 + n}% within three years [${two}].`
    ].join('\n\n');
  };
  const references = Array.from(
    { length: 20 },
    (_, at) => `[${at + 1}] https://source-${at % 12}.example/${qid}/${at}`
  );
  return `# ${system} on ${qid}\n\n${Array.from({ length: 10 }, (_, n) => section(n)).join('\n\n')}\n\n## References\n\n${references.join('\n')}\n`;
};

/** A project of `queries` queries with checklists of ten items, each answered by three systems. */
export function manyReports(
  db: Db,
  queries: number
): { manage: ProjectGrant<'manage'>; versionId: string; reportIds: string[]; baseline: string } {
  const { id: projectId } = createProject(db, authorize(operator, instance, 'administer'), { name: 'Many' });
  const versionId = newId();
  const content = {
    queries: Array.from({ length: queries }, (_, at) => ({
      ...{ qid: `q${at + 1}`, text: `How did city ${at + 1} adapt to heat?`, domain: null, category: null },
      items: Array.from({ length: 10 }, (_, n) => ({
        key: `c${n + 1}`,
        text: `Does the report name measure ${n + 1}?`
      }))
    }))
  };
  const made = write(db, (tx) => {
    tx.insert(schema.datasetVersion)
      .values({
        id: versionId,
        projectId,
        number: 1,
        contentHash: 'h',
        content,
        queries,
        items: 10 * queries,
        frozenAt: 0
      })
      .run();
    const queryIds = content.queries.map(({ qid, text }, position) => {
      const id = newId();
      tx.insert(schema.query)
        .values({ id, projectId, qid, qidKey: nameKey(qid), text, origin: 'imported', position, createdAt: 0 })
        .run();
      return { id, qid };
    });
    return SYSTEMS.map((name) => {
      const systemId = newId();
      tx.insert(schema.system)
        .values({ id: systemId, projectId, name, nameKey: nameKey(name), createdAt: 0 })
        .run();
      const reportIds = queryIds.map(({ id: queryId, qid }) => {
        const markdown = reportText(name, qid);
        const row = { id: newId(), projectId, systemId, queryId, sha256: storeText(tx, markdown).hash, source: 'x' };
        tx.insert(schema.report)
          .values({ ...row, importedAt: 0 })
          .run();
        return row.id;
      });
      return { systemId, reportIds };
    });
  });
  return {
    manage: authorize(operator, { kind: 'project', id: projectId }, 'manage'),
    ...{ versionId, reportIds: made.flatMap(({ reportIds }) => reportIds), baseline: made[0]!.systemId }
  };
}
