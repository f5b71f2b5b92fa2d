import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Asked } from '../stand-ins/answers.ts';

/** Publishers are hosts: addresses of this machine, so that pages of two hosts are independent. */
const hosts = {
  office: '127.0.0.2',
  news: '127.0.0.3',
  blog: '127.0.0.4',
  wiki: '127.0.0.5',
  diary: '127.0.0.6',
  cited: '127.0.0.7'
} as const;
type Host = keyof typeof hosts;

/** A page's answers to the queries of a claim, in their order; figures are pairs of the claim's and the page's. */
interface Saying {
  host: Host;
  path: string;
  date?: string;
  says: ('support' | 'conflict' | 'irrelevant')[];
  /** Its sentence. */
  words: string;
  numbers?: [claimed: string, found: string];
}

interface PlantedClaim {
  fact: string;
  claim: string;
  from?: 'table';
  /** Rubrics under which the extractor names it. */
  under: string[];
  /** Where the integrator puts it, if elsewhere. */
  belongs?: string;
  queries?: { query: string; depends_on?: number[] }[];
  pages?: Saying[];
  /** Path of the page that the report cites for it. */
  cites?: string;
  check?: 'support' | 'conflict' | 'unknown';
  /** Known beforehand. */
  truth: 'correct' | 'incorrect' | 'unknown' | 'not-verified' | 'not-in-report';
  /** The model's conclusion, if it differs from that of the pages. */
  concludes?: 'correct' | 'incorrect' | 'unknown';
}

const say = (host: Host, path: string, verdict: Saying['says'][number], words: string, more: Partial<Saying> = {}) => ({
  ...{ host, path, says: [verdict], words },
  ...more
});

export const plantedClaims: readonly PlantedClaim[] = [
  {
    // 99.9 and 100 agree: one official page.
    ...{ fact: 'The bridge is 100 metres long.', claim: 'The Elm Bridge is 100 metres long.', under: ['s1'] },
    pages: [
      say('office', '/length', 'support', 'The Elm Bridge has a length of 99.9 metres.', {
        numbers: ['100 metres', '99.9 metres']
      })
    ],
    truth: 'correct'
  },
  {
    // Two lesser pages against the report's own reference, which counts as one.
    ...{ fact: 'It opened in 1998', claim: 'The Elm Bridge opened in 1998.', under: ['s1'] },
    ...{ cites: '/opening', check: 'support' },
    pages: [
      say('cited', '/opening', 'support', 'The bridge was opened in 1998 by the mayor.'),
      say('news', '/opening', 'conflict', 'The bridge was inaugurated in 1999.'),
      say('blog', '/opening', 'conflict', 'I saw it open in 1999.')
    ],
    truth: 'incorrect',
    concludes: 'correct'
  },
  {
    // Same last written place: 110 and 100 million differ, whatever the judge says of the words.
    ...{ fact: 'It cost 110 million euros.', claim: 'The Elm Bridge cost 110 million euros.', under: ['s1'] },
    pages: [
      say('office', '/cost', 'support', 'Its cost was 100 million euros.', {
        numbers: ['110 million', '100 million']
      })
    ],
    truth: 'incorrect'
  },
  {
    ...{ fact: '2,400 people', claim: 'The Elm Museum had 2,400 visitors in May.', from: 'table', under: ['s2'] },
    pages: [
      say('news', '/visitors', 'support', 'In May 2,400 visitors came to the museum.'),
      say('wiki', '/visitors', 'support', 'The museum counted 2,400 visitors in May.')
    ],
    truth: 'correct'
  },
  {
    // Text and table stay two.
    ...{ fact: '2,400 people came to the museum in May.', claim: 'In May, 2,400 people came to the Elm Museum.' },
    under: ['s2'],
    pages: [
      say('news', '/visitors', 'support', 'In May 2,400 visitors came to the museum.'),
      say('wiki', '/visitors', 'support', 'The museum counted 2,400 visitors in May.')
    ],
    truth: 'correct'
  },
  {
    ...{ fact: 'Its tower has 12 bells.', claim: 'The tower of the Elm Museum has 12 bells.', under: ['s2'] },
    pages: [say('blog', '/bells', 'irrelevant', 'Bells are rung in many towns.')],
    truth: 'unknown',
    concludes: 'correct'
  },
  {
    // One authority yields to several lesser sources.
    ...{ fact: 'The museum closes on Mondays.', claim: 'The Elm Museum closes on Mondays.', under: ['s2'] },
    pages: [
      say('office', '/hours', 'support', 'The museum is closed on Mondays.'),
      say('news', '/hours', 'conflict', 'The museum is now open on every Monday.'),
      say('blog', '/hours', 'conflict', 'We went there on a Monday.')
    ],
    truth: 'incorrect'
  },
  {
    // Named under two requirements, told in two steps; a page after the limit does not count, an undated one does.
    ...{ fact: 'The mayor, Ada Berg, is 51.', claim: 'The mayor of Elm is Ada Berg, who is 51.' },
    ...{ under: ['s1', 's5'], belongs: 's5' },
    queries: [{ query: 'Is she, the mayor of Elm, 51?', depends_on: [1] }, { query: 'Is Ada Berg the mayor of Elm?' }],
    pages: [
      say('diary', '/mayor', 'conflict', 'The new mayor is Bo Lind.', { date: '2026-04-01' }),
      say('news', '/mayor', 'support', 'Mayor Ada Berg turned 51.', { says: ['support', 'support'] })
    ],
    truth: 'correct'
  },
  {
    ...{ fact: 'Ferries run every day.', claim: 'Ferries to Elm run every day.', under: ['rest'] },
    truth: 'not-verified'
  },
  {
    ...{ fact: 'Elm was founded by seven sisters.', claim: 'Elm was founded by seven sisters.', under: ['s1'] },
    truth: 'not-in-report'
  }
];

