import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../../src/lib/scorer/judges/scripted/scripted.ts';
import { textHash } from '../../src/lib/scorer/runs/fingerprint.ts';
import type { keyPointLabels } from '../../src/lib/scorer/suites/research-arena/judging/units.ts';
import { splitInHalves } from '../../src/lib/scorer/suites/research-arena/leakage/split.ts';
import type { Difficulty, Discipline, Family } from '../../src/lib/scorer/suites/research-arena/vocabulary.ts';
import type { RecordedPage } from '../../src/lib/scorer/web/fetching/recorded.ts';
import { chance } from '../story/content.ts';

type Status = (typeof keyPointLabels)[number];

/** A key point, the words of its page, the sentence of a report that supports it, and the one that contradicts it. */
type Point = [point: string, passage: string, supports: string, contradicts: string];

interface JudgedTask {
  /** Number of the task in `said.json`, or the qid of a task in Chinese. */
  task: number | string;
  criteria: [title: string, description: string, weight: number][];
  pages: { url: string; title: string; points: Point[] }[];
  /** By system: `s`, `o` or `c` for each key point, and the rating that it deserves by each criterion. */
  systems: Record<string, [points: string, ratings: string]>;
  /** How each judge continues from the first half. */
  goesOn: string[];
}

interface Judged {
  judges: string[];
  chinese: { qid: string; discipline: Discipline; family: Family; difficulty: Difficulty; text: string }[];
  tasks: JudgedTask[];
}

export const judgedContent = (): Judged =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'judged.json'), 'utf8')) as Judged;

/** A task with the query that it became. */
export interface NamedTask extends JudgedTask {
  qid: string;
  text: string;
}

const statuses: Readonly<Record<string, Status>> = { s: 'supported', o: 'omitted', c: 'contradicted' };

interface PlacedPoint {
  point: Point;
  url: string;
  title: string;
  /** How the report of each system treats it. */
  truth: (system: string) => Status;
}

const pointsOf = ({ pages, systems }: JudgedTask): PlacedPoint[] =>
  pages
    .flatMap(({ url, title, points }) => points.map((point) => ({ point, url, title })))
    .map((one, at) => ({ ...one, truth: (system) => statuses[systems[system]![0][at]!]! }));

const sentenceOf = ({ point: [, , supports, contradicts], truth }: PlacedPoint, system: string): string | null =>
  ({ supported: supports, contradicted: contradicts, omitted: null })[truth(system)];

/** A report that says what the facts say that it does, each with its source. */
export function arenaReport(task: NamedTask, system: string): string {
  const body = pointsOf(task).flatMap((one) => {
    const said = sentenceOf(one, system);
    return said === null ? [] : [`${said} ([${one.title}](${one.url}))`];
  });
  return `# ${[...task.text].slice(0, 60).join('')}…\n\n${body.join('\n\n')}\n`;
}

/** The pages that reports cite. */
export const arenaPages = (tasks: readonly JudgedTask[], at: number): Record<string, RecordedPage> =>
  Object.fromEntries(
    tasks.flatMap(({ pages }) =>
      pages.map(({ url, title, points }): [string, RecordedPage] => {
        const text = points.map(([, passage]) => `${passage[0]!.toUpperCase()}${passage.slice(1)}.`).join(' ');
        // Passages are copied letter by letter: they are on the page as they are, too.
        return [url, { title, text: `${text}\n\n${points.map(([, passage]) => passage).join('\n')}`, at }];
      })
    )
  );

/** Points as the union has them: pages in the order in which reports cite them, systems by name. */
const unionOf = (task: NamedTask): PlacedPoint[] => {
  const points = pointsOf(task);
  const cited = Object.keys(task.systems)
    .sort()
    .flatMap((system) => points.filter((one) => one.truth(system) !== 'omitted').map(({ url }) => url));
  return [...new Set(cited)].flatMap((url) => points.filter((one) => one.url === url));
};

/** Share of key points that each reader takes for something else, and of ratings that are a point off. */
const slips: Readonly<Record<string, number>> = { ferrule: 0.1, gannet: 0.05 };
const PERSON_SLIPS = 0.06;

