/** Claims: extracted by rubric, looked up in the report, freed of duplicates and assigned to one rubric each. */
import type { ReplyValue } from '../../../protocols/asking.ts';
import { delimit } from '../../../protocols/delimiter.ts';
import { readReply } from '../../../protocols/reading/reply-parts.ts';
import { readByAsking } from '../../../protocols/reading/read-by-asking.ts';
import { fill } from '../../../protocols/reading/template.ts';
import { textOf } from '../../../protocols/wording.ts';
import { fingerprint, textHash } from '../../../runs/fingerprint.ts';
import type { Place } from '../../../verdict.ts';
import type { Subtask } from '../material.ts';
import { CLAIMS, DUPLICATES, REST } from '../prompts/daily-claims-1.ts';
import { claimsSchema, claimsShape, duplicatesSchema, duplicatesShape } from './daily-replies.ts';
import { askStep, type DailyReading, type Step, type StepFailure } from './steps.ts';

/** The fallback rubric, which takes claims that belong to no other. */
export const REST_KEY = 'rest';

export interface DailyClaim {
  /** Key of the subtask whose rubric it belongs to; `rest` for the fallback rubric. */
  rubric: string;
  fact: string;
  claim: string;
  from: 'text' | 'table';
  place: Place | null;
}

export interface FoundClaims {
  claims: DailyClaim[];
  /** Claims whose words are not in the report. */
  invented: DailyClaim[];
  /** Claims that repeat another one. */
  duplicates: number;
}

/** Key of a claim's unit by its words, so that equal keys of two judges are one claim. */
export const claimKey = ({ rubric, fact, claim }: Pick<DailyClaim, 'rubric' | 'fact' | 'claim'>): string =>
  `${rubric}/claim-${fingerprint([fact, claim]).slice(0, 12)}`;

