import { describe, expect, it } from 'vitest';
import {
  parseDeepResearchBenchCriteria,
  parseDeepResearchBenchQueries,
  parseDeepResearchBenchReports
} from './deep-research-bench.ts';
import { bytesOf } from '../queries/queries.fixture.ts';

const lines = (...values: unknown[]) => bytesOf(values.map((value) => JSON.stringify(value)).join('\n'));

describe('the files of DeepResearch Bench', () => {
  it('give queries whose qid is the id and whose domain is the topic', () => {
    expect(parseDeepResearchBenchQueries(lines({ id: 3, topic: 'Health', language: 'en', prompt: ' Q? ' }))).toEqual({
      ok: true,
      value: [{ qid: '3', text: 'Q?', domain: 'Health', category: null, language: 'en', items: [] }],
      notes: []
    });
  });

  it('give the criteria of all four groups, with weight and group', () => {
    const criterion = (name: string, weight: number) => ({ criterion: name, explanation: `About ${name}.`, weight });
    const parsed = parseDeepResearchBenchCriteria(
      lines({
        id: 3,
        prompt: 'Q?',
        dimension_weight: { insight: 1 },
        criterions: {
          comprehensiveness: [criterion('Breadth', 0.6), criterion('Depth', 0.4)],
          insight: [criterion('Wit', 1)],
          instruction_following: [criterion('Scope', 1)],
          readability: [criterion('Style', 1)]
        }
      })
    );
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(parsed.value[0]?.items).toEqual([
      {
        key: 'comprehensiveness-1',
        text: 'Breadth',
        kind: 'criterion',
        weight: 0.6,
        dimension: 'comprehensiveness',
        explanation: 'About Breadth.'
      },
      {
        key: 'comprehensiveness-2',
        text: 'Depth',
        kind: 'criterion',
        weight: 0.4,
        dimension: 'comprehensiveness',
        explanation: 'About Depth.'
      },
      {
        key: 'insight-1',
        text: 'Wit',
        kind: 'criterion',
        weight: 1,
        dimension: 'insight',
        explanation: 'About Wit.'
      },
      {
        key: 'instruction-following-1',
        text: 'Scope',
        kind: 'criterion',
        weight: 1,
        dimension: 'instruction_following',
        explanation: 'About Scope.'
      },
      {
        key: 'readability-1',
        text: 'Style',
        kind: 'criterion',
        weight: 1,
        dimension: 'readability',
        explanation: 'About Style.'
      }
    ]);
  });

  it('are refused with the path of each field that is wrong', () => {
    const parsed = parseDeepResearchBenchCriteria(
      lines(
        {
          id: 1,
          prompt: 'Q?',
          criterions: { comprehensiveness: [{ criterion: '', weight: 'x' }], instruction_following: 3 }
        },
        { id: 1, prompt: 'R?', criterions: { comprehensiveness: [], instruction_following: [] } }
      )
    );
    expect(parsed).toMatchObject({
      ok: false,
      problems: [
        { row: 1, column: 'criterions.comprehensiveness[0].criterion' },
        { row: 1, column: 'criterions.comprehensiveness[0].weight' },
        { row: 1, column: 'criterions.instruction_following' },
        { row: 2, column: 'id', reason: 'The id is already used in row 1' },
        { row: 2, column: 'prompt' }
      ]
    });
  });

  it('give reports of the system that the caller names, with the query they tell', () => {
    expect(
      parseDeepResearchBenchReports(lines({ id: 3, prompt: 'Q?', article: '# A' }), 'cairn', 'cairn.jsonl')
    ).toMatchObject({
      value: [{ system: 'cairn', qid: '3', markdown: '# A', queryText: 'Q?', source: 'cairn.jsonl, line 1' }]
    });
  });
});
