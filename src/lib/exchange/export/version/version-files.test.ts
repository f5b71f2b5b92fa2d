import { describe, expect, it } from 'vitest';
import { finaliseRound, versionRecord } from '../../../verification/release/finalise.server.ts';
import { importQueries } from '../../../verification/benchmark/benchmark.server.ts';
import { freezeVersion } from '../../../verification/release/versions.server.ts';
import { aQuery, scene } from '../../../verification/rounds/project.fixture.server.ts';
import { appendItem } from '../../../verification/work/ratings.server.ts';
import { freshKey, roundScene } from '../../../verification/rounds/rounds.fixture.ts';
import { englishIn, numbersByLine } from '../two-languages.fixture.ts';
import { readImport } from '../../import/sniff.ts';
import { writeDatasheet } from './datasheet-markdown.ts';
import { isVersionFile, versionFile, versionFiles, versionFileType, type VersionFile } from './version-files.server.ts';

/** A version in which a query was dropped, one reworded, items dropped and reworded, and one appended. */
function verified() {
  const s = roundScene({
    queries: [
      {
        ...aQuery('a', 'Does it name the "three" operators?', '=SUM(A1) is named?', 'Does it say why?'),
        domain: 'Law'
      },
      { ...aQuery('b', 'Does it, too?'), category: 'Market analysis' },
      { ...aQuery('ç', '中文？\nSecond line?'), language: 'zh' }
    ],
    settings: { overlap: 1, inspection: { ...strict } }
  });
  const [annotator] = s.annotators;
  const worker = s.grant(annotator!, 'annotate');
  s.annotateAll(annotator!, ({ kind, key }, { qid, assignmentId }) => {
    if (qid === 'a' && kind === 'query')
      appendItem(s.db, worker, {
        assignmentId,
        text: 'Does it give a source for each figure?',
        comment: 'The query asks for sources.',
        seconds: null,
        idempotencyKey: freshKey()
      });
    if (qid === 'b') return kind === 'query' ? 'not-appropriate' : 'appropriate';
    if (kind === 'query') return { label: 'modify', wording: `What, in 2025, is known about ${qid}?` };
    if (qid === 'a' && key === 'c3') return { label: 'not-appropriate', comment: 'Not asked.' };
    return 'appropriate';
  });
  s.reviewAll(s.reviewers[0]!);
  s.startInspections();
  s.inspectAll(s.reviewers[1]!, ({ kind, key }, { qid }) => {
    if (qid === 'b') return kind === 'query' ? 'not-appropriate' : 'appropriate';
    if (kind === 'query') return { label: 'modify', wording: 'Another?' };
    return qid === 'a' && key === 'c3' ? { label: 'not-appropriate', comment: 'No.' } : 'appropriate';
  });
  return { ...s, made: finaliseRound(s.db, s.lead, s.round.id) };
}

const strict = {
  reading: 'acceptance',
  limit: 0.05,
  acceptNumber: 0,
  risk: 0.05,
  halfWidth: 0.05,
  onReturn: 'annotation'
} as const;

const bytes = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

