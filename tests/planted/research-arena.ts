import type { Page } from '../../src/lib/scorer/page.ts';
import type { FetchPage } from '../../src/lib/scorer/web/fetching/fetcher.ts';
import type { Asked } from '../stand-ins/answers.ts';

type Status = 'supported' | 'omitted' | 'contradicted';

const SITE = 'https://sources.example';

/** Pages by path, with the key points that they make: the statement, and the words of the page that say it. */
const pages: Record<string, readonly (readonly [point: string, passage: string])[]> = {
  // The third point repeats the first in other words, the fourth in the same words.
  '/rivers': [
    ['Rivers rose by 2 m.', 'the rivers rose by 2 m'],
    ['Dams held.', 'every dam held']
  ],
  '/levels': [
    ['Water levels went up by two metres.', 'levels went up by two metres'],
    ['dams held', 'no dam broke'],
    ['Rain was heavy.', 'it rained heavily'],
    // Its passage is not on the page.
    ['Trains stopped.', 'all trains stopped']
  ],
  '/zh': [
    ['河流上涨了两米。', '河流上涨了两米'],
    ['大坝没有溃决。', '大坝没有溃决']
  ]
};
const text = (path: string): string =>
  `Of ${path}: ${pages[path]!.map(([, passage]) => passage).filter((one) => one !== 'all trains stopped').join('; ')}.`; // prettier-ignore

/** Pages that were fetched, in their order. */
export const fetchedPages: string[] = [];
export const plantedWeb: FetchPage = (url) => {
  fetchedPages.push(url);
  const path = new URL(url).pathname;
  const known = Object.hasOwn(pages, path);
  const page: Page = {
    ...{ url, outcome: known ? 'ok' : 'not-found', note: known ? 'OK' : 'HTTP 404', status: known ? 200 : 404 },
    ...{ finalUrl: null, title: path, contentHash: known ? path : null, text: known ? text(path) : null },
    ...{ origin: 'fetched', at: 0 }
  };
  return Promise.resolve(page);
};

const task = (language: 'en' | 'zh', family: string) => ({
  'research-arena': { discipline: 'science-technology', family, difficulty: 'basic', language }
});

export const queries = [
  {
    qid: 't1',
    text: 'How did the flood go?',
    category: 'market-analysis',
    items: [],
    material: task('en', 'trend-scan')
  },
  {
    qid: 't2',
    text: '洪水的情况如何？',
    category: 'market-analysis',
    items: [],
    material: task('zh', 'literature-survey')
  }
];

const cites = (...paths: string[]): string => paths.map((path, n) => `[${n + 1}](${SITE}${path})`).join(' ');

/** How each report treats each key point of its query, in the order of the union; and its ratings by criterion. */
export const reports: readonly {
  system: string;
  qid: string;
  markdown: string;
  says: readonly Status[];
  ratings: readonly number[];
}[] = [
  {
    ...{ system: 'alpha', qid: 't1', markdown: `Alpha on the flood ${cites('/rivers', '/gone')}.` },
    ...{ says: ['supported', 'supported', 'omitted'], ratings: [5, 4, 4, 3] }
  },
  {
    ...{ system: 'beta', qid: 't1', markdown: `Beta on the flood ${cites('/levels')}.` },
    ...{ says: ['contradicted', 'omitted', 'supported'], ratings: [10, 10, 10, 10] }
  },
  {
    ...{ system: 'alpha', qid: 't2', markdown: `Alpha 谈洪水 ${cites('/zh')}。` },
    ...{ says: ['supported', 'contradicted'], ratings: [0, 0, 0, 0] }
  },
  {
    ...{ system: 'beta', qid: 't2', markdown: 'Beta 谈洪水，没有引用。' },
    ...{ says: ['omitted', 'omitted'], ratings: [8, 6, 2, 0] }
  }
];

const WEIGHTS = [0.45, 0.3, 0.15, 0.1];

const listIn = (asked: Asked, name: string): { id: string; point: string }[] =>
  JSON.parse(asked.marked(name) ?? '[]') as { id: string; point: string }[];

/** A model that extracts, groups, makes criteria and judges as planted. */
export function witness(asked: Asked): object | undefined {
  if (asked.schemaName === 'task_criteria')
    return {
      criteria: WEIGHTS.map((weight, at) => ({ title: `T${at + 1}`, description: `Aspect ${at + 1} of it`, weight }))
    };
  if (asked.schemaName === 'page_key_points') {
    const path = /^Address: \S+?example(\S+)/.exec(asked.marked('page') ?? '')![1]!;
    return { points: pages[path]!.map(([point, passage]) => ({ point, passages: [passage] })) };
  }
  if (asked.schemaName === 'same_key_points') {
    const known = listIn(asked, 'known').concat(listIn(asked, 'new'));
    const rivers = known.find(({ point }) => point === 'Rivers rose by 2 m.')?.id ?? null;
    return {
      points: listIn(asked, 'new').map(({ id, point }) => ({
        ...{ id, same: point === 'Water levels went up by two metres.' ? rivers : null }
      }))
    };
  }
  const report = reports.find(({ markdown }) => markdown === asked.report);
  if (!report) return undefined;
  // Prompts that begin with the report word their schema at the end, without its name.
  const points = asked.marked('points');
  if (points !== null)
    return {
      points: listIn(asked, 'points').map(({ id }) => ({
        ...{ id, rationale: 'As planted.', quotes: [], confidence: 0.9 },
        label: report.says[Number(id.slice(1)) - 1]
      }))
    };
  const n = Number(/Aspect (\d)/.exec(asked.marked('criterion') ?? '')?.[1]);
  return { rationale: 'As planted.', rating: report.ratings[n - 1] };
}
