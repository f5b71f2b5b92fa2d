import { defaultRunOptions } from '../../src/lib/scorer/runs/run-options.ts';
import { authorize, instance, operator } from '../../src/lib/server/auth/authorize.ts';
import { openDatabase, schema, write, type Db } from '../../src/lib/server/db/client.ts';
import { storeText } from '../../src/lib/server/db/report-text.ts';
import { newId } from '../../src/lib/server/db/id.ts';
import { createProject } from '../../src/lib/server/projects.ts';
import { seededRandom, type Random } from '../../src/lib/stats/numbers/rng.ts';
import type { RevealPolicy } from '../../src/lib/studies/planning/study-input.ts';
import { createStudy } from '../../src/lib/studies/planning/studies.server.ts';
import { migrations } from './scorer-scene.ts';
import { hire, type Worker } from './workers.ts';

const QUERIES = 25;
const SYSTEMS = 4;
const ITEMS = 6;

export interface StudyScene {
  slug: string;
  studyId: string;
  people: Worker[];
  /** Lengths of the reports, in bytes. */
  reportBytes: number[];
}

interface StudyWish {
  people: number;
  items: number;
  overlap: number;
  /** Bytes of the shortest and the longest report: 20 to 60 KB unless told. */
  bytes?: readonly [number, number];
  reveal?: RevealPolicy;
}

/** A database with a scored run over long reports, and an open study of it for all annotators. */
export function prepareStudy(file: string, given: StudyWish): StudyScene {
  const { db, close } = openDatabase(file, migrations);
  try {
    const project = createProject(db, authorize(operator, instance, 'administer'), { name: 'Bench' });
    const grant = authorize(operator, { kind: 'project', id: project.id }, 'manage');
    const random = seededRandom(1);
    const { runId, reportBytes } = write(db, (tx) =>
      scoredRun(tx, project.id, random, given.bytes ?? [20_000, 60_000])
    );
    const people = hire(db, project.id, 'annotator', given.people);
    const study = createStudy(db, grant, {
      ...{ runId, name: 'Bench', metric: 'coverage', sample: { items: given.items }, overlap: given.overlap },
      ...{ people: people.map(({ userId }) => userId), seed: 1 },
      reveal: given.reveal ?? 'never',
      guideline: 'Read the whole report first.'
    });
    return { slug: project.slug, studyId: study.id, people, reportBytes };
  } finally {
    close();
  }
}

function scoredRun(
  tx: Db,
  projectId: string,
  random: Random,
  [least, most]: readonly [number, number]
): { runId: string; reportBytes: number[] } {
  const [versionId, runId, judgeId] = [newId(), newId(), newId()];
  const queries = Array.from({ length: QUERIES }, (_, position) => {
    const [id, qid, text] = [newId(), `q${position + 1}`, `How will region ${position + 1} heat its homes by 2040?`];
    const common = { id, projectId, qid, qidKey: qid, text, language: 'en', position };
    tx.insert(schema.query)
      .values({ ...common, origin: 'imported', createdAt: 0 })
      .run();
    const items = Array.from({ length: ITEMS }, (_, i) => ({
      key: `c${i + 1}`,
      text: `Does the report give figure ${i + 1} for region ${position + 1}?`
    }));
    return { id, qid, text, domain: null, category: null, items };
  });
  const content = { queries: queries.map(({ id: _, ...query }) => query) };
  tx.insert(schema.datasetVersion)
    .values({
      ...{ id: versionId, projectId, number: 1, contentHash: 'bench', content, frozenAt: 0 },
      ...{ queries: QUERIES, items: QUERIES * ITEMS }
    })
    .run();
  tx.insert(schema.run)
    .values({
      ...{ id: runId, projectId, number: 1, name: 'Bench', versionId, createdAt: 0 },
      ...{ status: 'done', options: defaultRunOptions }
    })
    .run();
  const prompt = { promptName: 'coverage', promptVersion: '1', promptHash: 'bench' };
  tx.insert(schema.runMetric)
    .values({ runId, metric: 'coverage', ...prompt, settings: {}, position: 0 })
    .run();
  tx.insert(schema.judge)
    .values({
      ...{ id: judgeId, projectId, spec: 'scripted:bench', provider: 'scripted', model: 'bench' },
      ...{ settings: {}, fingerprint: 'bench', createdAt: 0 }
    })
    .run();
  tx.insert(schema.runJudge).values({ runId, judgeId, position: 0 }).run();
  const reportBytes: number[] = [];
  for (let system = 1; system <= SYSTEMS; system += 1) {
    const systemId = newId();
    tx.insert(schema.system)
      .values({ id: systemId, projectId, name: `system ${system}`, nameKey: `system ${system}`, createdAt: 0 })
      .run();
    for (const { id: queryId, text, items } of queries) {
      const reportId = newId();
      const markdown = longReport(text, random, least + random.below(most - least));
      reportBytes.push(Buffer.byteLength(markdown));
      tx.insert(schema.report)
        .values({
          ...{ id: reportId, projectId, systemId, queryId },
          ...{ sha256: storeText(tx, markdown).hash, source: 'bench', importedAt: 0 }
        })
        .run();
      for (const { key } of items)
        tx.insert(schema.verdict)
          .values({
            ...{ runId, reportId, metric: 'coverage', judgeId, item: key, at: 0, state: 'judged' },
            ...{ label: random.below(2) === 0 ? 'yes' : 'no', rationale: 'As the report says.', evidence: [] }
          })
          .run();
    }
  }
  return { runId, reportBytes };
}

const words =
  'heat grid storage demand winter district supply pump tariff network price study region load boiler share capacity reserve flow sector household insulation forecast policy subsidy emissions temperature scenario renewable electricity'.split(
    ' '
  );

/** A report as agents write them: headings, paragraphs, lists, tables, a hundred citations and their references. */
function longReport(title: string, random: Random, bytes: number): string {
  const cited = 100;
  const phrase = (length: number): string => Array.from({ length }, () => words[random.below(words.length)]).join(' ');
  const sentence = (): string => `${phrase(9 + random.below(12))} [${1 + random.below(cited)}].`;
  const references = Array.from(
    { length: cited },
    (_, i) => `[${i + 1}] ${phrase(6)}. https://source-${i + 1}.example/${phrase(2).replaceAll(' ', '-')}`
  ).join('\n');
  const parts = [`# ${title}`];
  let length = references.length;
  for (let section = 1; length < bytes; section += 1) {
    const part = [
      `## ${section}. ${phrase(4)}`,
      ...Array.from({ length: 3 }, () => Array.from({ length: 4 }, sentence).join(' ')),
      Array.from({ length: 4 }, () => `- **${phrase(2)}**: ${sentence()}`).join('\n'),
      ...(section % 3 === 0
        ? [
            `| ${phrase(1)} | 2030 | 2040 |\n| --- | --: | --: |\n${Array.from({ length: 6 }, () => `| ${phrase(2)} | ${random.below(900)} | ${random.below(900)} |`).join('\n')}`
          ]
        : [])
    ].join('\n\n');
    parts.push(part);
    length += part.length + 2;
  }
  return [...parts, '## References', references].join('\n\n');
}
