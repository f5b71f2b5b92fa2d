import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import type { Db } from '../../../server/db/client.ts';
import { anchorInWords, auditHead } from '../../../server/audit/audit-chain.ts';
import { versionLineage, versionRecord } from '../../../verification/release/finalise.server.ts';
import type { Lineage } from '../../../verification/release/lineage.ts';
import { getVersion } from '../../../verification/release/versions.server.ts';
import { flatColumns, itemRows, writeAnnotationCsv, type ItemRow } from './annotation-csv-writer.ts';
import type { ImportedQuery } from '../../../verification/benchmark/benchmark.ts';
import { AUDIT_HEAD } from '../../format/audit-head.ts';
import { writeDatasetXlsx } from './dataset-xlsx-writer.ts';
import { writeDatasheet } from './datasheet-markdown.ts';
import { writeJsonLines } from '../../format/json-lines.ts';
import { parquetOfLines } from '../../format/parquet/parquet-table.ts';
import { writeLineageCsv } from './lineage-csv.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';
import { hasTabledMaterial, writeMaterialXlsx } from './material-xlsx-writer.ts';
import { writeTopicsJsonl } from '../../import/topics/topics-jsonl.ts';
import type { ImportedTopic } from '../../../verification/topics/topics.ts';
import type { VersionContent } from '../../../verification/release/versions.ts';
import type { VersionSheet } from './version-sheet.ts';

type VersionReader = ProjectGrant<'read-benchmark' | 'manage'>;

interface Material {
  queries: ImportedQuery[];
  /** Accepted ones; a version holds no others. */
  topics: ImportedTopic[];
  lineage: Lineage[];
  record: ReturnType<typeof versionRecord>;
  /** Anchor of the audit trail. */
  head: string;
  state: (qid: string, key: string | null) => string;
}

/** Everything that a version hands out, read once. */
function materialOf(db: Db, grant: VersionReader, number: number): Material {
  const record = versionRecord(db, grant, number);
  const { content } = getVersion(db, grant, number);
  const lineage = versionLineage(db, grant, number);
  const states = new Map(lineage.map(({ qid, kind, key, state }) => [`${kind} ${qid} ${key}`, state]));
  return {
    record,
    head: anchorInWords(auditHead(db)),
    lineage,
    topics: (content.topics ?? []).map((one) => ({ ...one, state: 'accepted' as const, reason: null, note: '' })),
    state: (qid, key) => states.get(key === null ? `query ${qid} ${qid}` : `item ${qid} ${key}`) ?? 'not verified',
    queries: content.queries.map(({ qid, text, placeholderFree, domain, category, language, items, material }) => ({
      ...(material && { material }),
      qid,
      text,
      ...(placeholderFree != null && { placeholderFree }),
      domain,
      category,
      language: language ?? null,
      items: items.map(({ key, text: item, placeholderFree: free }) => ({
        key,
        text: item,
        ...(free != null && { placeholderFree: free }),
        kind: 'item',
        weight: null,
        dimension: null,
        explanation: null
      }))
    }))
  };
}

/** Whether a query and an item are unanimous, adjudicated or open. Readers of these files pass over the columns. */
const stateColumns = ({ state }: Material): CsvColumn<ItemRow>[] => [
  { header: 'query_state', value: ({ query }) => state(query.qid, null) },
  { header: 'item_state', value: ({ query, item }) => state(query.qid, item.key) }
];

const datasetLines = ({ queries, state }: Material): string =>
  writeJsonLines(
    queries.map(({ qid, text, placeholderFree: free, domain, category, language, items, material }) => ({
      qid,
      query: text,
      ...(free != null && { question_no_placeholder: free }),
      domain,
      category,
      ...(language !== null && { language }),
      state: state(qid, null),
      items: items.map(({ key, text: item, placeholderFree: own }) => ({
        key,
        text: item,
        ...(own != null && { text_no_placeholder: own }),
        state: state(qid, key)
      })),
      ...(material && { material })
    }))
  );

