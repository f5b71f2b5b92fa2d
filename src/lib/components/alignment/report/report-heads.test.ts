import { describe, expect, it } from 'vitest';
import { sources } from '../../../alignment/document/document.fixture.ts';
import { placeOfChosen } from '../../../alignment/ensembles/shown-candidates.ts';
import { withoutItems } from '../../../alignment/items/items.ts';
import { candidateTable } from '../ensembles/candidate-columns.ts';
import { listIn } from '../../../messages/lists.ts';
import { messagesIn } from '../../../messages/words.ts';
import { pairHeads, partHeads, reportHeads, singleJudges } from './report-heads.ts';
import { judgesInFewWordsIn, ruleIn } from '../../../alignment/report/ensemble-in-words.ts';

const words = { heads: messagesIn('en', 'reportHeads'), list: (names: readonly string[]) => listIn('en', names) };

describe.each(Object.entries(sources))('the heads of a report on a %s scale', (level, { report: whole, procedure }) => {
  const report = withoutItems(whole);
  const chosen = placeOfChosen(whole, procedure);
  const heads = reportHeads(report, procedure, { open: 0, chosen }, words);

  it('say on its first page what its other pages say', () => {
    expect(heads).toMatchObject(pairHeads(report, words));
    expect(heads).toMatchObject(partHeads(report, procedure, 0, words));
    for (const [name, head] of Object.entries(heads))
      if (name !== 'issues' && name !== 'breakdown') expect(head, name).toMatch(/\w/);
    expect(heads.issues === null).toBe(whole.issues === null);
  });

  it('name what a table of paired labels has on this scale', () => {
    const same = { nominal: 'Same category', interval: 'Same range', ordinal: 'Same label', preference: 'Same label' }[level]; // prettier-ignore
    if (same) expect(heads.errors).toContain(`${same} as annotators`);
  });

  it('say nothing of a candidate if none is looked into', () => {
    expect(partHeads(report, procedure, null, words)).toMatchObject({ errors: '', strata: '' });
  });

  it('leave to the table of candidates a row for each place, with a figure or a dash under each column', () => {
    const places = report.candidates.map((_, place) => place).reverse();
    const { rows, columns, people, total } = candidateTable(report, places, messagesIn('en', 'candidateColumns'), {
      judges: (candidate) => judgesInFewWordsIn('en', candidate, report.judges),
      rule: (rule) => ruleIn('en', rule)
    });
    expect(rows.map(({ place }) => place)).toEqual(places);
    expect(total).toBe(report.candidates.length);
    for (const { figures } of [...rows, people]) expect(figures).toHaveLength(columns.length);
  });

  it('compare single judges with single people, each with the path to its items', () => {
    for (const { name, path, figure } of singleJudges(report)) {
      const place = Number(/^candidates\.(\d+)\.withOnePerson$/.exec(path)![1]);
      expect(report.candidates[place]).toMatchObject({ name, rule: 'single', withOnePerson: figure });
    }
  });
});