describe('the files of a dataset version', () => {
  it.each(['dataset.csv', 'dataset.jsonl', 'dataset.xlsx'] as const)(
    'give the same version hash when %s is read into another project',
    async (name) => {
      const { db, lead, made } = verified();
      expect([made.version.queries, made.version.items]).toEqual([2, 4]);
      const file = await versionFile(db, lead, made.version.number, name, 'en');
      const read = await readImport([{ name, bytes: bytes(file) }]);
      if (!read.ok || read.value.kind !== 'queries') throw new Error(JSON.stringify(read));
      expect(read.value.queries.map(({ language }) => language)).toEqual([null, 'zh']);
      const other = scene();
      importQueries(other.db, other.lead, read.value.queries);
      expect(freezeVersion(other.db, other.lead).version.contentHash).toBe(made.version.contentHash);
    }
  );

  it('is the version that the next run freezes, so that the run scores what was verified', () => {
    const { db, lead, made } = verified();
    expect(freezeVersion(db, lead)).toMatchObject({ created: false, version: { id: made.version.id } });
  });

  it('say of each item whether it is unanimous, adjudicated or open', async () => {
    const { db, lead, made } = verified();
    const csv = (await versionFile(db, lead, made.version.number, 'dataset.csv', 'en')) as string;
    expect(csv.split('\r\n')[0]).toMatch(/query_state,item_state$/);
    expect(csv.match(/unanimous,unanimous/g)).toHaveLength(4);
  });

  it('tell the whole way of a dropped item, with pseudonyms and no names', async () => {
    const { db, lead, made, annotators } = verified();
    const lines = ((await versionFile(db, lead, made.version.number, 'lineage.jsonl', 'en')) as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { qid: string; key: string });
    expect(lines.find(({ qid, key }) => qid === 'a' && key === 'c3')).toMatchObject({
      keep: false,
      label: 'not-appropriate',
      ratings: [{ by: 'Annotator 1', comment: 'Not asked.', review: { by: 'Reviewer 1', agrees: true } }],
      state: 'unanimous'
    });
    expect(lines.find(({ key }) => key === 'c4')).toMatchObject({ origin: 'appended', appendedBy: 'Annotator 1' });
    for (const name of Object.keys(versionFiles) as VersionFile[])
      if (name !== 'dataset.xlsx')
        expect(await versionFile(db, lead, made.version.number, name, 'en'), name).not.toContain(annotators[0]!.email);
  });

  it('state every change against the version before', async () => {
    const { db, lead, made } = verified();
    const csv = (await versionFile(db, lead, made.version.number, 'changes.csv', 'en')) as string;
    expect(csv.split('\r\n')[0]).toContain('qid,checklist_id,change,before,after');
    expect(csv).toContain('a,c4,added');
  });

  it('describe themselves in Markdown with counts and agreement', async () => {
    const { db, lead, made } = verified();
    const sheet = (await versionFile(db, lead, made.version.number, 'datasheet.md', 'en')) as string;
    expect(sheet).toContain(made.version.contentHash);
    expect(sheet).toContain('| Dropped | 1 | 2 |');
    expect(sheet).toMatch(/Agreement of ratings and reviews \| items \| 6 \| 12/);
    expect(sheet).not.toMatch(/NaN|undefined \||Infinity/);
  });

  it('describe themselves in Chinese with the same numbers in the same lines', async () => {
    const { db, lead, made } = verified();
    const sheetIn = async (language: string) =>
      (await versionFile(db, lead, made.version.number, 'datasheet.md', language)) as string;
    const chinese = await sheetIn('zh-Hans');
    expect(englishIn(chinese, ['First round'])).toEqual([]);
    expect(numbersByLine(chinese)).toEqual(numbersByLine(await sheetIn('en')));
    expect(await versionFile(db, lead, made.version.number, 'datasheet.json', 'zh-Hans')).toBe(
      await versionFile(db, lead, made.version.number, 'datasheet.json', 'en')
    );
  });

  it('give the reason of an undefined figure in the language of the datasheet', () => {
    const { db, lead, made } = verified();
    const { finalisation, ...record } = versionRecord(db, lead, made.version.number);
    const [first] = finalisation!.datasheet.agreement;
    const kappa = { value: null, reason: 'no-pairable-values', interval: null } as const;
    const datasheet = { ...finalisation!.datasheet, agreement: [{ ...first!, kappa }] };
    const sheet = {
      ...{ previous: null, changes: 0, rubrics: [], finalisation: { ...finalisation!, datasheet } },
      version: { ...record.version, frozenAt: new Date(record.version.frozenAt).toISOString() }
    };
    expect(writeDatasheet(sheet, 'en')).toContain('| – (no unit has two labels) |');
    expect(writeDatasheet(sheet, 'zh-Hans')).toContain('| –（没有单元具有两条标注） |');
  });

  it('have a media type each, and no other name is one', () => {
    for (const name of Object.keys(versionFiles)) expect(isVersionFile(name) && versionFileType(name)).toMatch(/\//);
    expect(isVersionFile('toString')).toBe(false);
  });
});
