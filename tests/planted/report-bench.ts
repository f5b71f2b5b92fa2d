import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asked } from '../stand-ins/answers.ts';

/** A page of the planted web: its status, and what the judges are to say of it. */
interface PlantedPage {
  status: number;
  title: string;
  body: string;
  /** The extractor's reading of it; absent if it is not read. */
  work?: { scholarly: boolean; arxiv?: string; doi?: string; published?: string };
}

const words = (body: string): string => `${body} ${'More is said about it further down. '.repeat(12)}`;

/** By path. Addresses are of this machine, so that identifiers stand in their paths as they do at arXiv and at publishers. */
export const pages: Record<string, PlantedPage> = {
  '/abs/1706.03762': {
    ...{ status: 200, title: 'Attention Is All You Need', work: { scholarly: true, published: '2017-06-12' } },
    body: words('Attention Is All You Need. We drop recurrence and convolutions entirely.')
  },
  '/pdf/1706.03762': {
    ...{ status: 200, title: 'Attention paper', work: { scholarly: true } },
    body: words('Attention paper. We drop recurrence and convolutions entirely.')
  },
  '/doi/10.1109/CVPR.2016.90': {
    ...{ status: 200, title: 'Deep residual learning', work: { scholarly: true, doi: '10.1109/CVPR.2016.90' } },
    body: words('Deep residual learning, doi 10.1109/CVPR.2016.90. An ensemble reaches 5.71 % error.')
  },
  '/papers/things': {
    ...{ status: 200, title: 'A Survey of Things: Methods and Limits', work: { scholarly: true, published: '2019' } },
    body: words('A Survey of Things: Methods and Limits. Nothing is counted here.')
  },
  '/papers/graph': {
    ...{ status: 200, title: 'Graph Networks: A Review', work: { scholarly: true, published: '2023' } },
    body: words('Graph Networks: A Review. Of graphs.')
  },
  '/blog': {
    ...{ status: 200, title: 'Ten papers to read', work: { scholarly: false } },
    body: words('Ten papers to read this week.')
  },
  '/gone': { status: 404, title: 'Not found', body: 'There is no such page.' },
  '/wall': { status: 403, title: 'One moment', body: 'Show that you are not a robot.' },
  '/abs/2301.00001': {
    ...{ status: 200, title: 'The First Survey', work: { scholarly: true } },
    body: words('The First Survey. Everything so far.')
  },
  '/abs/2306.00009': {
    ...{ status: 200, title: 'A Later Work', work: { scholarly: true } },
    body: words('A Later Work. It came after.')
  },
  '/papers/causal': {
    ...{ status: 200, title: 'Causal inference in practice', work: { scholarly: true } },
    body: words('Causal inference in practice. Of causes.')
  },
  '/papers/bandits': {
    ...{ status: 200, title: 'Bandits', work: { scholarly: true, doi: '10.5555/bandits.1' } },
    body: words('Bandits. DOI: 10.5555/bandits.1. Of arms.')
  },
  '/facts': { status: 200, title: 'Facts', body: words('The first transformer had 65 million parameters.') }
};

export interface PlantedWeb {
  web: string;
  allow: string;
  stop(): Promise<void>;
}

export async function startPages(): Promise<PlantedWeb> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    const { status, title, body } = page ?? pages['/gone']!;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><html><head><title>${title}</title></head><body><article><p>${body}</p></article></body></html>`
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ web: `http://127.0.0.1:${port}`, allow: `127.0.0.1:${port}` },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}

const entry = (key: string, title: string, more: object = {}) => ({ key, title, ...more });

