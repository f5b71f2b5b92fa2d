import { z } from 'zod';
import type { Capabilities } from '../../capabilities.ts';
import { JudgeCallError } from '../../judge.ts';
import type { MetricPrompt } from '../../metric.ts';
import type { Page } from '../../page.ts';
import { askFor, REASK, type ReplyValue, type UsableReply } from '../../protocols/asking.ts';
import { askAlone, inParallel } from '../../protocols/asking-alone.ts';
import { delimit } from '../../protocols/delimiter.ts';
import { playing } from '../../protocols/reading/read-by-asking.ts';
import { byId, filledText, schemaOf, schemaPieces, trimmedText } from '../../protocols/reading/reply-parts.ts';
import { fill } from '../../protocols/reading/template.ts';
import { readShape } from '../../protocols/reply-shape.ts';
import { excerpt } from '../../protocols/rubric-tree/rubric-tree-excerpt.ts';
import { holes, needed, optional } from '../../protocols/wording.ts';
import { estimateTokens } from '../../report/split-report.ts';
import { fingerprint } from '../../runs/fingerprint.ts';
import type { KeyPoint } from '../../suites/research-arena/material.ts';
import {
  EXTRACTION,
  EXTRACTION_MESSAGE,
  GROUPING,
  GROUPING_MESSAGE
} from '../../suites/research-arena/prompts/making-1.ts';
import { pageHolds, type PagePoint, uniteSameMeaning, uniteSameWords } from '../../suites/research-arena/sources.ts';
import type { DroppedPiece, Maker, Making } from './contract.ts';

/** Tokens of a page that a model is shown at most; of a longer one the parts that have most in common with the query. */
const MOST_TOKENS = 24_000;
/** Key points of one page, and new points of one question to the grouper. */
const MOST_POINTS = 12;
const MOST_FRESH = 40;
const AT_ONCE = 6;

const input = z.strictObject({
  text: z.string().min(1),
  /** Addresses that reports on the query cite, each page once. */
  urls: z.array(z.string().min(1)),
  /** Reports whose sources these are. */
  reports: z.int().min(0)
});
export type QueryWithSources = z.infer<typeof input>;

const { anId, listOf, object, string } = schemaPieces;

const extractionSchema = schemaOf('page_key_points', {
  points: listOf(
    'Key points of the page, the most important first; empty where it has none.',
    object({
      point: string('One sentence that can be understood alone.'),
      passages: listOf('One to three passages of the page, letter by letter.', { type: 'string' })
    })
  )
});
const extractionShape = z.strictObject({
  points: z
    .array(z.strictObject({ point: filledText, passages: z.array(trimmedText) }))
    .max(MOST_POINTS, `more than ${MOST_POINTS} points`)
});

const groupingSchema = (ids: readonly string[]) =>
  schemaOf('same_key_points', {
    points: listOf(
      'One entry for each new point, in the order given.',
      object({ id: anId(ids), same: { type: ['string', 'null'], description: 'Id of the earlier point, or null.' } })
    )
  });
const groupingShape = z.strictObject({
  points: z.array(z.strictObject({ id: z.string(), same: z.string().nullable() }))
});

const prompt: MetricPrompt = {
  ...{ name: 'research-arena/key-point-sources', version: '1', system: EXTRACTION },
  hash: fingerprint({
    ...{ EXTRACTION, EXTRACTION_MESSAGE, GROUPING, GROUPING_MESSAGE, REASK },
    schemas: [extractionSchema, groupingSchema(['{id}'])]
  })
};

interface Extraction {
  page: { url: string; outcome: Page['outcome']; points: number; problem: string | null };
  points: PagePoint[];
  dropped: DroppedPiece[];
  prose: boolean;
}

/**
 * Key points of one page. A point of which no passage is on the page is dropped. A page that was not fetched, or whose call failed, is a
 * reason for leaving the query without key points.
 */
