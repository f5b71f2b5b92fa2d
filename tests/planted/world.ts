import type { Random } from '../../src/lib/stats/numbers/rng.ts';
import { numbersFor, pick, sharesFor, shuffled, stream } from './random.ts';
import { outcomeOf, type PageKind, type PlantedPage, type Sentence } from './truth.ts';
import * as words from './words.ts';
import type { Language, Measure } from './words.ts';

/** One figure of one place. No number occurs twice within a query. */
export interface Figure {
  measure: Measure;
  place: string;
  year: number;
  value: string;
  /** Another value, for a sentence that contradicts the first. */
  contrary: string;
  /** The text of a page that does not support the figure. */
  elsewhere: string;
}

/** The subject of a query, and the pages on it. */
export interface World {
  qid: string;
  language: Language;
  subject: string;
  places: string[];
  figures: Figure[];
  pages: PlantedPage[];
}

const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w)\}/g, (hole, name: string) => values[name] ?? hole);

const withUnit = (value: string, { unit, zhUnit }: Measure, language: Language): string => {
  if (language === 'zh') return `${value}${zhUnit}`;
  return unit === '%' ? `${value}%` : `${value} ${unit}`;
};

const nameOf = ({ en, zh }: Measure, { language, subject }: Pick<World, 'language' | 'subject'>): string =>
  language === 'zh' ? `${subject}${zh}` : en.replace('{S}', subject);

/** `form` 0 is how pages put it; null leaves the year out. */
const figureText = (world: World, figure: Figure, value: string, form: number | null): string => {
  const { language } = world;
  const template = form === null ? words.yearlessSentence[language] : words.figureSentences[language][form]!;
  const text = filled(template, {
    m: nameOf(figure.measure, world),
    P: figure.place,
    V: withUnit(value, figure.measure, language),
    Y: String(figure.year)
  });
  return text;
};

const statementOf = ({ qid }: World, { measure, place }: Figure, value: string): string =>
  `${qid}/${measure.key}/${place}=${value}`;

export const figureSentence = (
  world: World,
  figure: Figure,
  form: number | null,
  sources: string[],
  value = figure.value
): Sentence => ({
  text: figureText(world, figure, value, form),
  statement: statementOf(world, figure, value),
  numeric: true,
  sources
});

export const causeSentence = (
  world: World,
  place: string,
  cause: number,
  form: number,
  sources: string[]
): Sentence => ({
  text: causeText(world, place, cause, form),
  statement: causeStatement(world, place, cause),
  numeric: false,
  sources
});

const causeText = ({ language, subject }: World, place: string, cause: number, form: number): string =>
  filled(words.causeSentences[language][form]!, { P: place, S: subject, C: words.causes[language][cause]! });

const causeStatement = ({ qid }: World, place: string, cause: number): string => `${qid}/obstacle/${place}=${cause}`;

export const itemText = (world: World, figure: Figure): string =>
  world.language === 'zh'
    ? `报告是否给出了${figure.place}的${nameOf(figure.measure, world)}及其年份？`
    : `Does the report state ${nameOf(figure.measure, world)} in ${figure.place} together with the year of the figure?`;

/** Returns the sentence of a report on an item that it does not deliver; contains no digits. */
export const excuse = (world: World, figure: Figure, how: 'planned' | 'not-available'): string => {
  const what = nameOf(figure.measure, world);
  if (world.language === 'zh')
    return how === 'planned' ? `${figure.place}的${what}将在后续版本中补充` : `${figure.place}的${what}暂无数据`;
  return how === 'planned'
    ? `A later edition will set out ${what} in ${figure.place}`
    : `For ${figure.place}, ${what} is not available`;
};

