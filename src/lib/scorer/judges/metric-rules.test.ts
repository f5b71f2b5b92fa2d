import { describe, expect, it } from 'vitest';
import type { Metric } from '../metric.ts';
import { citationAssociation } from '../suites/deep-eval/citation-association.ts';
import { coverage } from '../suites/deep-eval/coverage.ts';
import { depth } from '../suites/deep-eval/depth.ts';
import { addSuite } from '../suites/index.ts';
import { rulesJudge } from './rules.ts';

const { signal } = new AbortController();
const markdown = '# Tides\n\nIt rose by 17 % in 2024.\n\n| Port | Metres |\n| --- | --- |\n| Orla |  |';

/** Reply of the judge made of code under a metric of a suite that nothing else knows. */
async function reply(metric: Metric, form: string, keys: string[] = []): Promise<Record<string, unknown>> {
  const remove = addSuite({ name: 'tides', title: 'Tides', metrics: [{ ...metric, name: 'tides' }] });
  try {
    const { text } = await rulesJudge.ask(
      {
        ...{ prompt: { name: 'tides', version: '1', hash: '' }, system: '', user: '', trial: 0 },
        schema: { name: form, json: {} },
        about: {
          ...{ metric: 'tides', query: { qid: 'q', text: 'How high?' } },
          report: { id: 'r', markdown, collectedAt: null },
          items: keys.map((key) => ({ key, text: key }))
        }
      },
      { signal }
    );
    return JSON.parse(text) as Record<string, unknown>;
  } finally {
    remove();
  }
}

describe('the judge made of code', () => {
  it('decides the items that a metric names a check for, whatever the metric and its items are called', async () => {
    const items = {
      filled: 'tables-complete',
      dated: (text: string) => ({
        ...{ label: /\b2024\b/.test(text) ? ('yes' as const) : ('no' as const), rationale: 'By its year.', quotes: [] }
      })
    } as const;
    const { items: said } = await reply({ ...coverage, rules: { items } }, 'checklist_verdicts', [
      ...['filled', 'dated', 'else']
    ]);
    expect((said as { id: string; label: string }[]).map(({ id, label }) => [id, label])).toEqual([
      ['filled', 'no'],
      ['dated', 'yes'],
      ['else', 'abstain']
    ]);
  });

  it('lists the issues that a metric has a rule for, and counts by the metric’s own table', async () => {
    const penalties = [
      { upTo: 0, score: 100 },
      { upTo: null, score: 35 }
    ];
    const named = { ...citationAssociation, settings: { penalties }, rules: { issues: 'uncited-numbers' } } as const;
    const { issues, abstains } = await reply(named, 'issues');
    expect(issues).toHaveLength(1);
    expect(abstains).toContain('the score is at most 35 by');
    const own = { issues: (text: string) => ({ issues: [], abstains: `${text.length} characters.` }) };
    expect(await reply({ ...citationAssociation, rules: own }, 'issues')).toEqual({
      ...{ issues: [], abstains: `${markdown.length} characters.` }
    });
  });

  it('abstains from everything else, in the metric’s words if it has some', async () => {
    const { rules: _, ...bare } = citationAssociation;
    const { issues, abstains } = await reply(bare, 'issues');
    expect([issues, abstains]).toEqual([
      [],
      'Whether the report has such issues takes reading for meaning, which is beyond code.'
    ]);
    const words = { ...depth, rules: { abstains: 'Which tide is higher takes a reader.' } };
    expect(await reply(words, 'pairwise_points')).toEqual({ abstains: 'Which tide is higher takes a reader.' });
  });
});