async function extract(
  url: string,
  query: string,
  { name, version, hash, system }: MetricPrompt,
  can: Capabilities
): Promise<Extraction | { reason: string }> {
  const player = playing(can, 'extractor');
  const page = await can.fetch(url);
  const none = (problem: string): Extraction => ({
    ...{ page: { url, outcome: page.outcome, points: 0, problem }, points: [], dropped: [], prose: false }
  });
  if (page.outcome === 'not-fetched') return { reason: `The page ${url} was not fetched: ${page.note}.` };
  const { text } = page;
  if (page.outcome !== 'ok' || text === null) return none(page.note);
  const most = Math.min(
    MOST_TOKENS,
    player.contextTokens === null ? MOST_TOKENS : Math.floor(player.contextTokens / 2)
  );
  const tokens = estimateTokens(text);
  const shown = tokens <= most ? text : excerpt(text, [query], Math.floor((0.9 * text.length * most) / tokens));
  const user = fill(EXTRACTION_MESSAGE, {
    query: delimit('query', query, can.delimiterKey),
    extent: shown === text ? 'all of it' : 'parts of it',
    page: delimit('page', `Address: ${url}\n\n${shown}`.toWellFormed(), can.delimiterKey)
  });
  const question = {
    ...{ prompt: { name, version, hash }, system, user, schema: extractionSchema, role: 'extractor' },
    assume: () =>
      JSON.stringify({ points: [{ point: shown.slice(0, 80).trim() || url, passages: [shown.slice(0, 80)] }] })
  };
  const asked = await askFor(player, question, (reply) => readShape(reply, extractionShape)).catch(
    (failure: unknown) => {
      if (failure instanceof JudgeCallError) return { reason: failure.message };
      throw failure;
    }
  );
  if (!('ok' in asked)) return asked;
  if (!asked.ok) return none(asked.reason);
  const found = asked.value.points.map(({ point, passages }) => ({
    text: point,
    spans: passages.filter((one) => one !== '' && pageHolds(text, one))
  }));
  return {
    page: { url, outcome: page.outcome, points: found.filter(({ spans }) => spans.length > 0).length, problem: null },
    points: found.filter(({ spans }) => spans.length > 0).map((one) => ({ url, ...one })),
    dropped: found
      .filter(({ spans }) => spans.length === 0)
      .map((one) => ({ text: one.text, reason: `None of its passages is on the page ${url}.` })),
    prose: asked.prose
  };
}

/** For each new point the id of an earlier one that it repeats, or null; `known` are ids before all of them. */
const readGroups =
  (known: readonly string[], fresh: readonly string[]) =>
  (reply: string): ReplyValue<Map<string, { same: string | null }>> => {
    const read = readShape(reply, groupingShape);
    if (!read.ok) return read;
    const said = byId(read.value.points, fresh);
    if (!said.ok) return said;
    for (const [at, id] of fresh.entries()) {
      const { same } = said.value.get(id)!;
      const earlier = [...known, ...fresh.slice(0, at)];
      if (same !== null && !earlier.includes(same))
        return { ok: false, fault: `${id} repeats ${JSON.stringify(same.slice(0, 60))}, which is no earlier point` };
    }
    return said;
  };

/** The union: the same words once, then points of the same meaning once, asked in portions against all earlier ones. */
async function unite(
  points: readonly PagePoint[],
  { name, version, hash }: MetricPrompt,
  can: Capabilities
): Promise<UsableReply<KeyPoint[]>> {
  const player = playing(can, 'grouper');
  const distinct = uniteSameWords(points);
  const sameAs: (number | null)[] = distinct.map(() => null);
  const idOf = (at: number): string => `p${at + 1}`;
  const listed = (from: number, to: number) =>
    [...distinct.keys()].slice(from, to).filter((at) => sameAs[at] === null).map((at) => ({ id: idOf(at), point: distinct[at]!.text })); // prettier-ignore
  let prose = false;
  // Nothing to compare the only point with.
  for (let from = 0; distinct.length > 1 && from < distinct.length; from += MOST_FRESH) {
    const known = listed(0, from);
    const fresh = listed(from, from + MOST_FRESH);
    const ids = fresh.map(({ id }) => id);
    const shown = (name_: string, of: object) => delimit(name_, JSON.stringify(of, null, 1), can.delimiterKey);
    const question = {
      ...{ prompt: { name, version, hash }, system: GROUPING, schema: groupingSchema(ids), role: 'grouper' },
      user: fill(GROUPING_MESSAGE, { known: shown('known', known), fresh: shown('new', fresh) }),
      assume: () => JSON.stringify({ points: ids.map((id) => ({ id, same: null })) })
    };
    const asked = await askAlone(player, question, readGroups(known.map(({ id }) => id), ids)); // prettier-ignore
    if (!asked.ok) return { ok: false, reason: `Which key points are the same is not known. ${asked.reason}` };
    for (const [id, { same }] of asked.value)
      sameAs[Number(id.slice(1)) - 1] = same === null ? null : Number(same.slice(1)) - 1;
    prose ||= asked.prose;
  }
  return { ok: true, value: uniteSameMeaning(distinct, sameAs), prose };
}