function statusBy(who: string, task: NamedTask, system: string, { point: [text], truth }: PlacedPoint): Status {
  const status = truth(system);
  if (chance(`${who} ${task.qid} ${system} ${text}`) >= (slips[who] ?? PERSON_SLIPS)) return status;
  return status === 'omitted' ? 'supported' : 'omitted';
}

function ratingBy(who: string, { qid, systems }: NamedTask, system: string, at: number): number {
  const drawn = chance(`${who} ${qid} ${system} criterion ${at}`);
  const off = drawn < 2.5 * (slips[who] ?? PERSON_SLIPS) ? ((drawn * 1000) % 2 < 1 ? -1 : 1) : 0;
  return Math.min(10, Math.max(0, Number(systems[system]![1][at]) + off));
}

/** The label of a person for a unit of a study: a key point by its text, or a criterion by its key. */
export function arenaLabel(
  who: string,
  task: NamedTask,
  { system, item, text }: { system: string; item: string; text: string }
): string {
  const point = pointsOf(task).find((one) => one.point[0] === text);
  return point
    ? statusBy(who, task, system, point)
    : String(ratingBy(who, task, system, Number(item.replace('c', '')) - 1));
}

/** Everything that a judge says of these tasks: their criteria, key points, continuations, and verdicts on the reports. */
export function judgedScript(name: string, place: number, tasks: readonly NamedTask[]): Script {
  const making = { report: textHash('') };
  return {
    ...{ name, answers: [] },
    replies: tasks.flatMap((task) => {
      const { criteria, pages, text, systems, goesOn } = task;
      const union = unionOf(task);
      return [
        {
          ...{ ...making, metric: 'arena-criteria', form: 'task_criteria', holds: JSON.stringify(text) },
          reply: { criteria: criteria.map(([title, description, weight]) => ({ title, description, weight })) }
        },
        ...pages.map(({ url, points }) => ({
          ...{ ...making, metric: 'arena-key-points', form: 'page_key_points', holds: `Address: ${url}\n` },
          reply: { points: points.map(([point, passage]) => ({ point, passages: [passage] })) }
        })),
        {
          ...{ ...making, metric: 'arena-key-points', form: 'same_key_points', holds: union[0]!.point[0] },
          reply: { points: union.map((_, at) => ({ id: `p${at + 1}`, same: null })) }
        },
        ...continuation(text, goesOn[place]!, making),
        ...Object.keys(systems).flatMap((system) => verdicts(name, task, system, union))
      ];
    })
  };
}

function continuation(text: string, goesOn: string, making: { report: string }) {
  const split = splitInHalves(text);
  if (!split.testable) return [];
  const holds = JSON.stringify(split.prefix);
  return [{ ...making, metric: 'leakage', form: 'continuation', holds, reply: { continuation: goesOn } }];
}

const whyOf: Readonly<Record<Status, string>> = {
  supported: 'The report says so, in other words.',
  contradicted: 'The report says something that cannot be true together with the point.',
  omitted: 'The report does not address the point.'
};

function verdicts(name: string, task: NamedTask, system: string, union: readonly PlacedPoint[]) {
  const report = textHash(arenaReport(task, system));
  return [
    {
      ...{ report, metric: 'key-points', form: 'key_points' },
      reply: {
        points: union.map((one, at) => {
          const label = statusBy(name, task, system, one);
          const said = sentenceOf(one, system);
          return {
            ...{ id: `k${at + 1}`, rationale: whyOf[label], label },
            quotes: label === one.truth(system) && said !== null ? [said] : [],
            confidence: Math.round(100 * (0.95 - 0.3 * chance(`${name} sure ${report} ${at}`))) / 100
          };
        })
      }
    },
    ...task.criteria.map(([title, description], at) => {
      const rating = ratingBy(name, task, system, at);
      const rationale =
        rating >= 8 ? 'Little would have to be added.' : rating >= 5 ? 'The basics are there, with clear gaps.' : 'Much is missing.'; // prettier-ignore
      return {
        ...{ report, metric: 'adaptive-criteria', form: 'criterion_rating', holds: `${title}: ${description}` },
        reply: { rationale, rating }
      };
    })
  ];
}
