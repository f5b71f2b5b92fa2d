import { describe, expect, it } from 'vitest';
import { metricByName } from '../suites/index.ts';
import type { Metric } from '../metric.ts';
import { searchChosen, searchProblems, searchRecorded } from './needed.ts';
import { searchesOfRunInWords } from './words.ts';

const plain = metricByName('coverage');
const searching: Metric = { ...plain, name: 'facts', title: 'Facts', needs: { search: true } };
const tavily = { TAVILY_API_KEY: 'k' };

describe('a run with a metric that searches', () => {
  it('records the provider that is set up, or the one chosen; others record none', () => {
    expect(searchChosen(tavily, [plain, searching], null)).toEqual({ search: 'tavily' });
    expect(searchChosen({ ...tavily, SERPER_API_KEY: 'k' }, [searching], 'serper')).toEqual({ search: 'serper' });
    expect(searchChosen(tavily, [plain], 'brave')).toEqual({});
    expect(() => searchChosen(tavily, [searching], 'brave')).toThrow(/set BRAVE_API_KEY/);
  });

  it('is refused if none is set up, with the variables to set', () => {
    expect(searchChosen({}, [searching], null)).toEqual({});
    expect(searchProblems([plain, searching], undefined)).toMatchObject([
      {
        column: 'search',
        found: 'facts',
        reason: expect.stringMatching(/^Facts searches the web.*tavily \(TAVILY_API_KEY\)/)
      }
    ]);
    expect(searchProblems([searching], 'tavily')).toEqual([]);
    expect(searchProblems([plain], undefined)).toEqual([]);
  });

  it('continues with the same provider at the same address only', () => {
    expect(searchRecorded(tavily, {})).toBeNull();
    expect(searchRecorded(tavily, { search: 'tavily' })?.identity).toBe('tavily');
    const moved = { ...tavily, TAVILY_BASE_URL: 'https://gateway.example' };
    expect(() => searchRecorded(moved, { search: 'tavily' })).toThrow(
      /searches with tavily, and here that is tavily@https:\/\/gateway.example/
    );
    expect(() => searchRecorded({}, { search: 'tavily' })).toThrow(/set TAVILY_API_KEY/);
  });
});

it('searches of a run are said with what failed', () => {
  expect(searchesOfRunInWords({ provider: 'tavily', searches: 1_200, failed: {} })).toBe('tavily: 1,200 searches');
  expect(searchesOfRunInWords({ provider: 'brave', searches: 1, failed: { quota: 1 } })).toBe(
    'brave: 1 search, 1 of them after the plan was used up'
  );
});

it('a key that no header can carry is refused with its variable, before a search is made', () => {
  expect(() => searchChosen({ TAVILY_API_KEY: 'tvly-one\ntvly-two' }, [searching], 'tavily')).toThrow(
    'The search provider tavily is not available: TAVILY_API_KEY holds a line break'
  );
});