const subtask = (
  key: string,
  importance: string,
  rubrics: { fac?: true; rat?: true },
  group: string | null = null
) => ({
  ...{ key, text: `Subtask ${key}.`, constraint: 'content', importance, group },
  rubrics: {
    ins: `Requirement ${key}: is it stated?`,
    ...(rubrics.fac && { fac: `Facts of ${key}: are they correct?` }),
    ...(rubrics.rat && { rat: `Reasons of ${key}: are they sound?` })
  }
});

/** The last day of evidence. */
export const LIMIT = '2026-03-31';

export const dailyQueries = [
  {
    ...{ qid: 'elm', text: 'What should I know before a day in Elm?', category: 'market-analysis', items: [] },
    material: {
      'daily-report': {
        ...{ type: 'analysis', evidenceLimit: LIMIT },
        subtasks: [
          subtask('s1', 'P0', { fac: true }),
          subtask('s2', 'P1', { fac: true, rat: true }),
          subtask('s3', 'P2', { rat: true }, 'a'),
          subtask('s4', 'P2', {}, 'a'),
          subtask('s5', 'P1', { fac: true })
        ]
      }
    }
  }
] as const;

const SOUND = 'Come in the morning, because the museum is fullest after lunch.';
const FLAWED = 'Since 2,400 people came in May, more than 3,000 came in May.';

export const dailyReports = (web: (host: Host, path: string) => string) => [
  {
    ...{ system: 'alpha', qid: 'elm' },
    markdown: [
      '# A day in Elm',
      `The bridge is 100 metres long. It opened in 1998 [1](${web('cited', '/opening')}). It cost 110 million euros.`,
      '2,400 people came to the museum in May. Its tower has 12 bells. The museum closes on Mondays.',
      '| month | visitors |\n| --- | --- |\n| May | 2,400 people |',
      SOUND,
      FLAWED,
      'The mayor, Ada Berg, is 51. Ferries run every day. Prices of parking cannot be obtained, because no list is public.',
      `## References\n\n[1] Opening ${web('cited', '/opening')}`
    ].join('\n\n')
  },
  {
    ...{ system: 'beta', qid: 'elm' },
    markdown: '# Elm\n\nThe bridge is 100 metres long.\n\n## The museum\n\n## The mayor'
  }
];