/** Assumed claims of one of several rubrics, for an estimate: sentences with a figure, dealt out in turn. */
const assumedClaims = (markdown: string, at: number, of: number): string =>
  JSON.stringify({
    claims: markdown
      .split(/\n+|(?<=[.!?。])\s*(?=\p{Lu}|\p{Script=Han})/u)
      .filter((sentence) => sentence.length >= 20 && /\d/.test(sentence) && !/^\s*(?:[#>|]|\[\d+\])/.test(sentence))
      .filter((_, n) => n % of === at)
      .map((sentence) => ({ fact: sentence.trim(), claim: sentence.trim(), from: 'text' }))
  });

const extract = async (
  { sample, metric, can }: DailyReading,
  rubric: { key: string; text: string },
  [at, of]: readonly [number, number]
): Promise<Step<(DailyClaim & { there: boolean })[]>> => {
  const { markdown } = sample.report;
  const read = await readByAsking(sample, metric, can, {
    ...{ template: textOf(metric.prompt, 'claims', CLAIMS), role: 'extractor', schema: claimsSchema },
    values: {
      query: delimit('query', sample.query.text, can.delimiterKey),
      requirement: delimit('requirement', rubric.text, can.delimiterKey)
    },
    read: (text, player) =>
      readReply(text, claimsShape, player, ({ claims }) => ({
        ok: true,
        value: claims.map(({ fact, ...more }) => ({ words: fact, more }))
      })),
    assume: () => assumedClaims(markdown, at, of)
  });
  if (!read.ok) return read;
  const seen = new Set<string>();
  return {
    ok: true,
    value: read.found.flatMap(({ words, more, evidence }) => {
      const claim = { rubric: rubric.key, fact: words, ...more, place: evidence.place ?? null };
      const key = claimKey(claim);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ ...claim, there: evidence.place !== null }];
    })
  };
};

/** Reads duplicates and places from a reply, if it is consistent: body and table stay two, and a claim that is kept is not dropped. */
const readDuplicates = (
  text: string,
  claims: ReadonlyMap<string, DailyClaim>,
  rubrics: readonly string[],
  can: { abstains: boolean }
): ReplyValue<{ dropped: Set<string>; moved: Map<string, string> } | { abstains: string }> =>
  readReply(text, duplicatesShape, can, ({ duplicates, moved }) => {
    const fault = (words: string) => ({ ok: false as const, fault: words });
    const dropped = new Set(duplicates.map(({ id }) => id));
    for (const { id, of } of duplicates) {
      const [one, other] = [claims.get(id), claims.get(of)];
      if (!one || !other) return fault(`it names ${JSON.stringify((one ? of : id).slice(0, 20))}, which is no claim`);
      if (dropped.has(of)) return fault(`${id} is to be dropped for ${of}, which is dropped itself`);
      if (one.from !== other.from) return fault(`${id} and ${of} stand in the text and in a table, so both stay`);
    }
    if (dropped.size < duplicates.length) return fault('it drops a claim twice');
    const places = new Map(moved.map(({ id, requirement }) => [id, requirement]));
    for (const [id, requirement] of places) {
      if (!claims.has(id)) return fault(`it moves ${JSON.stringify(id.slice(0, 20))}, which is no claim`);
      if (!rubrics.includes(requirement))
        return fault(`it moves ${id} to ${JSON.stringify(requirement.slice(0, 40))}, which is no requirement`);
    }
    if (places.size < moved.length) return fault('it moves a claim twice');
    return { ok: true, value: { dropped, moved: places } };
  });

const assign = async (
  reading: DailyReading,
  claims: readonly DailyClaim[],
  rubrics: readonly { key: string; text: string }[]
): Promise<Step<{ claims: DailyClaim[]; duplicates: number }>> => {
  if (claims.length < 2) return { ok: true, value: { claims: [...claims], duplicates: 0 } };
  const { metric, can } = reading;
  const byId = new Map(claims.map((claim, at) => [`c${at + 1}`, claim]));
  const shown = rubrics.map(({ key, text }) => ({
    requirement: key,
    text,
    claims: [...byId]
      .filter(([, { rubric }]) => rubric === key)
      .map(([id, { fact, claim, from, place }]) => ({ id, claim, words: fact, from, paragraph: place?.block ?? null }))
  }));
  const user = fill(textOf(metric.prompt, 'duplicates', DUPLICATES), {
    claims: delimit('claims', JSON.stringify(shown, null, 1), can.delimiterKey)
  });
  const keys = rubrics.map(({ key }) => key);
  const step = await askStep(
    reading,
    { user, schema: duplicatesSchema, role: 'integrator', assume: () => '{"duplicates":[],"moved":[]}' },
    (text, player) => readDuplicates(text, byId, keys, player)
  );
  if (!step.ok) return step;
  const { dropped, moved } = step.value;
  const kept = [...byId].filter(([id]) => !dropped.has(id));
  const assigned = kept.map(([id, claim]) => ({ ...claim, rubric: moved.get(id) ?? claim.rubric }));
  // Two claims of the same words under one rubric have one key: they are one claim.
  const unique = new Map(assigned.map((claim) => [claimKey(claim), claim]));
  return { ok: true, value: { claims: [...unique.values()], duplicates: claims.length - unique.size } };
};

/** The claims of a report under the factuality rubrics of these subtasks and the fallback rubric; nothing if there is no rubric. */
export const findClaims = async (reading: DailyReading, subtasks: readonly Subtask[]): Promise<Step<FoundClaims>> => {
  const own = subtasks.flatMap(({ key, rubrics }) => (rubrics.fac === null ? [] : [{ key, text: rubrics.fac }]));
  if (own.length === 0) return { ok: true, value: { claims: [], invented: [], duplicates: 0 } };
  const rubrics = [...own, { key: REST_KEY, text: REST }];
  const steps = await Promise.all(rubrics.map((rubric, at) => extract(reading, rubric, [at, rubrics.length])));
  const failed = steps.find((step): step is StepFailure => !step.ok);
  if (failed) return failed;
  const found = steps.flatMap((step) => (step.ok ? step.value : []));
  const plain = ({ there: _there, ...claim }: (typeof found)[number]): DailyClaim => claim;
  const assigned = await assign(reading, found.filter(({ there }) => there).map(plain), rubrics);
  if (!assigned.ok) return assigned;
  return { ok: true, value: { ...assigned.value, invented: found.filter(({ there }) => !there).map(plain) } };
};

/**
 * As many claims as a run verifies, in their order: one of each rubric in turn, by hashes of the report and the claim, so that no rubric
 * goes without while another has two.
 */
export function drawClaims(claims: readonly DailyClaim[], markdown: string, most = Infinity): DailyClaim[] {
  if (claims.length <= most) return [...claims];
  const report = textHash(markdown);
  const ranked = [...Map.groupBy(claims, ({ rubric }) => rubric).values()].map((own) =>
    own
      .map((claim) => ({ claim, rank: textHash(`${report} ${claimKey(claim)}`) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ claim }) => claim)
  );
  const drawn = new Set<DailyClaim>();
  for (let round = 0; drawn.size < most; round += 1)
    for (const own of ranked) {
      const next = own[round];
      if (next && drawn.size < most) drawn.add(next);
    }
  return claims.filter((claim) => drawn.has(claim));
}
