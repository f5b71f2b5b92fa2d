import type { Capabilities } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Page } from '../../../page.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Evidence, Verdict } from '../../../verdict.ts';
import type { UsableReply, ReplyValue } from '../../../protocols/asking.ts';
import { askAlone, inParallel } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { excerpt } from '../../../protocols/rubric-tree/rubric-tree-excerpt.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { branchesNow, pageBranches } from '../../../protocols/rubric-tree/rubric-tree-units.ts';
import { estimateTokens } from '../../../report/split-report.ts';
import { failsClaims } from '../../../web/outcomes.ts';
import { pageKey } from '../../../web/url-key.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holes, instructionsOf, needed, optional, textOf } from '../../../protocols/wording.ts';
import { CITED, COMPARE, PART_OF_PAGE, PASSAGES, WHOLE_PAGE } from '../prompts/statements-1.ts';
import {
  drawnStatements,
  type FoundWork,
  playing,
  questionOf,
  readByAsking,
  readingHoles
} from '../../../protocols/reading/read-by-asking.ts';
import { type Abstention, byId, readReply } from '../../../protocols/reading/reply-parts.ts';
import { citedSchema, citedShape, compareSchema, compareShape, passagesSchema, passagesShape } from './replies.ts';
import {
  abstained,
  countStates,
  detailOf,
  judged,
  unscoredUnits,
  type UnitOf,
  wholeReport
} from '../../../protocols/reading/unit-verdicts.ts';
import { type CitedDetail, statementCount, reportStatements, statementKey } from './units.ts';

/** `blocked`: its page may well say it, but could not be read; `not-in-report`: the judge named what the report does not say. */
const citedLabels = ['match', 'mismatch', 'blocked', 'not-in-report'] as const;

/** Statements that one question asks about at most. */
const MOST_STATEMENTS = 10;
/** Tokens of a page that a judge is shown at most. */
const MOST_TOKENS = 24_000;
const FEWEST_TOKENS = 1_000;
/** Pages of one report that are read at once. */
const AT_ONCE = 6;

/** A statement of the report and one address that it cites. */
interface Pair {
  key: string;
  statement: string;
  url: string;
  evidence: Evidence;
  /** Whether statement and address are both in the report. */
  isThere: boolean;
}

const readCited = (text: string, can: { abstains: boolean }): ReplyValue<FoundWork<string[]>[] | Abstention> =>
  readReply(text, citedShape, can, ({ cited }) => ({
    ok: true,
    value: cited.map(({ statement, urls }) => ({ words: statement, more: urls }))
  }));

/** Assumed statements of a report, for an estimate: those that code pairs with their pages. */
const assumedCited = (markdown: string): string =>
  JSON.stringify({
    cited: (branchesNow(markdown) ?? []).flatMap(({ source, claims }) =>
      claims.map(({ text }) => ({ statement: text, urls: [source.url] }))
    )
  });

const itemOf = ({ statement, url }: Pick<Pair, 'statement' | 'url'>): string => statementKey(statement, url);

const unitOf = ({ statement, url, evidence }: Pair, page: Page | null, why: CitedDetail['why']): UnitOf => ({
  ...{ item: itemOf({ statement, url }), kind: 'cited-statement', text: statement },
  detail: {
    ...{ kind: 'cited-statement', url, outcome: page?.outcome ?? null, content: page?.contentHash ?? null },
    ...{ place: evidence.place ?? null, why }
  }
});

/** Statements with their addresses as the judge pairs them, each pair once; code says which of them the report has. */
const pairsOf = async (
  sample: Sample,
  metric: Metric,
  can: Capabilities
): Promise<{ pairs: Pair[]; prose: boolean } | { reason: string } | { abstains: string }> => {
  const { markdown } = sample.report;
  const branches = await pageBranches(markdown);
  const read = await readByAsking(sample, metric, can, {
    ...{ template: textOf(metric.prompt, 'cited', CITED), role: 'extractor', schema: citedSchema, read: readCited },
    assume: () => assumedCited(markdown)
  });
  if (!read.ok) return 'abstains' in read ? { abstains: read.abstains } : { reason: read.reason };
  const known = new Map(branches.map(({ source }) => [pageKey(source.url), source.url]));
  const pairs = new Map<string, Omit<Pair, 'key'>>();
  for (const { words, more, evidence } of read.found)
    for (const written of more) {
      const url = known.get(pageKey(written)) ?? known.get(pageKey(`https://${written}`));
      const isThere = url !== undefined && evidence.place !== null;
      pairs.set(JSON.stringify([words, url ?? written]), { statement: words, url: url ?? written, evidence, isThere });
    }
  return { pairs: [...pairs.values()].map((pair, at) => ({ key: `statement-${at + 1}`, ...pair })), prose: read.prose };
};

