import { describe, expect, it } from 'vitest';
import { readAudit } from '../../../server/audit/audit-trail.ts';
import { importQueries } from '../../benchmark/benchmark.server.ts';
import { proportionalTargets, startOfDraft, usualLabels } from './coding.ts';
import {
  addBenchmarkLabels,
  addCodingLabel,
  addUsualLabels,
  changeCodingLabel,
  codingRows,
  removeCodingLabel
} from './coding.server.ts';
import { outsideList, setTargets, targetsFromAnswers } from './coding-targets.server.ts';
import { aQuery, problemsOf, scene } from '../../rounds/project.fixture.server.ts';
import { getDraft } from '../query-draft-view.server.ts';
import { addDraft } from '../query-drafts.server.ts';
import { answersCoded, surveyCounts } from './survey-counts.server.ts';
import { importAnswers, listAnswers } from './survey.server.ts';
import { answerOfRespondent, codeAnswer, codingPlace } from './survey-coding.server.ts';
import { tenAnswers } from './survey.fixture.ts';

describe('a survey', () => {
  it('is coded and counted, with intervals, and gives targets in proportion', () => {
    const { db, lead } = scene();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead);
    addUsualLabels(db, lead);
    expect(codingRows(db, lead, 'domain').map(({ name }) => name)).toEqual(usualLabels.domain);
    const [science, economy] = codingRows(db, lead, 'domain');
    const { rows } = listAnswers(db, lead);
    rows.slice(0, 6).forEach(({ id }, i) => codeAnswer(db, lead, id, { domain: [i < 4 ? science!.id : economy!.id] }));
    expect(() => codeAnswer(db, lead, rows[0]!.id, { category: [science!.id] })).toThrow(/not a category/);
    const counts = surveyCounts(db, lead);
    expect(counts).toMatchObject({ answers: 10, coded: 0 });
    expect(counts.groups[0]).toMatchObject({ group: 'general', share: { k: 7, n: 10 } });
    expect(counts.domains.labels[0]).toMatchObject({
      name: 'Science & Technology',
      share: { k: 4, n: 6, value: 4 / 6 }
    });
    expect(listAnswers(db, lead, { coded: false }).total).toBe(10);
    targetsFromAnswers(db, lead, 'domain', 100);
    expect(codingRows(db, lead, 'domain').map(({ target }) => target)).toEqual([67, 33, 0, 0, 0, 0, 0]);
    expect(() => removeCodingLabel(db, lead, science!.id)).toThrow(/4 answers/);
    changeCodingLabel(db, lead, science!.id, { name: 'Science', target: 5 });
    expect(codingRows(db, lead, 'domain')[0]).toMatchObject({ name: 'Science', target: 5, answers: 4 });
    expect(() => addCodingLabel(db, lead, { kind: 'domain', name: 'science' })).toThrow(/already/);
    expect(() => targetsFromAnswers(db, lead, 'category', 10)).toThrow(/no answer is coded/);
  });

  it('is coded in order, and leads to the next answer that lacks a code, from the end back to the beginning', () => {
    const { db, lead } = scene();
    expect(codingPlace(db, lead, null)).toBeNull();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead);
    const [domain, category] = [codingRows(db, lead, 'domain')[0]!, codingRows(db, lead, 'category')[0]!];
    const code = (respondent: string) =>
      codeAnswer(db, lead, answerOfRespondent(db, lead, respondent).id, {
        domain: [domain.id],
        category: [category.id]
      });
    expect(codingPlace(db, lead, null)).toMatchObject({
      answer: { respondent: 'r1' },
      number: 1,
      total: 10,
      previous: null,
      next: 'r2',
      nextUncoded: 'r2'
    });
    for (const respondent of ['r1', 'r2', 'r9', 'r10']) code(respondent);
    expect(codingPlace(db, lead, null)).toMatchObject({ answer: { respondent: 'r3' }, coded: 4, previous: 'r2' });
    // r10 comes after r9, and after it nothing is left but what was passed over.
    expect(codingPlace(db, lead, 'r10')).toMatchObject({ previous: 'r9', next: null, nextUncoded: 'r3' });
    for (const { respondent } of tenAnswers) code(respondent);
    expect(codingPlace(db, lead, null)).toMatchObject({ number: 1, coded: 10, nextUncoded: null });
    expect(() => codingPlace(db, lead, 'r11')).toThrow(/no such answer/);
    expect(surveyCounts(db, lead)).toMatchObject({
      groups: [{ group: 'general' }, { group: 'enterprise' }],
      domains: { labels: [{ byGroup: [7, 3], share: { k: 10, n: 10 } }, { byGroup: [0, 0] }, {}, {}, {}, {}, {}] }
    });
  });
});