/** Labels of instructions by system, with the words that they rest on. */
const instructions: Record<string, Record<string, [label: string, quote: string]>> = {
  alpha: {
    s1: ['satisfied', 'The bridge is 100 metres long.'],
    s2: ['partly', '2,400 people came to the museum'],
    s3: ['satisfied', 'Come in the morning'],
    s4: ['satisfied', 'Prices of parking cannot be obtained'],
    s5: ['satisfied', 'The mayor, Ada Berg, is 51.']
  },
  beta: {
    s1: ['satisfied', 'The bridge is 100 metres long.'],
    s2: ['partly', 'The museum'],
    ...Object.fromEntries(['s3', 's4', 's5'].map((key) => [key, ['not-satisfied', '']]))
  }
};

export interface PlantedDailyWeb {
  at(host: Host, path: string): string;
  /** For VOIRDIRE_FETCH_ALLOW. */
  allow: string;
  searches: object;
  stop(): Promise<void>;
}

const sayings = plantedClaims.flatMap(({ pages = [] }) => pages);

export async function startDailyWeb(): Promise<PlantedDailyWeb> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').split(':')[0];
    const page = sayings.find((one) => hosts[one.host] === host && one.path === request.url);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    const more = 'More is said about Elm further down. '.repeat(12);
    response.end(
      `<!doctype html><html><head><title>Elm</title></head><body><article><p>${page?.words ?? 'No such page.'} ${more}</p></article></body></html>`
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (host: Host, path: string): string => `http://${hosts[host]}:${port}${path}`;
  return {
    at,
    allow: Object.values(hosts)
      .map((host) => `${host}:${port}`)
      .join(','),
    searches: {
      searches: plantedClaims.map(({ claim, pages = [] }) => ({
        query: searchFor(claim),
        results: pages
          .filter(({ host }) => host !== 'cited')
          .map(({ host, path, date }) => ({ url: at(host, path), title: 'Elm', date: date ?? null }))
      }))
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      })
  };
}

const searchFor = (claim: string): string => `Find out: ${claim}`;

type Listed = { id: string; claim: string; words?: string }[];