/** Two surveys. The first has four distinct works in five entries, the second two. */
export const queries = [
  {
    ...{
      qid: '2301.00001',
      text: 'Survey things. Cite only work before February 2023.',
      category: 'market-analysis',
      items: []
    },
    material: {
      'report-bench': {
        survey: { arxiv: '2301.00001', title: 'The First Survey' },
        cutOff: '2023-01',
        references: [
          entry('w1', 'Attention Is All You Need', { arxiv: '1706.03762', citations: 100 }),
          entry('w2', 'Deep Residual Learning for Image Recognition', { doi: '10.1109/CVPR.2016.90', citations: 50 }),
          entry('w3', 'A Survey of Things: Methods \\& Limits', { citations: 10 }),
          entry('w4', 'Graph Networks', { citations: 5 }),
          entry('w3b', 'A survey of things: methods and limits')
        ]
      }
    }
  },
  {
    ...{
      qid: '2402.00002',
      text: 'Survey causes. Cite only work before March 2024.',
      category: 'market-analysis',
      items: []
    },
    material: {
      'report-bench': {
        survey: { arxiv: '2402.00002', title: 'The Second Survey' },
        cutOff: '2024-02',
        references: [
          entry('x1', 'Causal Inference in Practice'),
          entry('x2', 'Bandits for Everyone', { doi: '10.5555/bandits.1', citations: 7 })
        ]
      }
    }
  }
] as const;

interface PlantedReport {
  system: string;
  qid: string;
  markdown: string;
  /** Findings of the extractors: statements with paths of pages, statements without citation with their search. */
  cited: [statement: string, ...paths: string[]][];
  uncited: [statement: string, search: string][];
  quality: Record<'D' | 'S' | 'I' | 'F' | 'SV', number>;
  gaming: boolean;
}

export const plantedReports = (web: string): PlantedReport[] => [
  {
    ...{ system: 'alpha', qid: '2301.00001' },
    markdown: `# Things by Alpha

Transformers dropped recurrence entirely [1](${web}/abs/1706.03762). Residual networks reached 3.57 % error [2](${web}/doi/10.1109/CVPR.2016.90).

Things come in four kinds [3](${web}/papers/things). The vanished page praised the idea [4](${web}/gone). The wall hides the remaining results [5](${web}/wall).

The first transformer had 65 million parameters. ResNet was published in the year 1998. Graphs have at most twelve nodes. The sky over Delft is green.

See also [a copy](${web}/pdf/1706.03762), [graphs](${web}/papers/graph), [a blog](${web}/blog), [the survey](${web}/abs/2301.00001), [a later one](${web}/abs/2306.00009).
`,
    cited: [
      ['Transformers dropped recurrence entirely', '/abs/1706.03762'],
      ['Residual networks reached 3.57 % error', '/doi/10.1109/CVPR.2016.90'],
      ['Things come in four kinds', '/papers/things'],
      ['The vanished page praised the idea', '/gone'],
      ['The wall hides the remaining results', '/wall'],
      ['This sentence was made up by the judge', '/blog']
    ],
    uncited: [
      ['The first transformer had 65 million parameters.', 'transformer parameters'],
      ['ResNet was published in the year 1998.', 'resnet year'],
      ['Graphs have at most twelve nodes.', 'graph nodes'],
      ['The sky over Delft is green.', 'sky delft'],
      ['Transformers dropped recurrence entirely', 'transformers recurrence']
    ],
    ...{ quality: { D: 4, S: 3, I: 3, F: 2, SV: 3 }, gaming: false }
  },
  {
    ...{ system: 'alpha', qid: '2402.00002' },
    ...{
      markdown: '# Causes by Alpha\n\nCauses matter, and more should be said about them.\n',
      cited: [],
      uncited: []
    },
    ...{ quality: { D: 1, S: 1, I: 1, F: 1, SV: 1 }, gaming: true }
  },
  {
    ...{ system: 'beta', qid: '2301.00001' },
    markdown: `# Things by Beta

Recurrence is no longer needed [1](${web}/abs/1706.03762).

Nobody has recorded a search for this statement.
`,
    cited: [['Recurrence is no longer needed', '/abs/1706.03762']],
    uncited: [['Nobody has recorded a search for this statement.', 'no such search']],
    ...{ quality: { D: 4, S: 4, I: 4, F: 4, SV: 4 }, gaming: false }
  },
  {
    ...{ system: 'beta', qid: '2402.00002' },
    markdown: `# Causes by Beta

Both works are listed in [causal](${web}/papers/causal) and [bandits](${web}/papers/bandits).

A transformer of the first kind held 65 million parameters.
`,
    cited: [],
    uncited: [['A transformer of the first kind held 65 million parameters.', 'transformer parameters']],
    ...{ quality: { D: 5, S: 5, I: 5, F: 5, SV: 5 }, gaming: false }
  }
];