/** The files of a dataset version, by file name. `dataset.jsonl` and `dataset.parquet` give the same version hash when read back, with `topics.jsonl` and the rubrics if the version has any; a table does if it has no material either. */
export const versionFiles = {
  'annotation.csv': (material: Material) => writeAnnotationCsv(material.queries, 'appendix-j'),
  'dataset.csv': (material: Material) =>
    writeTableCsv([...flatColumns(material.queries), ...stateColumns(material)], itemRows(material.queries), {
      bom: true
    }),
  'dataset.jsonl': datasetLines,
  'dataset.parquet': (material: Material) => parquetOfLines(datasetLines(material)),
  'dataset.xlsx': (material: Material) =>
    writeDatasetXlsx(material.queries, stateColumns(material), [[AUDIT_HEAD, material.head]]),
  'material.xlsx': ({ queries, topics, head }: Material) => writeMaterialXlsx(queries, topics, [[AUDIT_HEAD, head]]),
  'topics.jsonl': ({ topics }: Material) => writeTopicsJsonl(topics),
  'topics.parquet': ({ topics }: Material) => parquetOfLines(writeTopicsJsonl(topics)),
  'lineage.jsonl': ({ lineage }: Material) => writeJsonLines(lineage),
  'lineage.parquet': ({ lineage }: Material) => parquetOfLines(writeJsonLines(lineage)),
  'lineage.csv': ({ lineage }: Material) => writeLineageCsv(lineage),
  'changes.csv': ({ record }: Material) =>
    writeTableCsv(
      [
        { header: 'qid', value: ({ qid }) => qid },
        { header: 'checklist_id', value: ({ key }) => key },
        { header: 'change', value: ({ change }) => change },
        { header: 'before', value: ({ before }) => before },
        { header: 'after', value: ({ after }) => after }
      ],
      record.changes,
      { bom: true }
    ),
  'datasheet.json': ({ record }: Material) => `${JSON.stringify(sheetOf(record), null, 2)}\n`,
  'datasheet.md': ({ record }: Material, language: string) => writeDatasheet(sheetOf(record), language)
} as const satisfies Record<string, (material: Material, language: string) => string | Promise<Uint8Array>>;

export type VersionFile = keyof typeof versionFiles;

/** The files that a version has: no table of checklists if a query has none, no workbook or topics if there is nothing for them. */
export function versionFileNames({ content }: { content: VersionContent }): VersionFile[] {
  const { queries, topics = [] } = content;
  const withItems = queries.every(({ items }) => items.length > 0);
  return (Object.keys(versionFiles) as VersionFile[]).filter((name) => {
    if (name === 'material.xlsx') return hasTabledMaterial(queries);
    if (name === 'topics.jsonl' || name === 'topics.parquet') return topics.length > 0;
    return withItems || !['annotation.csv', 'dataset.csv', 'dataset.xlsx'].includes(name);
  });
}

export const isVersionFile = (name: string): name is VersionFile => Object.hasOwn(versionFiles, name);

/** Media types by the ending of a file's name. */
export const versionFileType = (name: VersionFile): string =>
  ({
    csv: 'text/csv; charset=utf-8',
    jsonl: 'application/jsonl; charset=utf-8',
    json: 'application/json; charset=utf-8',
    md: 'text/markdown; charset=utf-8',
    parquet: 'application/vnd.apache.parquet',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  })[name.split('.').at(-1) as 'csv' | 'jsonl' | 'json' | 'md' | 'parquet' | 'xlsx'];

/**
 * One file of a version, ready to be sent.
 *
 * @param language of its text (BCP 47); files of data ignore it
 */
export async function versionFile(
  db: Db,
  grant: VersionReader,
  number: number,
  name: VersionFile,
  language: string
): Promise<string | Uint8Array> {
  const write: (material: Material, language: string) => string | Promise<Uint8Array> = versionFiles[name];
  return write(materialOf(db, grant, number), language);
}

const sheetOf = ({ version, previous, changes, finalisation, rubrics }: Material['record']): VersionSheet => ({
  version: {
    number: version.number,
    contentHash: version.contentHash,
    queries: version.queries,
    items: version.items,
    frozenAt: new Date(version.frozenAt).toISOString()
  },
  rubrics: rubrics.map(({ title, version, hash }) => ({ title, version, hash })),
  previous,
  changes: changes.length,
  finalisation
});