/** Results of two questions about a page for each of some statements. */
type Compared = Map<string, { label: 'match' | 'mismatch'; rationale: string; passages: string[] }>;

type Located = Map<string, { passages: string[] }>;
type Held = Map<string, { label: 'match' | 'mismatch'; rationale: string }>;

const listed = (pairs: readonly Pair[]) => pairs.map(({ key, statement }) => ({ id: key, statement }));

/** Which passages of the page tell of the statements; each has to be on the page. */
const passagesFor = async (
  pairs: readonly Pair[],
  page: Page,
  metric: Metric,
  can: Capabilities
): Promise<UsableReply<Located | Abstention>> => {
  const player = playing(can, 'locator');
  const ids = pairs.map(({ key }) => key);
  const text = page.text ?? '';
  const template = textOf(metric.prompt, 'passages', PASSAGES);
  const statements = delimit('statements', JSON.stringify(listed(pairs), null, 1), can.delimiterKey);
  const reserve = Math.min(16_384, (player.contextTokens ?? 0) / 4);
  const frame =
    estimateTokens(metric.prompt.system) + estimateTokens(fill(template, { statements, extent: PART_OF_PAGE }));
  const room = player.contextTokens === null ? MOST_TOKENS : player.contextTokens - reserve - frame;
  const most = Math.min(MOST_TOKENS, room);
  const tokens = estimateTokens(text);
  if (tokens > most && most < FEWEST_TOKENS)
    return {
      ok: false,
      reason: 'The context of this judge is too small for a part of the page that is worth reading.'
    };
  const shown =
    tokens <= most
      ? text
      : excerpt(
          text,
          pairs.map(({ statement }) => statement),
          Math.floor((0.9 * text.length * most) / tokens)
        );
  const title = page.title?.replace(/\s+/g, ' ').slice(0, 300) ?? '(none)';
  const user = fill(template, {
    ...{ statements, extent: shown === text ? WHOLE_PAGE : PART_OF_PAGE },
    page: delimit('page', `Address: ${page.url}\nTitle: ${title}\n\n${shown}`.toWellFormed(), can.delimiterKey)
  });
  const read = (reply: string): ReplyValue<Located | Abstention> =>
    readReply(reply, passagesShape, player, ({ found }): ReplyValue<Located> => {
      const entries = found.map(({ id, passages }) => {
        const own = [...new Set(passages.filter((one) => one !== ''))];
        return { id, given: own.length, passages: own.filter((one) => holdsQuote(text, one)) };
      });
      const invented = entries.find(({ given, passages }) => given > 0 && passages.length === 0);
      if (invented) return { ok: false, fault: `the passages that it gives for ${invented.id} are not on the page` };
      return byId(entries, ids);
    });
  const assume = () => JSON.stringify({ found: ids.map((id) => ({ id, passages: [text.slice(0, 300)] })) });
  return askAlone(player, questionOf(metric, { user, schema: passagesSchema(ids), role: 'locator', assume }), read);
};

/** Whether the passages support the statements. */
const comparisonOf = async (
  pairs: readonly Pair[],
  passages: Located,
  metric: Metric,
  can: Capabilities
): Promise<UsableReply<Held | Abstention>> => {
  const player = playing(can, 'verifier');
  const ids = pairs.map(({ key }) => key);
  const shown = listed(pairs).map((one) => ({ ...one, passages: passages.get(one.id)!.passages }));
  const user = fill(textOf(metric.prompt, 'compare', COMPARE), {
    pairs: delimit('pairs', JSON.stringify(shown, null, 1), can.delimiterKey)
  });
  const question = questionOf(metric, { user, schema: compareSchema(ids), role: 'verifier' });
  return askAlone(player, question, (reply): ReplyValue<Held | Abstention> =>
    readReply(reply, compareShape, player, ({ compared }) => byId(compared, ids))
  );
};

