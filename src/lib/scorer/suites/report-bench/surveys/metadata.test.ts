import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mayBeSurvey, paperRules, readMetadata, refusalOf, type PaperMetadata } from './metadata.ts';

const shared = process.env['VOIRDIRE_SHARED'] ?? join(import.meta.dirname, '../../../../../../../shared');

const line = (over: Record<string, unknown> = {}) => ({
  id: '2401.00001',
  title: 'A Survey of\n  Paper Folding',
  authors: 'A. Author, B. Author',
  abstract: '  We survey folding. ',
  comments: 'Accepted by Folding Letters',
  'journal-ref': null,
  license: 'http://creativecommons.org/licenses/by/4.0/',
  versions: [
    { version: 'v2', created: 'Mon, 1 Apr 2024 00:30:00 GMT' },
    { version: 'v1', created: 'Mon, 1 Jan 2024 23:59:59 GMT' }
  ],
  ...over
});
const paper = (over: Record<string, unknown> = {}): PaperMetadata => {
  const read = readMetadata(line(over));
  if ('reason' in read) throw new Error(read.reason);
  return read;
};

describe('a line of arXiv’s metadata snapshot', () => {
  it('is read with its breaks folded and its versions’ days in order', () => {
    expect(paper()).toEqual({
      ...{ arxiv: '2401.00001', title: 'A Survey of Paper Folding', authors: 'A. Author, B. Author' },
      ...{ abstract: 'We survey folding.', comments: 'Accepted by Folding Letters', journalRef: '' },
      ...{ licence: 'http://creativecommons.org/licenses/by/4.0/', versions: ['2024-01-01', '2024-04-01'] }
    });
  });

  it('is refused by the field that cannot be read', () => {
    expect(readMetadata(line({ id: '' }))).toMatchObject({ field: 'id' });
    expect(readMetadata(line({ title: ' ' }))).toMatchObject({ field: 'title' });
    for (const versions of [undefined, [], [{ created: '2024-01-01' }], [null]])
      expect(readMetadata(line({ versions }))).toMatchObject({ field: 'versions' });
  });

  it('is a candidate by the paper’s rules, else refused by the first that it breaks', () => {
    const refusal = (over: Record<string, unknown>, rules = paperRules) => refusalOf(paper(over), rules);
    expect(refusal({})).toBeNull();
    expect(refusal({ title: 'Folding reviewed' })).toBe('title');
    expect(refusal({ title: 'A preview of folding' })).toBe('title');
    expect(refusal({ title: 'A systematic REVIEW' })).toBeNull();
    expect(refusal({ versions: [{ created: 'Tue, 31 Dec 2019 23:59:59 GMT' }] })).toBe('early');
    expect(refusal({ versions: [{ created: 'Wed, 1 Jan 2020 00:00:00 GMT' }] })).toBeNull();
    expect(refusal({ comments: 'Published in Folding, 12 pages' })).toBeNull();
    for (const comments of [null, '12 pages', 'Submitted for publishing', 'for republishing'])
      expect([comments, refusal({ comments })]).toEqual([comments, 'unpublished']);
    const withJournal = { comments: '12 pages', 'journal-ref': 'Folding Letters 3 (2024)' };
    expect(refusal(withJournal)).toBe('unpublished');
    expect(refusal(withJournal, { ...paperRules, journalReferenceCounts: true })).toBeNull();
    const arxivOnly = { license: 'http://arxiv.org/licenses/nonexclusive-distrib/1.0/' };
    expect([refusal(arxivOnly), refusal(arxivOnly, { ...paperRules, licences: 'open' })]).toEqual([null, 'licence']);
    expect(refusal({}, { ...paperRules, licences: 'open' })).toBeNull();
  });

  it('of the 100 official surveys passes, but for four whose comments have neither word', ({ skip }) => {
    const file = join(shared, 'data/reportbench/ReportBench_v1.1.jsonl');
    if (!existsSync(file)) return skip('ReportBench’s files are not here');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const refused = lines.map((one) =>
      refusalOf(readMetadata(JSON.parse(one) as Record<string, unknown>) as PaperMetadata)
    );
    expect(lines.every(mayBeSurvey)).toBe(true);
    expect(refused.filter((one) => one !== null)).toEqual(['unpublished', 'unpublished', 'unpublished', 'unpublished']);
  });
});
