/** The second project of the demo: 24 queries about summer heat, and what systems, judges and people make of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import type { ScriptedAnswers } from '../../src/lib/scorer/judges/scripted/script.ts';

type Label = 'yes' | 'no';

interface StoryQuery {
  qid: string;
  domain: string;
  category: string;
  query: string;
  /** Requests to reports, the heading under which reports answer each, and the answer of those that do. */
  items: { ask: string; topic: string; fact: string }[];
}

const json = <T>(name: string): T => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')) as T;

export const storyQueries = (): StoryQuery[] => json('queries.json');
export const storySystems = (): { name: string; [field: string]: string }[] => json('systems.json');

/** Share of items that a system answers. */
const delivers: Record<string, number> = { 'juniper-research': 0.92, 'isthmus-agents': 0.72, 'fjord-search': 0.38 };

/** How often a judge misses an answer that is there, and takes for one what is none. */
const slips = {
  osprey: { misses: 0.02, invents: 0.05 },
  plover: { misses: 0.04, invents: 0.02 },
  teal: { misses: 0.06, invents: 0.05 }
} as const;
/** The later version of plover asks for more than items say. */
const ploverSince = { misses: 0.17, invents: 0.01 };
const PERSON_SLIPS = 0.04;
/** By how much more often people and judges slip on answers that are hard to read. */
const HARDER = 5;
/** How often a judge that is asked again says something else than the first time. */
const WAVERS = 0.01;

export const storyJudges = ['osprey', 'plover', 'teal'] as const;
type StoryJudge = (typeof storyJudges)[number];

/** The model versions that the judge whose provider changes it says it is: when it was adopted, and since. */
export const ploverVersions = { adopted: 'plover-2-0814', since: 'plover-2-1110' } as const;

/** A number in 0 … 1 that depends on the text alone. */
export const chance = (text: string): number => Number.parseInt(textHash(text).slice(0, 8), 16) / 2 ** 32;
const pick = <T>(choices: readonly T[], text: string): T => choices[Math.floor(chance(text) * choices.length)]!;

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
export const itemId = (qid: string, place: number): string => `${qid}-${place + 1}`;

/** Whether a system's report answers an item. */
const isDelivered = (system: string, item: string): boolean => chance(`delivers ${system} ${item}`) < delivers[system]!;

const gaps = {
  en: [
    'The sources that were found stay general here; a figure for this case is missing.',
    'This depends on local conditions, which should be looked into before a decision.',
    'Several authors consider the point important, but the report leaves it open.'
  ],
  zh: ['现有资料对此说法不一，本报告不作判断。', '这一点取决于当地条件，建议另行调查。', '相关数据有待补充。']
} as const;

const openings = {
  en: ['What follows rests on public reports and on figures from comparable places.', 'In short: the points below matter most.', 'The question has several sides, which are taken one after the other.'], // prettier-ignore
  zh: ['以下内容依据公开报告和相近地区的数据整理。', '简而言之，下列几点最为重要。']
} as const;

const closings = {
  en: ['Before a decision, the figures should be checked against local measurements.', 'The summary above may be read on its own.'], // prettier-ignore
  zh: ['作出决定之前，应以当地实测数据核对上述数字。', '以上各节可以单独阅读。']
} as const;

interface Answer {
  item: string;
  topic: string;
  /** The report's text under the heading. */
  said: string;
  delivered: boolean;
}

/** Answers of one system's report to each item of a query. */
function answersOf(system: string, { qid, query, items }: StoryQuery): Answer[] {
  const lang = isChinese(query) ? 'zh' : 'en';
  return items.map(({ topic, fact }, place) => {
    const item = itemId(qid, place);
    const delivered = isDelivered(system, item);
    return { item, topic, delivered, said: delivered ? fact : pick(gaps[lang], `gap ${system} ${item}`) };
  });
}

function markdownOf(system: string, query: StoryQuery): string {
  const lang = isChinese(query.query) ? 'zh' : 'en';
  const title = lang === 'zh' ? '研究报告' : 'Findings';
  const sections = answersOf(system, query).map(({ topic, said }) => `## ${topic}\n\n${said}`);
  return `# ${title}: ${query.items.map(({ topic }) => topic.toLowerCase()).join(lang === 'zh' ? '、' : ', ')}\n\n${[
    pick(openings[lang], `opening ${system} ${query.qid}`),
    ...sections,
    pick(closings[lang], `closing ${system} ${query.qid}`)
  ].join('\n\n')}\n`;
}

/** Queries and checklists as a file to import. */
export function storyBenchmark(): { name: string; bytes: Buffer }[] {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = storyQueries().flatMap(({ qid, domain, category, query, items }) =>
    items.map(({ ask }, place) => [qid, query, ask, category, domain, itemId(qid, place)].map(cell).join(','))
  );
  const head = 'qid,Deep Research Query,Checklist,category,domain,checklist_id';
  return [{ name: 'heat.csv', bytes: Buffer.from(`${[head, ...lines].join('\n')}\n`) }];
}

/** Reports as files to import. */
export const storyReports = (): { name: string; bytes: Buffer }[] =>
  storySystems().flatMap(({ name: system }) =>
    storyQueries().map((query) => ({
      name: `${system}/qid_${query.qid}_report.md`,
      bytes: Buffer.from(markdownOf(system, query))
    }))
  );

/** Answers that are worded so that all readers slip more often. */
const isHard = (system: string, item: string): boolean => chance(`hard ${system} ${item}`) < 0.1;

interface Manner {
  misses: number;
  invents: number;
}

function slipped(who: string, system: string, item: string, { misses, invents }: Manner): Label {
  const delivered = isDelivered(system, item);
  const rate = (delivered ? misses : invents) * (isHard(system, item) ? HARDER : 1);
  return delivered === chance(`${who} ${system} ${item}`) >= rate ? 'yes' : 'no';
}

/** A person's blind label of an item. */
export const personLabel = (person: string, system: string, item: string): Label =>
  slipped(person, system, item, { misses: PERSON_SLIPS, invents: PERSON_SLIPS });

const other = { yes: 'no', no: 'yes' } as const;

const rationales = {
  yes: [
    'The section “{topic}” answers the item in so many words.',
    'Stated under “{topic}”, with what the item asks for.',
    'Found under “{topic}”; nothing that the item asks for is missing.'
  ],
  no: [
    'The section “{topic}” raises the point and leaves it open.',
    'Under “{topic}” the report stays general; the item asks for more.',
    'What stands under “{topic}” does not meet every condition of the item.'
  ]
} as const;

/** Replies of a judge of the story; `since`: after its provider served another version; `check`: when an anchor set is checked for that time. */
export function storyScript(judge: StoryJudge, since = false, check = 0): ScriptedAnswers {
  const manner = judge === 'plover' && since ? ploverSince : slips[judge];
  const served = judge === 'plover' ? ploverVersions[since ? 'since' : 'adopted'] : `${judge}-1`;
  const answers = storySystems().flatMap(({ name: system }) =>
    storyQueries().flatMap((query) => {
      const report = textHash(markdownOf(system, query));
      return answersOf(system, query).map(({ item, topic, said }) => {
        const usual = slipped(judge, system, item, manner);
        const wavers = check > 0 && chance(`check ${check} ${judge} ${system} ${item}`) < WAVERS;
        const label = wavers ? other[usual] : usual;
        const rationale = pick(rationales[label], `words ${judge} ${system} ${item}`).replace('{topic}', topic);
        return { report, metric: 'coverage', item, label, rationale, quotes: [said] };
      });
    })
  );
  return { served, identity: judge, answers };
}
