/**
 * The cascade of arXiv 2606.12871 (section 4, appendices B.3 and C) on one report: instructions, then claims, then reasoning. All metrics
 * walk the same steps with the same prompt, so that a question that several of them ask is one call of the run.
 */
import { inParallel } from '../../../protocols/asking-alone.ts';
import { ownSettingOf } from '../../../own-settings.ts';
import type { EvidenceDate } from '../evidence/aggregate.ts';
import type { Subtask } from '../material.ts';
import type { ClaimLabel, ClaimQuery } from '../units.ts';
import { type ClaimReference, referencesOf } from './citations-step.ts';
import { type DailyClaim, drawClaims, findClaims, type FoundClaims, REST_KEY } from './claims-step.ts';
import { followInstructions, type SaidOfInstruction } from './instruction-step.ts';
import { queriesOf } from './queries-step.ts';
import { type DailyParagraph, findParagraphs, judgeReasoning, type SaidOfParagraph } from './reasoning-step.ts';
import type { DailyReading, Step } from './steps.ts';
import { verifyClaim } from './verify-step.ts';

/** Claims of one report that are verified at once. */
const AT_ONCE = 4;

export interface VerifiedClaim {
  claim: DailyClaim;
  references: ClaimReference[];
  verified: Step<{ label: ClaimLabel; queries: ClaimQuery[] }>;
}

/** Results of the steps. A step that was not taken is null. */
export interface Cascade {
  subtasks: readonly Subtask[];
  instructions: ReadonlyMap<string, Step<SaidOfInstruction>>;
  claims: Step<FoundClaims> | null;
  /** The claims that were drawn; null if claims are not verified. */
  verified: VerifiedClaim[] | null;
  /** Null if reasoning is not judged. */
  paragraphs: Step<DailyParagraph[]> | null;
  /** Of paragraphs that are in the report, by subtask, in their order. */
  reasoning: ReadonlyMap<string, Step<SaidOfParagraph[]>>;
}

const verifyAll = async (
  reading: DailyReading,
  subtasks: readonly Subtask[],
  claims: readonly DailyClaim[]
): Promise<VerifiedClaim[]> => {
  const { metric, task, sample } = reading;
  const own = claims.filter(({ rubric }) => rubric !== REST_KEY);
  const drawn = drawClaims(own, sample.report.markdown, metric.settings.maxClaims);
  const grouped = await Promise.all(
    subtasks.map(async (subtask) => {
      const ofSubtask = drawn.filter(({ rubric }) => rubric === subtask.key);
      const queries = await queriesOf(reading, subtask, ofSubtask);
      return ofSubtask.map((claim, at) => ({ claim, queries: queries[at]! }));
    })
  );
  const planned = grouped.flat();
  const references = await referencesOf(
    reading,
    planned.map(({ claim }) => claim)
  );
  const side = ownSettingOf(metric, 'evidence-date') as EvidenceDate;
  const rounds = ownSettingOf(metric, 'rounds') as number;
  return inParallel([...planned.entries()], AT_ONCE, async ([at, { claim, queries }]): Promise<VerifiedClaim> => {
    const cited = references[at]!;
    if (!queries.ok) return { claim, references: cited.ok ? cited.value : [], verified: queries };
    if (!cited.ok) return { claim, references: [], verified: cited };
    const verifying = { claim: claim.claim, queries: queries.value, limit: task.evidenceLimit, side };
    const verified = await verifyClaim(reading, verifying, cited.value, rounds);
    return { claim, references: cited.value, verified };
  });
};

const judgeParagraphs = async (
  reading: DailyReading,
  subtasks: readonly Subtask[],
  claims: Step<FoundClaims>
): Promise<Pick<Cascade, 'paragraphs' | 'reasoning'>> => {
  // Without the claims, nothing could be set aside.
  if (!claims.ok) return { paragraphs: claims, reasoning: new Map() };
  const paragraphs = await findParagraphs(reading, subtasks, claims.value.claims);
  if (!paragraphs.ok) return { paragraphs, reasoning: new Map() };
  const found = subtasks.flatMap((subtask) => {
    const own = paragraphs.value.filter(({ subtask: key, there }) => key === subtask.key && there);
    return own.length === 0 ? [] : [{ subtask, own }];
  });
  const said = await Promise.all(
    found.map(async ({ subtask, own }) => [subtask.key, await judgeReasoning(reading, subtask, own)] as const)
  );
  return { paragraphs, reasoning: new Map(said) };
};

/** Walks the cascade as far as a metric needs it. Subtasks whose instruction is not followed go no further. */
export async function walkCascade(
  reading: DailyReading,
  needs: { facts: boolean; reasoning: boolean }
): Promise<Cascade> {
  const { subtasks } = reading.task;
  const instructions = await followInstructions(reading);
  const followed = subtasks.filter(({ key }) => {
    const step = instructions.get(key)!;
    return step.ok && step.value.label !== 'not-satisfied';
  });
  const none = { claims: null, verified: null, paragraphs: null, reasoning: new Map() };
  const start = { ...none, subtasks, instructions };
  if (followed.length === 0) {
    const empty = { ok: true as const, value: [] };
    return { ...start, verified: needs.facts ? [] : null, paragraphs: needs.reasoning ? empty : null };
  }
  const reasoned = followed.some(({ rubrics }) => rubrics.rat !== null);
  if (!needs.facts && !reasoned) return { ...start, paragraphs: { ok: true, value: [] } };
  const claims = await findClaims(reading, followed);
  const [verified, paragraphs] = await Promise.all([
    needs.facts ? verifyAll(reading, followed, claims.ok ? claims.value.claims : []) : null,
    needs.reasoning ? judgeParagraphs(reading, followed, claims) : { paragraphs: null, reasoning: none.reasoning }
  ]);
  return { ...start, claims, verified, ...paragraphs };
}