/** Kinds of pages that cannot be read, in the order in which queries receive them. The costly ones come up once. */
const common: PageKind[] = [
  'not-found',
  'no-such-name',
  'robot-wall',
  'gone',
  'nobody-answers',
  'sign-in-page',
  'redirect-loop',
  'unauthorized',
  'private-address',
  'image',
  'stray'
];
const costly: readonly { kind: PageKind; query: number }[] = [
  { kind: 'slow', query: 2 },
  { kind: 'rate-limited', query: 3 },
  { kind: 'server-error', query: 4 },
  { kind: 'slow', query: 13 },
  { kind: 'rate-limited', query: 15 },
  { kind: 'server-error', query: 17 },
  { kind: 'server-error', query: 26 }
];

export interface Origins {
  /** Of the loopback web, e.g. `http://127.0.0.1:4000`. */
  web: string;
  /** Of a port on which no server listens. */
  closed: string;
}

const tokenOf = (random: Random): string =>
  Array.from({ length: 9 }, () =>
    'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'.charAt(random.below(56))
  ).join('');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const titleOf = ({ language, subject, places }: Pick<World, 'language' | 'subject' | 'places'>): string =>
  language === 'zh' ? `${places[0]}一带的${subject}` : `${capital(subject)} around ${places[0]}`;

/** The subject, places, figures and pages of the query at a position. */
export function makeWorld(seed: number, position: number, { web, closed }: Origins): World {
  const random = stream(seed, 'world', position);
  const qid = `plan${String(position + 1).padStart(2, '0')}`;
  const language: Language = position % 13 === 7 ? 'zh' : 'en';
  const subject =
    language === 'zh'
      ? words.chineseSubjects[(position / 13) | 0]!
      : words.subjects[(position + Math.abs(seed)) % words.subjects.length]!;
  const places = shuffled(random, language === 'zh' ? words.chinesePlaces : words.places).slice(0, 6);
  const number = numbersFor(random, language);
  const share = sharesFor(random);
  const figures = places.flatMap((place) =>
    words.measures.map((measure): Figure => {
      const next = measure.unit === '%' ? share : number;
      return { measure, place, year: 2015 + random.below(10), value: next(), contrary: next(), elsewhere: next() };
    })
  );
  const world: World = { qid, language, subject, places, figures, pages: [] };
  const base = titleOf(world);
  const slug = language === 'zh' ? qid : subject.replaceAll(' ', '-');
  const page = (kind: PageKind, url: string, suffix: string): PlantedPage => ({
    ...{ url, kind, qid, title: `${base}: ${suffix}`, language },
    paragraphs: [],
    states: {},
    disguised: false
  });
  const readable = [
    page('article', `${web}/${qid}/ledger`, 'ledger'),
    page('article', `${web}/forum?id=${tokenOf(random)}`, 'first thread'),
    page('article', `${web}/forum?id=${tokenOf(random)}`, 'second thread'),
    page('article', `${web}/wiki/${capital(slug)}_(${qid})`, 'overview'),
    page('article', `${web}/${qid}/survey#${slug}`, 'survey'),
    page('pdf', `${web}/${qid}/annual-report.pdf`, 'annual report'),
    page('redirect', `${web}/go/${qid}`, 'bulletin')
  ].filter(({ kind }) => language === 'en' || kind !== 'pdf');
  fill(world, readable, random);
  const kinds = [
    ...Array.from({ length: 4 }, (_, at) => common[(position * 4 + at) % common.length]!).filter(
      (kind) => kind !== 'stray'
    ),
    ...costly.filter(({ query }) => query === position).map(({ kind }) => kind)
  ];
  const broken = kinds.map((kind) => page(kind, addressOf(kind, qid, web, closed), kindTitles[kind] ?? kind));
  world.pages.push(...readable, ...broken, ...strays(world, web, position));
  return world;
}

const kindTitles: Partial<Record<PageKind, string>> = {
  'not-found': 'yearbook',
  gone: 'archive',
  'no-such-name': 'society',
  'nobody-answers': 'register',
  'server-error': 'statistics',
  'redirect-loop': 'portal',
  'robot-wall': 'gazette',
  unauthorized: 'minutes',
  'sign-in-page': 'members’ journal',
  'rate-limited': 'index',
  slow: 'atlas',
  'private-address': 'intranet',
  image: 'map'
};

