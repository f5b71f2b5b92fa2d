import { describe, expect, it } from 'vitest';
import { claimChain } from './claim-chain.ts';
import { coolingTask, coolingVerdict, coolingVerdicts } from './claim-chain.fixture.ts';

const chain = claimChain({ verdict: coolingVerdict, siblings: coolingVerdicts, material: coolingTask })!;

describe('the chain of a claim', () => {
  it('says which claim of the report it is, of which rubric, and the verdict in the title', () => {
    expect(chain.title).toBe('Claim 2 is judged incorrect');
    expect([chain.number, chain.of]).toEqual([2, 3]);
    expect(chain.about).toBe('subtask s1, P0: Number and change are right.');
    expect(chain.dates).toBe('the task’s last day of evidence is 2026-07-10');
  });

  it('is in the language of its reader, and so are the recorded reasons', () => {
    const found = claimChain({
      verdict: coolingVerdict,
      siblings: coolingVerdicts,
      material: coolingTask,
      language: 'zh-Hans'
    })!;
    expect([found.title, found.verdict.words]).toEqual(['论断 2 判为不属实', '不属实']);
    expect(found.questions[0]!.tally).toBe('支持 2（官方 1）');
    expect(found.because).toBe('一个问题不属实，则论断不属实：Q2。子任务 s1 的 2 个论断中有 1 个属实。');
  });

  it('says why a page was not read in the language of its reader', () => {
    const unread = structuredClone(coolingVerdicts);
    const own = unread.find(({ item }) => item === coolingVerdict.item)!;
    const { queries } = own.detail as { queries: { pages: object[] }[] };
    Object.assign(queries[0]!.pages[0]!, { outcome: 'timed-out', verdict: null, unused: 'timed out' });
    const unusedIn = (language: string) =>
      claimChain({ verdict: own, siblings: unread, material: coolingTask, language })!.questions[0]!.pages[0]!.unused;
    expect([unusedIn('en'), unusedIn('zh-Hans')]).toEqual(['timed out', '超时']);
  });

  it('counts only used pages on a side, and those of official publishers', () => {
    expect(chain.questions.map(({ tally }) => tally)).toEqual(['2 support (1 official)', '1 contradicts (1 official)']);
    expect(chain.questions[0]!.pages[2]).toMatchObject({ verdict: null, unused: 'Later than 2026-07-10' });
  });

  it('counts the votes on a page, all sides of an undecided one', () => {
    const voted = structuredClone(coolingVerdicts);
    const own = voted.find(({ item }) => item === coolingVerdict.item)!;
    const { queries } = own.detail as { queries: { pages: object[] }[] };
    Object.assign(queries[0]!.pages[0]!, { verdict: 'support', votes: ['support', null, 'support'] });
    Object.assign(queries[0]!.pages[1]!, { verdict: 'undecided', votes: ['support', 'conflict'] });
    const [first] = claimChain({ verdict: own, siblings: voted, material: coolingTask })!.questions;
    expect(first!.pages.slice(0, 2).map(({ verdict }) => verdict)).toEqual([
      { words: 'supports (2 of 3 votes)', tone: 'agree' },
      { words: 'undecided (supports 1, contradicts 1; 2 votes)', tone: 'tie' }
    ]);
  });

  it('names the questions that decided and the share of correct claims in the subtask', () => {
    expect(chain.because).toBe(
      'One incorrect question makes the claim incorrect: Q2. In subtask s1, 1 of 2 claims is correct.'
    );
  });

  it('records what the model concluded, without letting it decide', () => {
    expect(chain.questions[1]).toMatchObject({
      verdict: { words: 'incorrect' },
      modelVerdict: { words: 'unknown' },
      dependsOn: ['Q1']
    });
  });

  it('tells searches that failed from searches without results', () => {
    expect(chain.questions[0]!.searches[0]!.about).toBe('round 1, 10 results');
    expect(chain.questions[1]!.searches[0]!.about).toBe('round 1, no results: timed-out');
  });

  it('shows a claim of no subtask as not verified, and says why', () => {
    const [, , fallback] = coolingVerdicts;
    expect(claimChain({ verdict: fallback!, siblings: coolingVerdicts, material: undefined })).toMatchObject({
      title: 'Claim 3 was not verified',
      about: 'no subtask',
      because: 'It belongs to no subtask and was not verified.',
      verdict: { words: 'not verified' }
    });
  });

  it('is null for a verdict whose detail is another kind’s or damaged', () => {
    const { detail: _, ...bare } = coolingVerdict;
    const damaged = { ...coolingVerdict, detail: { kind: 'daily-claim', subtask: 5 } as never };
    expect(claimChain({ verdict: bare, siblings: [bare], material: coolingTask })).toBeNull();
    expect(claimChain({ verdict: damaged, siblings: [damaged], material: coolingTask })).toBeNull();
  });

  it('keeps its words if the material is missing or of another form', () => {
    const found = claimChain({ verdict: coolingVerdict, siblings: coolingVerdicts, material: { subtasks: 3 } });
    expect(found).toMatchObject({ about: 'subtask s1', dates: '' });
  });
});