const compare = async (
  pairs: readonly Pair[],
  page: Page,
  metric: Metric,
  can: Capabilities
): Promise<{ reason: string } | { abstains: string } | { compared: Compared; prose: boolean }> => {
  const located = await passagesFor(pairs, page, metric, can);
  if (!located.ok) return { reason: located.reason };
  if (!(located.value instanceof Map)) return located.value;
  const passages = located.value;
  const compared: Compared = new Map();
  const having = pairs.filter(({ key }) => passages.get(key)!.passages.length > 0);
  for (const { key } of pairs)
    compared.set(key, { label: 'mismatch', rationale: 'The page says nothing about it.', passages: [] });
  if (having.length === 0) return { compared, prose: located.prose };
  const said = await comparisonOf(having, passages, metric, can);
  if (!said.ok) return { reason: said.reason };
  if (!(said.value instanceof Map)) return said.value;
  for (const [key, { label, rationale }] of said.value)
    compared.set(key, { label, rationale, passages: passages.get(key)!.passages });
  return { compared, prose: located.prose || said.prose };
};

const judgePage = async (pairs: readonly Pair[], metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const page = await can.fetch(pairs[0]!.url);
  const each = (verdict: (pair: Pair) => Verdict): Verdict[] => pairs.map(verdict);
  if (page.outcome === 'not-fetched')
    return each((pair) => unscoredUnits(unitOf(pair, page, null), `The cited page was not fetched: ${page.note}.`));
  if (page.outcome !== 'ok' || page.text === null) {
    const dead = failsClaims(page.outcome);
    const words = `The page was not read: ${page.note}.`;
    return each((pair) => judged(unitOf(pair, page, dead ? 'dead' : null), dead ? 'mismatch' : 'blocked', words));
  }
  const batches = Array.from({ length: Math.ceil(pairs.length / MOST_STATEMENTS) }, (_, at) =>
    pairs.slice(at * MOST_STATEMENTS, (at + 1) * MOST_STATEMENTS)
  );
  const verdicts = await Promise.all(
    batches.map(async (batch) => {
      const said = await compare(batch, page, metric, can);
      return batch.map((pair): Verdict => {
        if ('reason' in said) return unscoredUnits(unitOf(pair, page, null), said.reason);
        if ('abstains' in said) return abstained(unitOf(pair, page, null), said.abstains);
        const { label, rationale, passages } = said.compared.get(pair.key)!;
        const unit = unitOf(pair, page, passages.length === 0 ? 'no-passage' : 'compared');
        const evidence = passages.map((quote) => ({ quote }));
        const verdict = judged(unit, label, rationale, evidence);
        return said.prose ? { ...verdict, prose: true } : verdict;
      });
    })
  );
  return verdicts.flat();
};

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const read = await pairsOf(sample, metric, can);
  if ('reason' in read) return [unscoredUnits(wholeReport('cited-statement'), read.reason)];
  if ('abstains' in read) return [abstained(wholeReport('cited-statement'), read.abstains)];
  const there = read.pairs.filter(({ isThere }) => isThere);
  const nameOf = ({ statement, url }: Pair): string => `${statement} ${url}`;
  const byPage = Map.groupBy(
    drawnStatements(there, sample.report.markdown, nameOf, metric.settings.maxClaims),
    ({ url }) => pageKey(url)
  );
  const judgedPages = await inParallel([...byPage.values()], AT_ONCE, (pairs) => judgePage(pairs, metric, can));
  const byItem = new Map(judgedPages.flat().map((verdict) => [verdict.item, verdict]));
  const verdicts = read.pairs.flatMap((pair): Verdict[] => {
    const verdict = pair.isThere
      ? byItem.get(itemOf(pair))
      : judged(unitOf(pair, null, null), 'not-in-report', 'The report has no such statement, or not this address.');
    return verdict ? [read.prose ? { ...verdict, prose: true } : verdict] : [];
  });
  return [statementCount(there.length, 'Statements that cite a page'), ...verdicts];
};

