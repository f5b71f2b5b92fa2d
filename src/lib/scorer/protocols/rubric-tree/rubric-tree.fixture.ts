import { textHash } from '../../runs/fingerprint.ts';
import { capabilities } from '../capabilities.fixture.ts';
import type { Question, Reply } from '../../call.ts';
import type { Page } from '../../page.ts';
import type { Sample } from '../../sample.ts';
import type { Verdict } from '../../verdict.ts';
import { citationAccuracy } from '../../suites/deep-eval/citation-accuracy.ts';
import { rubricTree } from './rubric-tree.ts';

export const page = (url: string, given: Partial<Page> = {}): Page => {
  const { text = null } = given;
  return {
    url,
    outcome: text === null ? 'not-found' : 'ok',
    note: text === null ? '404 Not Found' : '200 OK',
    status: text === null ? 404 : 200,
    finalUrl: url,
    title: 'A page',
    contentHash: text === null ? null : textHash(text),
    origin: 'fetched',
    at: 0,
    ...given,
    text
  };
};

export const closed = (url: string, outcome: Page['outcome']): Page => page(url, { outcome, note: outcome });

export const sampleOf = (markdown: string): Sample => ({
  metric: 'citation-accuracy',
  query: { qid: 'q', text: 'How do ports fare?' },
  report: { id: 'r', markdown, collectedAt: null },
  items: []
});

export interface Asked {
  kind: 'relevance' | 'support';
  url: string;
  claims: { id: string; text: string }[];
  question: Question;
  /** 0 for the first time, 1 if the question is asked again. */
  again: number;
}

export type Answer = (asked: Asked) => unknown;

export const about = (question: Question): Omit<Asked, 'again'> => {
  const { material } = question;
  if (!material || material.kind === 'criteria') throw new Error('a question of the rubric tree has material');
  const claims = material.kind === 'support' ? material.claims.map(({ key, text }) => ({ id: key, text })) : [];
  return { kind: material.kind, url: material.page.url, claims, question };
};

/** A web of recorded pages and a judge that answers as told; a string is the reply's text, an error is thrown. */
export const world = (
  pages: readonly Page[],
  answer: Answer,
  options: { abstains?: boolean; contextTokens?: number } = {}
) => {
  const asked: Asked[] = [];
  const fetched: string[] = [];
  const can = capabilities({
    abstains: options.abstains === true,
    contextTokens: options.contextTokens ?? null,
    delimiterKey: 'test',
    fetch: (url) => {
      fetched.push(url);
      return Promise.resolve(pages.find((one) => one.url === url) ?? closed(url, 'unresolved'));
    },
    ask: async (question) => {
      await Promise.resolve();
      const known = about(question);
      const again = asked.filter(
        (one) => one.url === known.url && one.kind === known.kind && one.claims[0]?.id === known.claims[0]?.id
      ).length;
      const one = { ...known, again };
      asked.push(one);
      const said = answer(one);
      if (said instanceof Error) throw said;
      const text = typeof said === 'string' ? said : JSON.stringify(said);
      const ending: Reply['ending'] = text === 'REFUSED' ? 'refused' : text === 'CUT' ? 'cut' : 'complete';
      return { text, ending, usage: null, model: null };
    }
  });
  const judge = (markdown: string): Promise<Verdict[]> => rubricTree.judge(sampleOf(markdown), citationAccuracy, can);
  return { judge, asked, fetched };
};

export const relevant = { rationale: 'It is about ports.', label: 'relevant' };
export const irrelevant = { rationale: 'It is about cakes.', label: 'irrelevant' };

/** Says of each claim what its words ask for: `(+)` supported, `(0)` no-claim, else unsupported. */
export const byWords: Answer = ({ kind, url, claims }) =>
  kind === 'relevance'
    ? url.includes('cake')
      ? irrelevant
      : relevant
    : {
        claims: claims.map(({ id, text }) => {
          const label = text.includes('(+)') ? 'supported' : text.includes('(0)') ? 'no-claim' : 'unsupported';
          return { id, rationale: 'Seen.', quotes: label === 'supported' ? ['ports are doing well'] : [], label };
        })
      };

export const WELL = 'In 2024 our ports are doing well, says the board.';
export const pages = [
  page('https://a.example/well', { text: WELL }),
  page('https://a.example/cake', { text: 'Butter, sugar and eggs.' }),
  page('https://a.example/gone'),
  closed('https://a.example/wall', 'needs-sign-in'),
  closed('https://a.example/bots', 'blocked'),
  closed('https://a.example/slow', 'timed-out'),
  closed('https://a.example/odd', 'unreadable')
];

export const REPORT = `# Ports

Ports grew by five tonnes (+) https://a.example/well. Ports lost nine tonnes https://a.example/well.
Ports and cakes are related things https://a.example/cake. Ports vanished in the year 1999 https://a.example/gone.

- Ports ask for a password now https://a.example/wall
- Ports ask who is a robot https://a.example/bots
- Ports take their time to load https://a.example/slow
- Ports hold a strange file somewhere https://a.example/odd
- One should rather look at ports (0) https://a.example/well

## References

[1] Nobody cites this. https://a.example/unknown
`;

export const labels = (verdicts: readonly Verdict[]): string[] => verdicts.map(({ item, label }) => `${item} ${label}`);