describe('an answer with several codes', () => {
  /** r1 is Science and Economy, r2 Science, r3 Economy and Health; r1 and r4 have a category; six have no code. */
  const coded = () => {
    const s = scene();
    importAnswers(s.db, s.lead, tenAnswers);
    addUsualLabels(s.db, s.lead);
    const [science, economy, health] = codingRows(s.db, s.lead, 'domain').map(({ id }) => id) as [
      string,
      string,
      string
    ];
    const [topic, wide] = codingRows(s.db, s.lead, 'category').map(({ id }) => id) as [string, string];
    const code = (respondent: string, codes: Parameters<typeof codeAnswer>[3]) =>
      codeAnswer(s.db, s.lead, answerOfRespondent(s.db, s.lead, respondent).id, codes);
    code('r1', { domain: [economy, science], category: [wide] });
    code('r2', { domain: [science] });
    code('r3', { domain: [economy, health, economy] });
    code('r4', { category: [topic, wide] });
    const codesOf = (respondent: string) => answerOfRespondent(s.db, s.lead, respondent).codes;
    return { ...s, science, economy, health, topic, wide, code, codesOf };
  };

  it('keeps them in the order of the list, each once, and one list when only the other is coded anew', () => {
    const { codesOf, code, science, economy, health, wide } = coded();
    expect(codesOf('r1')).toEqual({ domain: [science, economy], category: [wide] });
    expect(codesOf('r3')).toEqual({ domain: [economy, health], category: [] });
    code('r1', { category: [] });
    expect(codesOf('r1')).toEqual({ domain: [science, economy], category: [] });
    code('r1', { domain: [health] });
    expect(codesOf('r1').domain).toEqual([health]);
  });

  it('counts for each of them, once for their list, and shares are of the answers that have any', () => {
    const { db, lead } = coded();
    const { domains, categories, coded: both } = surveyCounts(db, lead);
    expect(both).toBe(1);
    expect(domains).toMatchObject({ coded: 3, several: 2, uncoded: 7, byGroup: [0, 3] });
    expect(domains.labels.slice(0, 4).map(({ share: { k, n, value } }) => [k, n, value])).toEqual([
      [2, 3, 2 / 3],
      [2, 3, 2 / 3],
      [1, 3, 1 / 3],
      [0, 3, 0]
    ]);
    expect(categories).toMatchObject({ coded: 2, several: 1, uncoded: 8, byGroup: [1, 1] });
    expect([answersCoded(db, lead, 'domain'), answersCoded(db, lead, 'category')]).toEqual([3, 2]);
  });

  it('is found by each of them', () => {
    const { db, lead, economy, science, wide } = coded();
    const found = (filter: Parameters<typeof listAnswers>[2]) =>
      listAnswers(db, lead, filter).rows.map(({ respondent }) => respondent);
    expect(found({ domainId: economy })).toEqual(['r1', 'r3']);
    expect(found({ domainId: science, categoryId: wide })).toEqual(['r1']);
    expect(found({ coded: true })).toEqual(['r1']);
    expect(codingPlace(db, lead, 'r1')).toMatchObject({ coded: 1, nextUncoded: 'r2' });
  });

  it('loses only what is taken off a list, and does not get twice what that becomes', () => {
    const { db, lead, codesOf, science, economy, health } = coded();
    removeCodingLabel(db, lead, economy, science);
    expect([codesOf('r1').domain, codesOf('r3').domain]).toEqual([[science], [science, health]]);
    removeCodingLabel(db, lead, science, null);
    expect([codesOf('r1').domain, codesOf('r2').domain, codesOf('r3').domain]).toEqual([[], [], [health]]);
  });

  it('stands in the audit trail by the names before and after, and not if nothing changed', () => {
    const { db, lead, code, science, economy } = coded();
    const acts = () => readAudit(db, lead, { action: 'survey.code' }).map(({ detail }) => detail);
    code('r1', { domain: [science] });
    const from = { domain: ['Science & Technology', 'Economy & Business'], category: ['Wide information search'] };
    expect(acts()[0]).toEqual({ from, to: { ...from, domain: ['Science & Technology'] } });
    const { length } = acts();
    code('r3', { domain: [codingRows(db, lead, 'domain')[2]!.id, economy] });
    expect(acts()).toHaveLength(length);
  });

  it('leaves to a person what a draft of it is coded as; a single code is taken over', () => {
    expect([startOfDraft([]), startOfDraft(['Law']), startOfDraft(['Law', 'Health'])]).toEqual(['', 'Law', '']);
  });

  it('is not coded as a label of another list or project', () => {
    const { db, lead, code, codesOf, topic } = coded();
    const before = codesOf('r2');
    expect(() => code('r2', { domain: [topic] })).toThrow(/not a domain/);
    expect(() => code('r2', { category: ['elsewhere'] })).toThrow(/no such domain or category/);
    expect(() => codeAnswer(db, lead, 'nobody', { domain: [] })).toThrow(/no such answer/);
    expect(codesOf('r2')).toEqual(before);
  });
});

