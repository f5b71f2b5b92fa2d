import type { Capabilities, Vote } from '../../../capabilities.ts';
import type { Metric, MetricPrompt, PromptWording, Protocol } from '../../../metric.ts';
import type { Sample } from '../../../sample.ts';
import type { Score } from '../../../score.ts';
import type { Evidence, Verdict } from '../../../verdict.ts';
import type { ReplyValue } from '../../../protocols/asking.ts';
import { inParallel } from '../../../protocols/asking-alone.ts';
import { meanOfJudges } from '../../../protocols/combining.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { failedVotesReason } from '../../../protocols/failed-votes.ts';
import { excerpt } from '../../../protocols/rubric-tree/rubric-tree-excerpt.ts';
import { readShape } from '../../../protocols/reply-shape.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { instructionsOf, needed, textOf } from '../../../protocols/wording.ts';
import { searchFailedReason } from '../../../search/words.ts';
import { UNCITED, VOTE } from '../prompts/statements-1.ts';
import { factualAccuracy, uncitedBallot, type UncitedVerdict as Truth, verdicts as truths } from '../uncited.ts';
import {
  drawnStatements,
  type FoundWork,
  questionOf,
  readByAsking,
  readingHoles
} from '../../../protocols/reading/read-by-asking.ts';
import { type Abstention, readReply } from '../../../protocols/reading/reply-parts.ts';
import { uncitedSchema, uncitedShape, voteSchema, voteShape } from './replies.ts';
import {
  abstained,
  countStates,
  detailOf,
  judged,
  unscoredUnits,
  type UnitOf,
  wholeReport
} from '../../../protocols/reading/unit-verdicts.ts';
import { statementCount, reportStatements, statementKey, type UncitedDetail } from './units.ts';

/** `cited`: it has a citation after all; `not-in-report`: the judge named what the report does not say. */
const uncitedLabels = ['correct', 'incorrect', 'undecided', 'cited', 'not-in-report'] as const;

const RESULTS = 8;
/** The first of them that are read; of the others the snippet is shown. */
const READ = 3;
/** Characters of a page that voters are shown. */
const MOST_WORDS = 2_000;
/** Statements of one report that are voted on at once. */
const AT_ONCE = 4;

interface Statement {
  statement: string;
  search: string;
  evidence: Evidence;
}

/** Votes that have to be valid: two thirds, which of two models with three votes each are four of six. */
export const validVotesNeeded = (votes: number): number =>
  Math.ceil((votes * uncitedBallot.minimumValid) / (2 * uncitedBallot.repeats));

const readUncited = (text: string, can: { abstains: boolean }): ReplyValue<FoundWork<string>[] | Abstention> =>
  readReply(text, uncitedShape, can, ({ uncited }) => ({
    ok: true,
    value: uncited.map(({ statement, search }) => ({ words: statement, more: search }))
  }));

