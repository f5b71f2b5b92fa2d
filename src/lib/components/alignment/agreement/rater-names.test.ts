import { describe, expect, it } from 'vitest';
import { candidateValue, readCandidate } from '../candidate-value.ts';
import { columnNames, compactNames, ensembleByName, judgesInFewWords } from '../../../alignment/report/rater-names.ts';

const three = ['scripted:ferrule', 'scripted:gannet', 'scripted:sextant'].map((name, i) => ({ id: `j${i}`, name }));

describe('names of judges', () => {
  it('say a provider once, and never lend it to a judge that has none', () => {
    expect(compactNames(['scripted:ferrule', 'scripted:gannet'])).toBe('scripted:ferrule + gannet');
    expect(compactNames(['scripted:ferrule', 'rules', 'openai:gpt-5', 'scripted:gannet'])).toBe(
      'rules + openai:gpt-5 + scripted:ferrule + gannet'
    );
  });

  it('say "all three" for all judges of three or more, and every name otherwise', () => {
    const inFewWords = (...judgeIds: string[]) => judgesInFewWords({ judgeIds }, three);
    expect(inFewWords('j0', 'j1', 'j2')).toBe('all three');
    expect(inFewWords('j0', 'j2')).toBe('scripted:ferrule + sextant');
    expect(judgesInFewWords({ judgeIds: ['j0', 'j1'] }, three.slice(0, 2))).toBe('scripted:ferrule + gannet');
  });

  it('name every judge and the rule of an ensemble, and no rule of a single judge', () => {
    const names = three.map(({ name }) => name);
    expect(ensembleByName(names, 'majority')).toBe('scripted:ferrule + gannet + sextant, majority');
    expect(ensembleByName(['scripted:gannet'], 'single')).toBe('scripted:gannet');
  });
});

describe('names over columns', () => {
  it('are initials of people and starts of models', () => {
    expect(columnNames(['Mei Arai', 'Jonas  Adeyemi', '李 明'], 'person')).toEqual(['MA', 'JA', '李明']);
    expect(
      columnNames(['scripted:ferrule', 'rules', 'openai-compatible:llama-3@http://127.0.0.1/v1'], 'judge')
    ).toEqual(['ferr.', 'rules', 'llam.']);
  });

  it('are all different: equal ones become numbers', () => {
    expect(columnNames(['Mei Arai', 'Max Abel', 'Petra Nowak'], 'person')).toEqual(['P1', 'P2', 'PN']);
    expect(columnNames(['openai:gpt-5-mini', 'openai:gpt-5-nano'], 'judge')).toEqual(['J1', 'J2']);
  });
});

describe('the value of a candidate in a form', () => {
  it('comes back as it was', () => {
    expect(readCandidate(candidateValue({ rule: 'any', judgeIds: ['a-1', 'b_2'] }))).toEqual({
      rule: 'any',
      judgeIds: ['a-1', 'b_2']
    });
  });

  it('is empty if nothing was chosen', () => {
    expect(readCandidate('')).toEqual({ rule: '', judgeIds: [] });
  });
});
