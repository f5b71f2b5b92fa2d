import { join } from 'node:path';
import { makeJudge, parseJudgeSpec } from '../../src/lib/scorer/judges/index.ts';
import { createRun } from '../../src/lib/scorer/new-run.server.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, schema, write } from '../../src/lib/server/db/client.ts';
import { newId, sha256 } from '../../src/lib/server/db/id.ts';
import { createProject } from '../../src/lib/server/projects.ts';
import { seededRandom } from '../../src/lib/stats/rng.ts';

export const migrations = join(import.meta.dirname, '../../drizzle');

const words =
  'heat grid storage demand winter district supply pump tariff network price study region load boiler share capacity reserve flow sector'.split(
    ' '
  );

/** A report of that many characters, unlike every other of another seed. */
export function benchReport(seed: number, characters: number): string {
  const random = seededRandom(seed);
  let text = `# Report ${seed}\n\n`;
  while (text.length < characters - 60) {
    const sentence = Array.from({ length: 8 }, () => words[random.below(words.length)]).join(' ');
    text += `${sentence} [${1 + random.below(9)}].${random.below(6) === 0 ? '\n\n' : ' '}`;
  }
  return text.padEnd(characters, '.');
}

export interface BenchRun {
  file: string;
  runId: string;
  slug: string;
  number: number;
}

/** A database with one waiting run: that many reports of 20 systems, one metric, one judge. */
export function prepareRun(
  file: string,
  given: { reports: number; characters: number; metric: string; judge: string; concurrency: number }
): BenchRun {
  const { db, close } = openDatabase(file, migrations);
  try {
    const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Bench' });
    const versionId = newId();
    const systems = 20;
    const queries = Math.ceil(given.reports / systems);
    const reportIds: string[] = [];
    write(db, (tx) => {
      const queryIds = Array.from({ length: queries }, (_, position) => {
        const id = newId();
        tx.insert(schema.query)
          .values({
            ...{ id, projectId: project.id, qid: `q${position + 1}`, text: `What of region ${position + 1}?` },
            ...{ origin: 'imported', position, createdAt: 0 }
          })
          .run();
        return id;
      });
      const content = {
        queries: queryIds.map((_, at) => ({
          ...{ qid: `q${at + 1}`, text: `What of region ${at + 1}?`, domain: null, category: null, items: [] }
        }))
      };
      tx.insert(schema.datasetVersion)
        .values({
          ...{ id: versionId, projectId: project.id, number: 1, contentHash: 'bench', content },
          ...{ queries, items: 0, frozenAt: 0 }
        })
        .run();
      for (let system = 0; system < systems; system += 1) {
        const systemId = newId();
        tx.insert(schema.system)
          .values({ id: systemId, projectId: project.id, name: `system ${system + 1}`, createdAt: 0 })
          .run();
        for (let query = 0; query < queries && reportIds.length < given.reports; query += 1) {
          const id = newId();
          const markdown = benchReport(reportIds.length, given.characters);
          tx.insert(schema.report)
            .values({
              ...{ id, projectId: project.id, systemId, queryId: queryIds[query]!, markdown },
              ...{ sha256: sha256(markdown), source: 'bench', importedAt: 0 }
            })
            .run();
          reportIds.push(id);
        }
      }
    });
    const config = parseJudgeSpec(given.judge);
    const { spec, fingerprint } = makeJudge(config, {});
    const run = createRun(db, authorize(operator, { kind: 'project', id: project.id }, 'manage'), {
      name: 'Bench',
      versionId,
      metrics: [given.metric],
      judges: [{ spec, fingerprint, config }],
      reportIds,
      options: { concurrency: given.concurrency }
    });
    return { file, runId: run.id, slug: project.slug, number: run.number };
  } finally {
    close();
  }
}