/** A judge that answers as planted. It errs if the cascade has to correct it: figures, conclusions, headings. */
export function dailyWitness(web: PlantedDailyWeb): (asked: Asked) => object | undefined {
  const known = new Map(plantedClaims.map((one) => [one.claim, one]));
  const listed = (asked: Asked): Listed => JSON.parse(asked.marked('claims')!) as Listed;
  const systemOf = (asked: Asked): string => (asked.report.includes('A day in Elm') ? 'alpha' : 'beta');
  const queriesIn = ({ claim, queries = [{ query: `Is it so: ${claim}` }] }: PlantedClaim) =>
    queries.map(({ query, depends_on = [] }, id) => ({ id, query, depends_on }));
  return (asked) => {
    switch (asked.schemaName) {
      case 'daily_requirements': {
        const own = instructions[systemOf(asked)]!;
        const requirements = JSON.parse(asked.marked('requirements')!) as { id: string }[];
        // Told that headings do not count, it gives in.
        const again = asked.user.includes('headings and references do not count)');
        return {
          requirements: requirements.map(({ id }) => {
            const [label, quote] = own[id]!;
            const gone = again && quote === 'The museum';
            return {
              ...{ id, rationale: 'As planted.', quotes: quote && !gone ? [quote] : [] },
              label: gone ? 'not-satisfied' : label,
              unobtainable: id === 's4' && label === 'satisfied' ? 'argued' : null
            };
          })
        };
      }
      case 'daily_claims': {
        const requirement = asked.marked('requirement')!;
        const key = /^Facts of (s\d)/.exec(requirement)?.[1] ?? 'rest';
        return {
          claims: plantedClaims
            .filter(({ under }) => under.includes(key))
            .filter(({ fact, truth }) => truth === 'not-in-report' || asked.report.includes(fact))
            .map(({ fact, claim, from = 'text' }) => ({ fact, claim, from }))
        };
      }
      case 'daily_duplicates': {
        const groups = JSON.parse(asked.marked('claims')!) as { requirement: string; claims: Listed }[];
        const all = groups.flatMap(({ requirement, claims }) => claims.map((one) => ({ ...one, requirement })));
        const first = (claim: string): string => all.find((one) => one.claim === claim)!.id;
        return {
          duplicates: all
            .filter(({ id, claim }) => first(claim) !== id)
            .map(({ id, claim }) => ({ id, of: first(claim) })),
          moved: all
            .filter(
              ({ id, claim, requirement }) =>
                first(claim) === id && (known.get(claim)!.belongs ?? requirement) !== requirement
            )
            .map(({ id, claim }) => ({ id, requirement: known.get(claim)!.belongs! }))
        };
      }
      case 'daily_queries':
        return { claims: listed(asked).map(({ id, claim }) => ({ id, queries: queriesIn(known.get(claim)!) })) };
      case 'daily_citations': {
        const sources = JSON.parse(asked.marked('sources')!) as { id: string; url: string }[];
        return {
          claims: listed(asked).map(({ id, claim }) => {
            const { cites } = known.get(claim)!;
            return { id, sources: sources.filter(({ url }) => cites && url.endsWith(cites)).map((one) => one.id) };
          })
        };
      }
      case 'daily_reference_check':
        return {
          claims: listed(asked).map(({ id, claim }) => {
            const { check = 'unknown', pages = [] } = known.get(claim)!;
            const quote = check === 'unknown' ? '' : pages.find(({ host }) => host === 'cited')!.words;
            return { id, rationale: 'As planted.', result: check, quote };
          })
        };
      case 'daily_next_step': {
        const { claim, queries, searches } = JSON.parse(asked.marked('evidence')!) as {
          claim: string;
          queries: { id: number }[];
          searches: unknown[];
        };
        const planted = known.get(claim)!;
        const said = planted.concludes ?? planted.truth;
        return searches.length === 0
          ? { reason: 'Nothing yet.', action: 'search', for: queries[0]!.id, search: searchFor(claim), conclusions: [] }
          : {
              ...{ reason: 'Enough.', action: 'answer', for: null, search: null },
              conclusions: queries.map(({ id }) => ({ id, verdict: said }))
            };
      }
      case 'daily_page': {
        const address = /^Address: (\S+)/.exec(asked.marked('page')!)![1]!;
        const planted = known.get(asked.marked('claim')!)!;
        const page = planted.pages!.find(({ host, path }) => web.at(host, path) === address)!;
        const wanted = (JSON.parse(asked.marked('queries')!) as { id: number }[]).map(({ id }) => id);
        return {
          ...{ published: null, official: page.host === 'office' },
          queries: wanted.map((id) => {
            const verdict = page.says[id] ?? 'irrelevant';
            const numbers = page.numbers ? [{ claimed: page.numbers[0], found: page.numbers[1] }] : [];
            return {
              ...{ id, rationale: 'As planted.', verdict, quote: verdict === 'irrelevant' ? '' : page.words },
              numbers
            };
          })
        };
      }
      case 'daily_paragraphs':
        return {
          paragraphs: [SOUND, FLAWED, 'A paragraph that the report does not have.'].map((paragraph) => ({
            ...{ requirement: 's2', paragraph }
          }))
        };
      case 'daily_reasoning': {
        const paragraphs = JSON.parse(asked.marked('paragraphs')!) as { id: string; paragraph: string }[];
        return {
          paragraphs: paragraphs.map(({ id, paragraph }) => ({
            ...{ id, rationale: 'As planted.' },
            errors: paragraph === FLAWED ? ['reasoning'] : []
          }))
        };
      }
      default:
        return undefined;
    }
  };
}
