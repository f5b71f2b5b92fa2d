/** Citations of a report for its claims, and whether those pages support them. */
import { inParallel } from '../../../protocols/asking-alone.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { byId, readReply } from '../../../protocols/reading/reply-parts.ts';
import { playing } from '../../../protocols/reading/read-by-asking.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { holdsQuote } from '../../../protocols/rubric-tree/rubric-tree-quotes.ts';
import { pageBranches, type PageBranch } from '../../../protocols/rubric-tree/rubric-tree-units.ts';
import { textOf } from '../../../protocols/wording.ts';
import { tooLong } from '../../../report/aside/sections.ts';
import { CITATIONS } from '../prompts/daily-claims-1.ts';
import { CHECK } from '../prompts/daily-evidence-1.ts';
import type { ClaimDetail } from '../units.ts';
import type { DailyClaim } from './claims-step.ts';
import { checkSchema, checkShape, citationsSchema, citationsShape } from './daily-replies.ts';
import { shownPage } from './shown-page.ts';
import { askStep, type DailyReading, inGroups, type Step } from './steps.ts';

/** Claims that one question asks about at most. */
const AT_ONCE = 10;
/** Pages of one report that are checked at once. */
const PAGES_AT_ONCE = 4;

export type ClaimReference = ClaimDetail['references'][number];
type Numbered = readonly (readonly [string, DailyClaim])[];

const listed = (claims: Numbered) => claims.map(([id, { fact, claim }]) => ({ id, claim, words: fact }));

/** Sources of claims as code pairs them: those cited in the same block. */
const pairedByCode = (claims: Numbered, branches: readonly PageBranch[]): Map<string, string[]> =>
  new Map(
    claims.map(([id, { place }]) => [
      id,
      branches
        .filter(({ claims: own }) => place !== null && own.some((one) => one.place?.block === place.block))
        .map(({ source }) => source.url)
    ])
  );

const matchGroup = async (
  reading: DailyReading,
  claims: Numbered,
  branches: readonly PageBranch[]
): Promise<Step<Map<string, string[]>>> => {
  const { sample, metric, can } = reading;
  const sources = new Map(branches.map(({ source }, at) => [`r${at + 1}`, source.url]));
  const ids = claims.map(([id]) => id);
  const user = fill(textOf(metric.prompt, 'citations', CITATIONS), {
    claims: delimit('claims', JSON.stringify(listed(claims), null, 1), can.delimiterKey),
    sources: delimit('sources', JSON.stringify([...sources].map(([id, url]) => ({ id, url }))), can.delimiterKey),
    report: delimit('report', sample.report.markdown, can.delimiterKey)
  });
  if (tooLong(playing(can, 'matcher'), metric.prompt.system, user) !== null)
    return { ok: true, value: pairedByCode(claims, branches) };
  return askStep(
    reading,
    {
      ...{ user, schema: citationsSchema(ids), role: 'matcher' },
      assume: () =>
        JSON.stringify({
          claims: [...pairedByCode(claims, branches)].map(([id, urls]) => ({
            id,
            sources: [...sources].filter(([, url]) => urls.includes(url)).map(([source]) => source)
          }))
        })
    },
    (text, player) =>
      readReply(text, citationsShape, player, ({ claims: said }) => {
        const unknown = said.flatMap((one) => one.sources).find((source) => !sources.has(source));
        if (unknown !== undefined)
          return {
            ok: false,
            fault: `it names the source ${JSON.stringify(unknown.slice(0, 40))}, which is not listed`
          };
        const known = byId(said, ids);
        if (!known.ok) return known;
        const urls = (of: readonly string[]): string[] => [...new Set(of)].map((source) => sources.get(source)!);
        return { ok: true, value: new Map([...known.value].map(([id, one]) => [id, urls(one.sources)])) };
      })
  );
};

type Checked = Map<string, Pick<ClaimReference, 'check' | 'quote'>>;

/** Whether a page supports claims that cite it. Quotes have to be on the page. */
const checkPage = async (
  reading: DailyReading,
  url: string,
  claims: Numbered
): Promise<Step<{ outcome: ClaimReference['outcome']; said: Checked }>> => {
  const { metric, can } = reading;
  const page = await can.fetch(url);
  const said: Checked = new Map(claims.map(([id]) => [id, { check: null, quote: '' }]));
  if (page.outcome === 'not-fetched')
    return { ok: false, reason: `A page that the report cites was not fetched: ${page.note}.` };
  if (page.outcome !== 'ok' || page.text === null) return { ok: true, value: { outcome: page.outcome, said } };
  const text = page.text;
  for (const group of inGroups(claims, AT_ONCE)) {
    const ids = group.map(([id]) => id);
    const shown = shownPage(
      { ...page, text },
      null,
      group.map(([, { claim }]) => claim),
      { ...playing(can, 'verifier'), delimiterKey: can.delimiterKey }
    );
    if (shown === null) return { ok: false, reason: 'The context of this judge is too small for a part of a page.' };
    const user = fill(textOf(metric.prompt, 'check', CHECK), {
      claims: delimit('claims', JSON.stringify(listed(group), null, 1), can.delimiterKey),
      page: shown
    });
    const assume = () =>
      JSON.stringify({ claims: ids.map((id) => ({ id, rationale: '', result: 'unknown', quote: '' })) });
    const step = await askStep(reading, { user, schema: checkSchema(ids), role: 'verifier', assume }, (reply, player) =>
      readReply(reply, checkShape, player, ({ claims: own }) => {
        const invented = own.find(({ result, quote }) => result !== 'unknown' && !holdsQuote(text, quote));
        if (invented) return { ok: false, fault: `the quote that it gives for ${invented.id} is not on the page` };
        return byId(own, ids);
      })
    );
    if (!step.ok) return step;
    for (const [id, { result, quote }] of step.value) said.set(id, { check: result, quote });
  }
  return { ok: true, value: { outcome: page.outcome, said } };
};

/** The references of each claim with their checks, in the order of the claims. A claim whose reference cannot be checked fails alone. */
export const referencesOf = async (
  reading: DailyReading,
  claims: readonly DailyClaim[]
): Promise<Step<ClaimReference[]>[]> => {
  const branches = await pageBranches(reading.sample.report.markdown);
  if (branches.length === 0 || claims.length === 0) return claims.map(() => ({ ok: true, value: [] }));
  const numbered = claims.map((claim, at) => [`c${at + 1}`, claim] as const);
  const matched = new Map<string, Step<string[]>>();
  await Promise.all(
    inGroups(numbered, AT_ONCE).map(async (group) => {
      const step = await matchGroup(reading, group, branches);
      for (const [id] of group) matched.set(id, step.ok ? { ok: true, value: step.value.get(id)! } : step);
    })
  );
  const urls = [...new Set([...matched.values()].flatMap((step) => (step.ok ? step.value : [])))];
  const checked = new Map(
    await inParallel(urls, PAGES_AT_ONCE, async (url) => {
      const citing = numbered.filter(([id]) => {
        const step = matched.get(id)!;
        return step.ok && step.value.includes(url);
      });
      return [url, await checkPage(reading, url, citing)] as const;
    })
  );
  return numbered.map(([id]): Step<ClaimReference[]> => {
    const step = matched.get(id)!;
    if (!step.ok) return step;
    const references: ClaimReference[] = [];
    for (const url of step.value) {
      const check = checked.get(url)!;
      if (!check.ok) return check;
      references.push({ url, outcome: check.value.outcome, ...check.value.said.get(id)! });
    }
    return { ok: true, value: references };
  });
};