/** Assumed statements without citation, for an estimate: every longer sentence without a link or a number in brackets. */
const assumedUncited = (markdown: string): string =>
  JSON.stringify({
    uncited: markdown
      .split(/\n+|(?<=[.!?])\s+(?=\p{Lu})/u)
      .filter((sentence) => sentence.length >= 60 && !/https?:|\[\d|^[#>|]/.test(sentence.trim()))
      .map((sentence) => ({ statement: sentence, search: sentence.slice(0, 80) }))
  });

/** Form of a citation behind the words that it belongs to: a link, an address, a number in brackets, a note. */
const CITATION = /^[\s.,;:)*_"”’]{0,4}(?:\[[\^\d]|\[[^\]\n]{0,200}\]\(\s*<?https?:|\(?<?https?:|\(\[|【\d|<sup>)/i;
/** By so many of its last words a statement is looked up. */
const LAST_WORDS = 5;

/**
 * Whether a citation directly follows a statement in the report. A citation at the end of its paragraph does not count for the
 * sentences before, and one in the middle of a sentence is for the extractor to see.
 */
export const citesAtItsEnd = (markdown: string, statement: string): boolean => {
  const words = statement.match(/[\p{L}\p{N}]+/gu)?.slice(-LAST_WORDS) ?? [];
  if (words.length === 0) return false;
  const found = new RegExp(words.join('[^\\p{L}\\p{N}\\n]{1,12}'), 'iu').exec(markdown);
  return found !== null && CITATION.test(markdown.slice(found.index + found[0].length).slice(0, 300));
};

const nothing = { results: [], valid: 0, share: null, votes: [] };

const unitOf = (
  { statement, search, evidence }: Statement,
  said: Pick<UncitedDetail, 'results' | 'valid' | 'share' | 'votes'> = nothing
): UnitOf => ({
  ...{ item: statementKey(statement), kind: 'uncited-statement', text: statement },
  detail: { kind: 'uncited-statement', place: evidence.place ?? null, search, ...said }
});

const CANNOT_TELL = 'cannot-tell';

const readVote = (text: string): { label: Truth | typeof CANNOT_TELL; rationale: string } | null => {
  const reading = readShape(text, voteShape);
  return reading.ok ? { label: reading.value.decision, rationale: reading.value.rationale } : null;
};

/** Outcome of votes if those that cannot tell are not valid: the label with the most, or null in a tie. */
const countOf = (said: readonly Vote<Truth | typeof CANNOT_TELL>[]) => {
  const votes = said.map((vote): Vote<Truth> =>
    vote.label === CANNOT_TELL ? { ...vote, label: null, problem: 'it cannot tell' } : { ...vote, label: vote.label }
  );
  const many = (label: Truth): number => votes.filter((one) => one.label === label).length;
  const [correct, incorrect] = [many('correct'), many('incorrect')];
  const valid = correct + incorrect;
  return {
    ...{ votes, correct, incorrect, valid, share: valid === 0 ? null : Math.max(correct, incorrect) / valid },
    label: correct === incorrect ? null : correct > incorrect ? ('correct' as const) : ('incorrect' as const)
  };
};

/** Searches for a statement: the first pages are read, of the others there is the snippet. A page that this machine could not fetch is a reason. */
const findAbout = async (
  { statement, search }: Statement,
  can: Capabilities
): Promise<
  { reason: string } | { results: (UncitedDetail['results'][number] & { words: string; date: string | null })[] }
> => {
  const found = await can.search(search, { count: RESULTS });
  if (found.outcome !== 'ok') return { reason: searchFailedReason(found) };
  const pages = await Promise.all(found.results.slice(0, READ).map(({ url }) => can.fetch(url)));
  const held = pages.find(({ outcome }) => outcome === 'not-fetched');
  if (held) return { reason: `A page found was not fetched: ${held.note}.` };
  const results = found.results.map(({ url, title, snippet, date }, at) => {
    const page = pages[at];
    const text = page?.outcome === 'ok' ? page.text : null;
    return {
      url,
      title,
      date,
      read: text !== null,
      words: text === null ? snippet : excerpt(text, [statement], MOST_WORDS)
    };
  });
  return { results };
};

const judgeStatement = async (one: Statement, metric: Metric, can: Capabilities): Promise<Verdict> => {
  const found = await findAbout(one, can);
  if ('reason' in found) return unscoredUnits(unitOf(one), found.reason);
  const shown = found.results.map(({ url, title, date, words }) => ({
    url,
    title,
    ...(date !== null && { date }),
    words
  }));
  const user = fill(textOf(metric.prompt, 'vote', VOTE), {
    statement: delimit('statement', one.statement, can.delimiterKey),
    results: delimit('results', JSON.stringify(shown, null, 1).toWellFormed(), can.delimiterKey)
  });
  const { of, repeats } = uncitedBallot;
  const outcome = await can.vote(questionOf(metric, { user, schema: voteSchema, role: 'voter' }), {
    ...{ of: [...of, CANNOT_TELL] as const, repeats, minimumValid: 1 },
    read: ({ text }) => readVote(text)
  });
  const { votes, valid, share, label, correct, incorrect } = countOf(outcome.votes);
  const needed = validVotesNeeded(votes.length);
  const results = found.results.map(({ url, title, read }) => ({ url, title, read }));
  const unit = unitOf(one, { results, valid, share, votes });
  const lost = failedVotesReason(outcome, [correct, incorrect], needed);
  if (lost !== null) return unscoredUnits(unit, lost);
  if (outcome.valid === 0) return unscoredUnits(unit, `No vote is valid: ${votes[0]?.problem ?? 'there are no votes'}`);
  if (valid < needed)
    return judged(unit, 'undecided', `${valid} of ${votes.length} votes are valid, and at least ${needed} have to be.`);
  if (label === null)
    return judged(unit, 'undecided', `The votes are tied: ${correct} correct, ${incorrect} incorrect.`);
  const leading = votes.find((vote) => vote.label === label)!;
  return judged(unit, label, `${Math.max(correct, incorrect)} of ${valid} valid votes: ${label}. ${leading.rationale}`);
};

const judge = async (sample: Sample, metric: Metric, can: Capabilities): Promise<Verdict[]> => {
  const { markdown } = sample.report;
  const read = await readByAsking(sample, metric, can, {
    ...{
      template: textOf(metric.prompt, 'uncited', UNCITED),
      role: 'extractor',
      schema: uncitedSchema,
      read: readUncited
    },
    assume: () => assumedUncited(markdown)
  });
  if (!read.ok)
    return 'abstains' in read
      ? [abstained(wholeReport('uncited-statement'), read.abstains)]
      : [unscoredUnits(wholeReport('uncited-statement'), read.reason)];
  const seen = new Set<string>();
  const statements = read.found
    .filter(({ words }) => !seen.has(words) && seen.add(words))
    .map(({ words, more, evidence }): Statement => ({ statement: words, search: more, evidence }));
  const setAside = (one: Statement): Verdict | null =>
    one.evidence.place === null
      ? judged(unitOf(one), 'not-in-report', 'The report has no such statement.')
      : citesAtItsEnd(markdown, one.statement)
        ? judged(unitOf(one), 'cited', 'A citation follows it directly.')
        : null;
  const own = statements.filter((one) => setAside(one) === null);
  const chosen = new Set(drawnStatements(own, markdown, ({ statement }) => statement, metric.settings.maxClaims));
  const told = statements.filter((one) => chosen.has(one) || setAside(one) !== null);
  const verdicts = await inParallel(told, AT_ONCE, async (one): Promise<Verdict> => {
    const verdict = setAside(one) ?? (await judgeStatement(one, metric, can));
    return read.prose ? { ...verdict, prose: true } : verdict;
  });
  return [statementCount(own.length, 'Factual statements without a citation'), ...verdicts];
};

/** 100 · correct / decided; the range over all statements, counts and reasons are figures. */
export const combineUncited = (verdicts: readonly Verdict[]): Score => {
  const outcomes = verdicts.flatMap((one) => {
    const label = truths.find((truth) => truth === one.label) ?? null;
    if (label === null && one.label !== 'undecided') return [];
    const detail = detailOf(one, 'uncited-statement');
    // Each statement has the minimum of its own number of votes: below it there are too few.
    const enough = detail !== null && detail.valid >= validVotesNeeded(detail.votes.length);
    return [{ label, valid: enough ? uncitedBallot.minimumValid : 0, toldWhy: label !== null || detail !== null }];
  });
  // A verdict out of a file may be no more than a label.
  const toldWhy = outcomes.every((one) => one.toldWhy);
  const said = factualAccuracy(outcomes);
  const labelled = (label: (typeof uncitedLabels)[number]): number =>
    verdicts.filter((one) => one.label === label).length;
  const whole = verdicts.find(({ item, kind }) => item === 'report' && kind === 'uncited-statement');
  const states = countStates(verdicts);
  const known = states.abstained + states.unscored === 0;
  const percent = (value: number | null | undefined): number | null => (value == null ? null : 100 * value);
  const value = states.abstained > 0 ? null : percent(said.accuracy.value);
  const reason =
    value !== null
      ? null
      : whole?.state === 'unscored'
        ? whole.reason
        : states.abstained > 0
          ? 'The judge abstained from statements without a citation.'
          : said.statements > 0
            ? `The votes decided none of ${said.statements} statements.`
            : states.unscored > 0
              ? 'No statement without a citation has a valid verdict.'
              : 'The report has no factual statement without a citation.';
  return {
    ...{ value, reason, n: value === null ? 0 : said.correct + said.incorrect, ...states },
    figures: {
      statements: reportStatements(verdicts),
      decided: known ? said.correct + said.incorrect : null,
      correct: known ? said.correct : null,
      incorrect: known ? said.incorrect : null,
      tied: known && toldWhy ? said.tied : null,
      tooFewVotes: known && toldWhy ? said.tooFew : null,
      lowest: known ? percent(said.range?.[0]) : null,
      highest: known ? percent(said.range?.[1]) : null,
      citedAfterAll: whole ? null : labelled('cited'),
      invented: whole ? null : labelled('not-in-report')
    }
  };
};

/** The two questions: which statements cite nothing, and whether one is true. */
const wording = (prompt: MetricPrompt): PromptWording => ({
  texts: [
    instructionsOf(prompt),
    {
      ...{ name: 'uncited', title: 'Statements without a citation', text: textOf(prompt, 'uncited', UNCITED) },
      holes: readingHoles
    },
    {
      ...{ name: 'vote', title: 'Vote on a statement', text: textOf(prompt, 'vote', VOTE) },
      holes: [needed('statement', 'the statement'), needed('results', 'what the web search found, as JSON')]
    }
  ],
  replies: [uncitedSchema.json, voteSchema.json]
});

/**
 * Statements without citation (arXiv 2508.15804, section 2.2): the extractor finds them, a web search is made for each, and
 * every model that plays `voter` votes three times on what was found. A tie, or fewer valid votes than two thirds, decides nothing.
 *
 * Units: `statements`, how many the report has; `statement-HASH`, as many as the run judges at most: `correct`, `incorrect`,
 * `undecided` with its votes; `cited`, if a citation follows directly; `not-in-report`. A search that fails, and a page that this machine could not
 * fetch, leave their statement unscored.
 */
export const uncitedStatements: Protocol = {
  name: 'report-bench-uncited',
  unit: { kind: 'uncited-statement', labels: uncitedLabels },
  figures: {
    statements: 'factual statements without a citation',
    decided: 'statements that the votes decided',
    correct: 'statements that the votes found correct',
    incorrect: 'statements that they found incorrect',
    tied: 'statements on which votes were tied',
    tooFewVotes: 'statements with too few valid votes',
    lowest: 'share of correct ones if every undecided one were incorrect, in %',
    highest: 'share of correct ones if every undecided one were correct, in %',
    citedAfterAll: 'statements that have a citation after all',
    invented: 'statements that the judge named and the report does not have'
  },
  roles: {
    extractor: { about: 'finds factual statements without a citation' },
    voter: { about: 'votes three times on each, on what a search found; the paper has two models', many: true }
  },
  wording,
  judge,
  unscored: (_sample, reason) => [unscoredUnits(wholeReport('uncited-statement'), reason)],
  combine: combineUncited,
  // Each judge finds statements of its own, so that judges share none.
  combineJudges: (judges, _settings, rule) => meanOfJudges(judges, combineUncited, rule)
};