/** 100 · matching / (matching + not matching) pairs. Blocked pages, and pairs that the report does not have, are counted apart. */
export const combineCited = (verdicts: readonly Verdict[]): Score => {
  const labelled = (label: (typeof citedLabels)[number]): number =>
    verdicts.filter((one) => one.label === label).length;
  const details = verdicts.filter((one) => one.label === 'mismatch').map((one) => detailOf(one, 'cited-statement'));
  // A verdict out of a file may be no more than a label.
  const why = (is: CitedDetail['why']): number | null =>
    details.includes(null) ? null : count(details.filter((one) => one?.why === is).length);
  const whole = verdicts.find(({ item, kind }) => item === 'report' && kind === 'cited-statement');
  const states = countStates(verdicts);
  const [match, mismatch, blocked] = [labelled('match'), labelled('mismatch'), labelled('blocked')];
  const decided = match + mismatch;
  const value = states.abstained > 0 || decided === 0 ? null : (100 * match) / decided;
  const known = states.abstained + states.unscored === 0;
  const count = (n: number): number | null => (known ? n : null);
  const statements = reportStatements(verdicts);
  const reason =
    value !== null
      ? null
      : whole?.state === 'unscored'
        ? whole.reason
        : states.abstained > 0
          ? `The judge abstained from ${whole ? 'the' : `${states.abstained} of ${statements}`} cited statements; a share of the others would mislead.`
          : states.unscored > 0
            ? 'No cited statement has a valid verdict.'
            : blocked > 0
              ? 'No page that a statement cites could be read.'
              : 'The report has no statement that cites a web page.';
  return {
    ...{ value, reason, n: value === null ? 0 : decided, ...states },
    figures: {
      statements,
      decided: count(decided),
      match: count(match),
      mismatch: count(mismatch),
      noPassage: why('no-passage'),
      dead: why('dead'),
      blocked: count(blocked),
      invented: whole ? null : labelled('not-in-report')
    }
  };
};

/** The three questions: which statements cite, what the page says of them, and whether that supports them. */
const wording = (prompt: MetricPrompt): PromptWording => ({
  texts: [
    instructionsOf(prompt),
    {
      ...{ name: 'cited', title: 'Statements and their sources', text: textOf(prompt, 'cited', CITED) },
      holes: readingHoles
    },
    {
      ...{ name: 'passages', title: 'Passages of a page', text: textOf(prompt, 'passages', PASSAGES) },
      holes: [
        needed('statements', 'the statements, as JSON'),
        optional('extent', 'whether the page is shown whole'),
        holes.page
      ]
    },
    {
      ...{ name: 'compare', title: 'Passages and statements', text: textOf(prompt, 'compare', COMPARE) },
      holes: [needed('pairs', 'statements with their passages, as JSON')]
    }
  ],
  replies: [citedSchema, passagesSchema([]), compareSchema([])].map(({ json }) => json)
});

/**
 * Cited statements (arXiv 2508.15804, section 2.2): the extractor pairs statements with the addresses that they cite, the locator
 * quotes what the page says about each, the verifier compares the statement with these passages alone. Statements on one page are
 * asked about together, ten at most.
 *
 * Units: `statements`, how many the report has; `statement-HASH`, one per statement and address, as many as the run judges at most:
 * `match`; `mismatch`, also if the page says nothing of it or leads nowhere;
 * `blocked`, if the page may be there and could not be read; `not-in-report`. Statements and addresses are looked up in the report,
 * passages on the page; a reply whose passages are not on the page is asked for again.
 */
export const citedStatements: Protocol = {
  name: 'report-bench-cited',
  unit: { kind: 'cited-statement', labels: citedLabels },
  figures: {
    statements: 'pairs of a statement and an address that it cites',
    decided: 'pairs that match or do not',
    match: 'pairs whose page supports the statement',
    mismatch: 'pairs whose page does not',
    noPassage: 'of these, the page says nothing of it',
    dead: 'of these, the page leads nowhere',
    blocked: 'pairs whose page could not be read',
    invented: 'pairs that the judge named and the report does not have'
  },
  roles: {
    extractor: { about: 'finds the statements and what they cite' },
    locator: { about: 'finds passages of a page about a statement' },
    verifier: { about: 'compares a statement with passages' }
  },
  wording,
  judge,
  unscored: (_sample, reason) => [unscoredUnits(wholeReport('cited-statement'), reason)],
  combine: combineCited,
  // Each judge finds statements of its own, so that judges share none.
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineCited, rule)
};
