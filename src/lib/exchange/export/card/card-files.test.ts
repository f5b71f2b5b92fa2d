import { describe, expect, it } from 'vitest';
import { sampleCard } from '../../../alignment/card/card.fixture.ts';
import type { JudgeCard } from '../../../alignment/card/card.ts';
import { notCoveredBy } from '../../../alignment/card/not-covered.ts';
import { englishIn, numbersByLine, textOfHtml } from '../two-languages.fixture.ts';
import { writeCardHtml } from './card-html.ts';
import { everyEvalEver } from './every-eval-ever.ts';

const card = sampleCard();
const signed = { at: '2026-09-14T16:02:00.000Z', fingerprint: 'ab'.repeat(32), sha256: 'cd'.repeat(32) };

describe('Every Eval Ever', () => {
  const written = everyEvalEver(card, signed);

  it('has the members that version 0.3.0 requires, and at the root no other', () => {
    const root = [
      ...['schema_version', 'evaluation_id', 'evaluation_timestamp', 'retrieved_timestamp', 'source_metadata'],
      ...['eval_library', 'model_info', 'evaluation_results']
    ];
    expect(Object.keys(written)).toEqual(root);
    expect(written).toMatchObject({
      schema_version: '0.3.0',
      retrieved_timestamp: '1789401720',
      source_metadata: { source_type: 'evaluation_run', evaluator_relationship: 'third_party' },
      eval_library: { name: 'voirdire', version: '0.0.0' }
    });
  });

  it('has a result for each figure, with interval, n, judges, prompt hash and the hash of the card', () => {
    const results = written['evaluation_results'] as Record<string, never>[];
    expect(results).toHaveLength(card.results.figures.length);
    const [agreement] = card.results.figures;
    expect(results[0]).toMatchObject({
      evaluation_name: 'coverage: agreement',
      source_data: { source_type: 'other' },
      metric_config: {
        ...{ lower_is_better: false, score_type: 'continuous', min_score: 0, max_score: 1 },
        llm_scoring: {
          judges: [{ temperature: 0, weight: 1 / 3 }, {}, {}],
          aggregation_method: 'majority_vote',
          additional_details: { voirdire_card: `sha256:${signed.sha256}` }
        }
      },
      score_details: {
        score: agreement!.value,
        uncertainty: {
          confidence_interval: { lower: agreement!.low, upper: agreement!.high, confidence_level: 0.95 },
          num_samples: agreement!.n
        }
      }
    });
  });

  it('has results from −1 for κ, which agreement is on scores', () => {
    const least = (of: JudgeCard): Record<string, number> =>
      Object.fromEntries(
        (
          everyEvalEver(of, signed)['evaluation_results'] as {
            evaluation_name: string;
            metric_config: { min_score: number };
          }[]
        ).map(({ evaluation_name: name, metric_config: { min_score: from } }) => [name.split(': ')[1], from])
      );
    expect(least(card)).toMatchObject({ agreement: 0, kappa: -1, coverage: 0 });
    const scores: JudgeCard = { ...card, scale: { level: 'interval', low: 0, high: 10 } };
    expect(least(scores)).toMatchObject({ agreement: -1, corrected: -1, annotators: -1, coverage: 0, consistency: 0 });
  });

  it('holds only texts if the schema asks for texts', () => {
    const wrong: string[] = [];
    const look = (value: unknown, path: string): void => {
      if (value === null || typeof value !== 'object') return;
      for (const [key, member] of Object.entries(value)) {
        if (key === 'additional_details' || key === 'details')
          for (const [name, text] of Object.entries(member as object))
            if (typeof text !== 'string') wrong.push(`${path}.${key}.${name}`);
        look(member, `${path}.${key}`);
      }
    };
    look(written, '');
    expect(wrong).toEqual([]);
  });
});

describe('a card as HTML', () => {
  it('states every figure and gate, escapes what people wrote and loads nothing', () => {
    const html = writeCardHtml({ ...card, project: '<script>alert(1)</script>' }, signed, 'en');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
    expect(html).toContain("default-src 'none'");
    for (const { name } of card.results.figures) expect(html).toContain(name);
    for (const { title } of card.results.gates) expect(html).toContain(title);
    expect(html).toContain('Ines Carvalho, lead');
  });

  it('is in Chinese without English but names, commands and settings, with the same numbers in the same elements', () => {
    const textIn = (language: string, of = card): string => textOfHtml(writeCardHtml(of, signed, language));
    const written = ['cdcd', 'Summer heat', 'Ines Carvalho', 'temperature 0', 'voirdire card verify coverage-1.json'];
    const changed: JudgeCard = {
      ...card,
      adoption: { ...card.adoption, rule: 'single', outcome: 'adopt-with-escalation', against: true },
      preregistration: { ...card.preregistration, revisions: [] },
      evidence: { ...card.evidence, carriedOver: { from: { number: 4, name: 'Run 4' }, total: 9, apply: 7 } },
      results: {
        ...card.results,
        figures: card.results.figures.map((one) => ({ ...one, value: null, low: null, high: null })),
        gates: card.results.gates.map((one) => ({ ...one, state: 'undecided', required: false }))
      },
      ledger: [],
      labels: { ...card.labels, data: null }
    };
    for (const one of [card, { ...changed, notCovered: notCoveredBy(changed) }]) {
      expect(englishIn(textIn('zh-Hans', one), written)).toEqual([]);
      // The day has its month in figures.
      const numbers = (language: string): string[][] =>
        numbersByLine(textIn(language, one).replace(/9月| September/, ''));
      expect(numbers('zh-Hans')).toEqual(numbers('en'));
    }
    expect(textIn('zh-Hans', { ...card, notCovered: ['As an earlier version wrote it.'] })).toContain(
      'As an earlier version wrote it.'
    );
  });
});
