import { describe, expect, it } from 'vitest';
import { problemsOf, scene } from '../../rounds/project.fixture.server.ts';
import { compareAnswers, importAnswers, listAnswers } from './survey.server.ts';
import { tenAnswers } from './survey.fixture.ts';

describe('a survey', () => {
  it('is imported once, and not if a respondent answers otherwise', () => {
    const { db, lead } = scene();
    expect(importAnswers(db, lead, tenAnswers)).toEqual({ added: 10, unchanged: 0 });
    expect(importAnswers(db, lead, tenAnswers)).toEqual({ added: 0, unchanged: 10 });
    expect(problemsOf(() => importAnswers(db, lead, [{ ...tenAnswers[0]!, question: 'Else?' }]))).toMatchObject([
      { column: 'respondent r1' }
    ]);
    expect(listAnswers(db, lead, { limit: 3 })).toMatchObject({ total: 10, rows: [{ respondent: 'r1' }, {}, {}] });
    expect(listAnswers(db, lead, { group: 'enterprise' }).total).toBe(3);
  });

  it('shows what an import would bring before it does, and finds words wherever they stand', () => {
    const { db, lead } = scene();
    importAnswers(db, lead, tenAnswers.slice(0, 4));
    const other = { ...tenAnswers[0]!, matters: 'Else', row: 7 };
    expect(compareAnswers(db, lead, [other, ...tenAnswers.slice(1)])).toMatchObject({
      fresh: tenAnswers.slice(4),
      unchanged: 3,
      problems: [{ row: 7, column: 'respondent r1' }]
    });
    expect(listAnswers(db, lead).total).toBe(4);
    const found = (search: string) => listAnswers(db, lead, { search }).rows.map(({ respondent }) => respondent);
    expect([found('ABOUT 2'), found('r4'), found('sources').length, found('%')]).toEqual([['r3'], ['r4'], 4, []]);
  });
});