describe('a list to code into', () => {
  it('loses a domain together with what its answers and drafts become', () => {
    const { db, lead } = scene();
    importAnswers(db, lead, tenAnswers);
    addUsualLabels(db, lead, ['domain']);
    expect(codingRows(db, lead, 'category')).toEqual([]);
    const [science, economy, health] = codingRows(db, lead, 'domain');
    const domainOf = (respondent: string) => answerOfRespondent(db, lead, respondent).codes.domain;
    for (const respondent of ['r1', 'r2'])
      codeAnswer(db, lead, answerOfRespondent(db, lead, respondent).id, { domain: [science!.id] });
    codeAnswer(db, lead, answerOfRespondent(db, lead, 'r3').id, { domain: [economy!.id] });
    const { qid } = addDraft(db, lead, { text: 'x', domain: science!.name, category: null });
    expect(() => removeCodingLabel(db, lead, science!.id)).toThrow(/2 answers and 1 draft are/);
    expect(() => removeCodingLabel(db, lead, science!.id, science!.id)).toThrow(/another domain/);
    removeCodingLabel(db, lead, science!.id, health!.id);
    expect([domainOf('r1'), domainOf('r2'), domainOf('r3')]).toEqual([[health!.id], [health!.id], [economy!.id]]);
    expect(getDraft(db, lead, qid).draft.domain).toBe(health!.name);
    removeCodingLabel(db, lead, health!.id, null);
    expect([domainOf('r1'), getDraft(db, lead, qid).draft.domain]).toEqual([[], null]);
    // A name is free again, and goes to the end.
    addCodingLabel(db, lead, { kind: 'domain', name: science!.name });
    expect(codingRows(db, lead, 'domain').at(-1)!.name).toBe(science!.name);
    expect(() => changeCodingLabel(db, lead, economy!.id, { name: 'SCIENCE & technology' })).toThrow(/already/);
  });

  it('has targets that are set together or not at all, beside what the benchmark has under other names', () => {
    const { db, lead } = scene();
    importQueries(db, lead, [
      { ...aQuery('a'), domain: 'Heat' },
      { ...aQuery('b'), domain: 'Cold' },
      { ...aQuery('c') }
    ]);
    addCodingLabel(db, lead, { kind: 'domain', name: 'Heat' });
    expect(outsideList(db, lead, 'domain')).toEqual({ others: [{ name: 'Cold', queries: 1 }], without: 1 });
    addBenchmarkLabels(db, lead, 'domain');
    expect(outsideList(db, lead, 'domain')).toEqual({ others: [], without: 1 });
    const [heat, cold] = codingRows(db, lead, 'domain');
    expect(
      problemsOf(() =>
        setTargets(db, lead, 'domain', [
          { id: heat!.id, target: 3 },
          { id: cold!.id, target: 1.5 }
        ])
      )
    ).toMatchObject([{ column: 'target' }]);
    expect(() => setTargets(db, lead, 'category', [{ id: heat!.id, target: 3 }])).toThrow(/no such category/);
    expect(codingRows(db, lead, 'domain').map(({ target }) => target)).toEqual([null, null]);
    setTargets(db, lead, 'domain', [
      { id: heat!.id, target: 3 },
      { id: cold!.id, target: null }
    ]);
    expect(codingRows(db, lead, 'domain').map(({ target, queries }) => [target, queries])).toEqual([
      [3, 1],
      [null, 1]
    ]);
  });

  it('has targets that sum to the whole, whatever is rounded', () => {
    expect(proportionalTargets([1, 1, 1], 100)).toEqual([34, 33, 33]);
    expect(proportionalTargets([0, 0], 5)).toEqual([0, 0]);
  });
});
