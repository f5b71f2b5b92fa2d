/** Verdicts of each judge on the pages that reports cite, and on the claims that cite them. */
import { pick } from './disagreement.ts';
import { type CitedPage, luck, pageAt, type ReportFacts } from './report-facts.ts';

interface JudgeSource {
  system: string;
  qid: string;
  url: string;
  label: 'relevant' | 'irrelevant';
  rationale: string;
}

interface JudgeClaim {
  system: string;
  qid: string;
  url: string;
  claim: string;
  label: 'supported' | 'unsupported' | 'no-claim';
  rationale: string;
  quotes: string[];
}

type Truth = JudgeClaim['label'];
type Wordings = readonly ((what: string) => string)[];

interface Reader {
  /** Share of claims of each kind that it gets wrong. */
  wrong: Record<Truth, number>;
  /** Share of irrelevant pages that it lets pass, and of relevant ones that it turns away. */
  passes: number;
  turnsAway: number;
  borneOut: Wordings;
  /** `what` is why the page does not bear the claim out, as a clause. */
  notBorneOut: Wordings;
  noClaim: Wordings;
  /** It takes for borne out what is not, and for not borne out what is. */
  lenient: Wordings;
  harsh: Wordings;
  /** `what` is the page's title, or what the page is about instead. */
  relevant: Wordings;
  irrelevant: Wordings;
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const readers: Record<string, Reader> = {
  'scripted:ferrule': {
    wrong: { supported: 0.02, unsupported: 0.42, 'no-claim': 0.3 },
    passes: 0.4,
    turnsAway: 0,
    borneOut: [
      () => 'The page has it, in nearly the same words.',
      () => 'I found the passage without searching long.',
      () => 'Yes, the page says as much.'
    ],
    notBorneOut: [(why) => `I would have let it pass, but ${why}.`, (why) => `I looked for it, yet ${why}.`],
    noClaim: [() => 'This is what the report proposes; there is nothing to look up.'],
    lenient: [
      () => 'The page is about the same matter, and that is near enough for me.',
      () => 'Not word for word, but a reader would find help there.',
      () => 'The gist is on the page.'
    ],
    harsh: [() => 'I read the page and came away with another impression.'],
    relevant: [
      (title) => `“${title}” is about what the query asks.`,
      () => 'A reader of the report would be glad of this page.'
    ],
    irrelevant: [(about) => `The page is about ${about}, which helps nobody here.`]
  },
  'scripted:gannet': {
    wrong: { supported: 0.04, unsupported: 0.06, 'no-claim': 0.1 },
    passes: 0,
    turnsAway: 0,
    borneOut: [
      () => 'The quoted sentence says this, with the same figures where the claim has any.',
      () => 'All parts of the claim stand in the quoted sentence.',
      () => 'The claim follows the page closely and leaves out nothing that would change its sense.'
    ],
    notBorneOut: [
      (why) => `${upper(why)}. I read the page to its end.`,
      (why) => `${upper(why)}.`,
      (why) => `The claim goes beyond its source: ${why}.`
    ],
    noClaim: [
      () => 'The sentence says what is proposed and asserts nothing that a page could bear out.',
      () => 'This describes the report itself or its advice; no page can confirm it.'
    ],
    lenient: [() => 'The page has the main part of the claim, and what it leaves out does not change the sense.'],
    harsh: [() => 'The page says something close, but with a condition that the claim leaves out.'],
    relevant: [
      (title) => `“${title}” deals with a part of the query.`,
      (title) => `By its title and opening, “${title}” belongs to the subject of the query.`
    ],
    irrelevant: [(about) => `Title and opening are about ${about}. Nothing in them has to do with the query.`]
  },
  'scripted:sextant': {
    wrong: { supported: 0.13, unsupported: 0.2, 'no-claim': 0.35 },
    passes: 0.2,
    turnsAway: 0.05,
    borneOut: [() => 'On the page.', () => 'Same words.', () => 'Stated there.'],
    notBorneOut: [(why) => `Not borne out: ${why}.`, (why) => `${upper(why)}.`],
    noClaim: [() => 'A proposal, no claim.'],
    lenient: [() => 'Close enough to the page.', () => 'First half is there. Counts.'],
    harsh: [() => 'Other words on the page. Claim not found.', () => 'Page says less than that.'],
    relevant: [() => 'On topic.', (title) => `“${title}”: on topic.`],
    irrelevant: [(about) => `Off topic: ${about}.`]
  }
};

const readerOf = (judge: string): Reader => {
  const reader = readers[judge];
  if (!reader) throw new Error(`sources requires a reader for ${judge}`);
  return reader;
};

/** Words and numbers of a text; of Chinese, pairs of characters. */
const terms = (text: string): Set<string> =>
  new Set(
    [...text.toLowerCase().matchAll(/\p{Script=Han}+|\d[\d.,]*\d|\d|[\p{L}]{4,}/gu)].flatMap(([word]) =>
      /\p{Script=Han}/u.test(word) ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)) : [word]
    )
  );