/** Recorded searches: those of every planted statement but one. */
export const searches = (web: string) => ({
  searches: ['transformer parameters', 'resnet year', 'graph nodes', 'sky delft'].map((query) => ({
    query,
    results: [{ url: `${web}/facts`, title: 'Facts', snippet: 'Of facts.' }]
  }))
});

/** The first, second and third vote of each of two voters on a statement. */
const votes: Record<string, [first: string[], second: string[]]> = {
  '65 million': [
    ['correct', 'correct', 'correct'],
    ['correct', 'correct', 'incorrect']
  ],
  '1998': [
    ['incorrect', 'incorrect', 'incorrect'],
    ['incorrect', 'incorrect', 'incorrect']
  ],
  'twelve nodes': [
    ['correct', 'correct', 'correct'],
    ['incorrect', 'incorrect', 'incorrect']
  ],
  Delft: [
    ['incorrect', 'incorrect', 'incorrect'],
    ['cannot-tell', 'cannot-tell', 'cannot-tell']
  ]
};
export const voters = ['gpt-5-mini', 'gpt-4.1'] as const;

/** A judge that knows what was planted and answers every question of the suite. */
export function witness(reports: readonly PlantedReport[], web: string): (asked: Asked) => object | undefined {
  const cast = new Map<string, number>();
  const reportIn = (asked: Asked) => reports.find(({ markdown }) => asked.report.trim() === markdown.trim())!;
  return (asked) => {
    const path = /^Address: (\S+)/.exec(asked.marked('page') ?? '')?.[1]?.replace(web, '') ?? '';
    switch (asked.schemaName) {
      case 'reference_page': {
        const { title, work } = pages[path]!;
        const { scholarly = false, arxiv = null, doi = null, published = null } = work ?? {};
        const named = scholarly
          ? { title, arxiv, doi, published }
          : { title: null, arxiv: null, doi: null, published: null };
        return { rationale: 'As planted.', scholarly, ...named };
      }
      case 'reference_works': {
        const listed = [...new Set(reportIn(asked).cited.flatMap(([, ...paths]) => paths))];
        return { works: listed.map(() => ({ title: 'Things by Alpha', arxiv: null, doi: null, published: null })) };
      }
      case 'cited_statements':
        return {
          cited: reportIn(asked).cited.map(([statement, ...paths]) => ({
            statement,
            urls: paths.map((one) => web + one)
          }))
        };
      case 'uncited_statements':
        return { uncited: reportIn(asked).uncited.map(([statement, search]) => ({ statement, search })) };
      case 'statement_passages': {
        const listed = JSON.parse(asked.marked('statements')!) as { id: string }[];
        const passages = path === '/papers/things' ? [] : [pages[path]!.body.split('. ')[1]!];
        return { found: listed.map(({ id }) => ({ id, passages })) };
      }
      case 'statement_matches': {
        const listed = JSON.parse(asked.marked('pairs')!) as { id: string; passages: string[] }[];
        return {
          compared: listed.map(({ id, passages }) => ({
            ...{ id, rationale: 'As planted.' },
            label: passages.some((one) => one.includes('drop recurrence')) ? 'match' : 'mismatch'
          }))
        };
      }
      case 'statement_vote': {
        const statement = asked.marked('statement') ?? '';
        const [first, second] = Object.entries(votes).find(([part]) => statement.includes(part))![1];
        const own = asked.model === voters[0] ? first : second;
        const key = `${asked.model} ${statement}`;
        const trial = cast.get(key) ?? 0;
        cast.set(key, trial + 1);
        return { rationale: `Vote ${trial + 1}.`, decision: own[trial] };
      }
      case 'survey_quality': {
        const { quality, gaming } = reportIn(asked);
        return {
          ratings: Object.entries(quality).map(([id, rating]) => ({
            id,
            rationale: 'As planted.',
            quotes: [],
            rating
          })),
          gaming: { rationale: 'As planted.', quotes: [], gaming }
        };
      }
      default:
        return undefined;
    }
  };
}