const counted = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

const MOST_SHOWN = 9_000;

/** The union as people read it before they accept. */
const linesOf = (points: readonly KeyPoint[]): string => {
  const lines = points.map(({ key, text, sources }) => `${key}: ${text} (${counted(sources.length, 'source')})`);
  let shown = `${counted(points.length, 'key point')}`;
  for (const [at, line] of lines.entries()) {
    if (shown.length + line.length > MOST_SHOWN) return `${shown}\n… and ${lines.length - at} more`;
    shown += `\n${line}`;
  }
  return shown;
};

const make = async (
  { text, urls, reports }: QueryWithSources,
  own: MetricPrompt,
  can: Capabilities
): Promise<Making> => {
  const tried = await inParallel(urls, AT_ONCE, (url) => extract(url, text, own, can));
  // Without the points of one page, every report would be measured by a smaller set.
  const failed = tried.find((one) => 'reason' in one);
  if (failed) return { ok: false, reason: failed.reason };
  const read = tried.filter((one) => 'page' in one);
  const united = await unite(read.flatMap(({ points }) => points), own, can); // prettier-ignore
  if (!united.ok) return united;
  const dropped = read.flatMap((one) => one.dropped);
  const prose = united.prose || read.some((one) => one.prose);
  const pages = read.map(({ page }) => page);
  const answered = pages.filter(({ problem }) => problem === null);
  if (united.value.length === 0 && answered.length === 0)
    return {
      ok: false,
      reason:
        urls.length === 0
          ? reports === 1
            ? 'The report on this query cites no web page.'
            : `The ${reports} reports on this query cite no web page.`
          : urls.length === 1
            ? `The page could not be used: ${pages[0]!.problem ?? ''}`
            : `None of ${urls.length} pages could be used: ${pages[0]!.problem ?? ''}`
    };
  const piece = {
    text: linesOf(united.value),
    why: `From ${counted(answered.length, 'page')} of ${urls.length} that ${counted(reports, 'report')} cite.`,
    data: { suite: 'research-arena', part: { keyPoints: united.value }, madeBy: 'keyPointsBy', pages }
  };
  return { ok: true, pieces: [piece], dropped, prose };
};

/**
 * Key points of the sources that reports on a query cite (arXiv 2509.01396, equations 4 and 5), united over all reports. The extractor
 * reads each page on the query; passages are looked up on the page; the grouper tells which points are the same. A page that cannot
 * be read, or of which no reply can be used, gives none and is named in `data.pages`; without any usable page, or if a page was not
 * fetched or a call failed, the unit is unmade.
 */
export const arenaKeyPoints: Maker<QueryWithSources> = {
  name: 'arena-key-points',
  title: 'Key points of sources',
  about: 'Key points of the web pages that reports on a query cite, each once, with the passages that make them.',
  input,
  prompt,
  texts: ({ system }) => [
    {
      ...{ name: 'extraction', title: 'Key points of a page', text: `${system}\n\n${EXTRACTION_MESSAGE}` },
      holes: [holes.query, holes.page, optional('extent', 'whether the page is shown whole')]
    },
    {
      ...{ name: 'grouping', title: 'Points that say the same', text: `${GROUPING}\n\n${GROUPING_MESSAGE}` },
      holes: [needed('known', 'points that are known, as JSON'), needed('fresh', 'new points, as JSON')]
    }
  ],
  roles: {
    extractor: { about: 'finds key points in a page' },
    grouper: { about: 'tells which key points say the same' }
  },
  make
};