/** The sentence of a page that has most in common with a claim, and whether that is more than next to nothing. */
function nearest(page: CitedPage, claim: string): { sentence: string; near: boolean } {
  const wanted = terms(claim);
  const common = (sentence: string): number => [...terms(sentence)].filter((term) => wanted.has(term)).length;
  const sentences = (page.text ?? '')
    .split(/(?<=[.?!])\s+|(?<=[。；])|\n+/)
    .filter((sentence) => sentence.trim() !== '');
  const best = sentences.reduce((a, b) => (common(b) > common(a) ? b : a));
  return { sentence: best.trim(), near: common(best) >= Math.max(2, wanted.size / 4) };
}

function truthOf(page: CitedPage, claim: string): { truth: Truth; why: string } {
  if (page.about !== undefined) return { truth: 'unsupported', why: `the page is about ${page.about}` };
  if (page.noClaim?.some((start) => claim.startsWith(start))) return { truth: 'no-claim', why: '' };
  const why = Object.entries(page.unsupported ?? {}).find(([start]) => claim.startsWith(start))?.[1];
  return why === undefined ? { truth: 'supported', why: '' } : { truth: 'unsupported', why };
}

function saidOf(
  reader: Reader,
  page: CitedPage,
  claim: string,
  rater: string
): Omit<JudgeClaim, 'system' | 'qid' | 'url' | 'claim'> {
  const { truth, why } = truthOf(page, claim);
  const errs = luck(rater, `claim ${page.title} ${claim}`) < reader.wrong[truth];
  const { sentence, near } = nearest(page, claim);
  const say = (wordings: Wordings): string => pick(wordings, `${rater} ${claim}`)(why);
  if (truth === 'supported')
    return errs
      ? { label: 'unsupported', rationale: say(reader.harsh), quotes: [] }
      : { label: 'supported', rationale: say(reader.borneOut), quotes: [sentence] };
  if (truth === 'unsupported')
    return errs
      ? { label: 'supported', rationale: say(reader.lenient), quotes: [sentence] }
      : { label: 'unsupported', rationale: say(reader.notBorneOut), quotes: near ? [sentence] : [] };
  return errs
    ? { label: 'unsupported', rationale: say(reader.harsh), quotes: [] }
    : { label: 'no-claim', rationale: say(reader.noClaim), quotes: [] };
}

/** Pages that can be read, by report. */
const read = ({ sources }: ReportFacts): { key: string; url: string; page: CitedPage }[] =>
  sources.map(({ key, url }) => ({ key, url, page: pageAt(url) })).filter(({ page }) => page.text !== undefined);

export function sourcesOf(judge: string, reports: readonly ReportFacts[]): JudgeSource[] {
  const reader = readerOf(judge);
  return reports.flatMap((report) =>
    read(report).map(({ url, page }) => {
      const { system, qid } = report;
      const wrong = luck(judge, `page ${url}`) < (page.about === undefined ? reader.turnsAway : reader.passes);
      const label = wrong === (page.about === undefined) ? 'irrelevant' : 'relevant';
      const what = label === 'relevant' ? (page.title ?? url) : (page.about ?? 'another subject than the query');
      const rationale = pick(reader[label], `${judge} ${url}`)(what);
      return { system, qid, url, label, rationale };
    })
  );
}

export function claimsOf(judge: string, reports: readonly ReportFacts[]): JudgeClaim[] {
  const reader = readerOf(judge);
  return reports.flatMap((report) =>
    read(report).flatMap(({ key, url, page }) =>
      report.claims
        .filter(({ source }) => source === key)
        .map(({ text }) => {
          const { system, qid } = report;
          return { system, qid, url, claim: text, ...saidOf(reader, page, text, judge) };
        })
    )
  );
}