const addressOf = (kind: PageKind, qid: string, web: string, closed: string): string => {
  if (kind === 'no-such-name') return `http://${qid}.nowhere.invalid/society`;
  if (kind === 'nobody-answers') return `${closed}/${qid}/register`;
  if (kind === 'private-address') return `http://10.11.12.13/${qid}/intranet`;
  if (kind === 'image') return `${web}/${qid}/map.png`;
  return `${web}/${qid}/${kind}`;
};

/** Two irrelevant pages: the address of one says what it is, that of the other does not. */
function strays(world: World, web: string, position: number): PlantedPage[] {
  const [open, hidden] = [0, 1].map((at) => words.strayPages[(position + at) % words.strayPages.length]!);
  const page = (url: string, title: string, lines: readonly string[], disguised: boolean): PlantedPage => ({
    ...{ url, kind: 'stray', qid: world.qid, title, language: 'en', states: {}, disguised },
    paragraphs: [...lines, ...lines.map((line) => `Once more, for those who skipped it: ${line}`)]
  });
  return [
    page(`${web}/hobbies/${open!.slug}/${world.qid}`, open!.title, open!.lines, false),
    page(`${web}/${world.qid}/notes`, hidden!.title, hidden!.lines, true)
  ];
}

/** Every figure stands on two pages, and a third says something else; every cause stands on one. */
function fill(world: World, pages: readonly PlantedPage[], random: Random): void {
  const lines = new Map(pages.map((page) => [page, [] as string[]]));
  const put = (page: PlantedPage, statement: string, text: string): void => {
    page.states[statement] = text;
    lines.get(page)!.push(text);
  };
  for (const figure of world.figures) {
    const [one, two, three] = shuffled(random, pages);
    for (const page of [one!, two!]) {
      put(page, statementOf(world, figure, figure.value), figureText(world, figure, figure.value, 0));
    }
    put(three!, statementOf(world, figure, figure.elsewhere), figureText(world, figure, figure.elsewhere, 0));
  }
  for (const place of world.places) {
    const page = pick(random, pages);
    const cause = random.below(words.causes[world.language].length);
    put(page, causeStatement(world, place, cause), causeText(world, place, cause, 0));
  }
  const stop = world.language === 'zh' ? '。' : '. ';
  pages.forEach((page, at) => {
    // Every other page groups no digits, as sources do that write 4210 where a report writes 4,210.
    const written = lines.get(page)!.map((line) => (at % 2 === 1 ? line.replace(/(\d),(\d)/g, '$1$2') : line));
    const intro =
      world.language === 'zh'
        ? `本页汇总${titleOf(world)}的已知情况，并逐条列出各地台账中的数据。`
        : `${page.title}. This page collects what is known about ${world.subject} in ${world.places.join(', ')}, place by place, as the ledgers have it.`;
    page.paragraphs.push(intro);
    for (let from = 0; from < written.length; from += 5)
      page.paragraphs.push(`${written.slice(from, from + 5).join(stop)}${stop.trim()}`);
  });
}

/** The page's cause for a place, if it names one. */
export const causeOn = (world: World, place: string): { page: PlantedPage; cause: number } => {
  for (const page of world.pages)
    for (const statement of Object.keys(page.states)) {
      const [key, cause] = statement.split('=');
      if (key === `${world.qid}/obstacle/${place}`) return { page, cause: Number(cause) };
    }
  throw new Error(`no page of ${world.qid} names an obstacle in ${place}`);
};

export const isReadable = ({ kind }: PlantedPage): boolean => outcomeOf[kind] === 'ok' && kind !== 'stray';

export const bears = (world: World, page: PlantedPage, figure: Figure): boolean =>
  Object.hasOwn(page.states, statementOf(world, figure, figure.value));
