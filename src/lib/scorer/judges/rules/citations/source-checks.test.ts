import { describe, expect, it } from 'vitest';
import type { Page } from '../../../page.ts';
import { parseRelevance, parseSupport } from '../../../protocols/rubric-tree/rubric-tree-reply.ts';
import { sourceAnswer } from './source-checks.ts';

const page = (text: string, title: string | null = null): Page => ({
  url: 'https://a.example/',
  outcome: 'ok',
  note: '200 OK',
  status: 200,
  finalUrl: null,
  title,
  text,
  contentHash: null,
  origin: 'fetched',
  at: 0
});

const support = (text: string, claims: string[], title: string | null = null) => {
  const items = claims.map((claim, at) => ({ key: `claim-${at + 1}`, text: claim }));
  const answer = JSON.stringify(sourceAnswer({ kind: 'support', page: page(text, title), claims: items }));
  const read = parseSupport(
    answer,
    items.map(({ key }) => key),
    { abstains: true }
  );
  if (!read.ok) throw new Error(read.fault);
  return [...read.value.values()].map(({ label, rationale }) => ({ label, rationale }));
};

describe('what code says of a cited page', () => {
  it('abstains from relevance, in the words of the protocol', () => {
    const answer = JSON.stringify(sourceAnswer({ kind: 'relevance', page: page('Ports.') }));
    expect(parseRelevance(answer, { abstains: true })).toMatchObject({ ok: true, value: { label: null } });
    expect(parseRelevance(answer).ok).toBe(false);
  });

  it('says unsupported if a number of the claim is nowhere in the text or title, and names it', () => {
    expect(support('Ports grew by 38 percent.', ['Ports grew by 37%', 'Ports grew by 38%'])).toEqual([
      { label: 'unsupported', rationale: 'The number “37%” stands nowhere on the page.' },
      { label: null, rationale: expect.stringContaining('beyond code') as string }
    ]);
    expect(support('Nothing.', ['It cost $15 and 640 ships'])[0]?.rationale).toBe(
      'The numbers “$15”, “640” stand nowhere on the page.'
    );
    expect(support('Ports.', ['Ports grew by 37%'], 'Ports grow 37 %')[0]?.label).toBeNull();
  });

  it('looks at the whole page, however long', () => {
    expect(support(`${'Ports are ports. '.repeat(20_000)} 37 percent`, ['Ports grew by 37%'])[0]?.label).toBeNull();
  });

  it('abstains from shares if a Chinese page writes figures in words', () => {
    expect(support('增长了百分之三十七', ['增长了37%'])[0]?.label).toBeNull();
  });

  it('never says supported', () => {
    expect(support('Ports grew by 37%', ['Ports grew by 37%', 'Ports exist'])).toEqual([
      expect.objectContaining({ label: null }),
      expect.objectContaining({ label: null })
    ]);
  });
});
