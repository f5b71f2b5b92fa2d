import { isLong, readLongReport } from './long-reports.ts';
import { estimateTokens, MOST_PER_UNIT, splitReport, type ReportPart } from '../split-report.ts';
import type { Capabilities } from '../../capabilities.ts';

/** Tokens kept free for the answer (thinking included), and for the frame: roles, schema and the words of a second try. */
const reserveOf = (contextTokens: number): number => Math.min(16_384, Math.ceil(contextTokens / 4)) + FRAME;
const FRAME = 400;

/** Tokens that question texts may have together; null if the judge's context is not known. */
const roomOf = (can: Pick<Capabilities, 'contextTokens'>): number | null =>
  can.contextTokens === null ? null : Math.max(0, can.contextTokens - reserveOf(can.contextTokens));

const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * Why a question does not fit into a judge's context; null if it fits or the context is not known. For protocols that
 * must see the whole report at once and leave the sample unscored for this reason.
 */
export const tooLong = (can: Pick<Capabilities, 'contextTokens'>, system: string, user: string): string | null => {
  const room = roomOf(can);
  // Most questions are far from it, and counting every character of them takes longer than building them.
  if (room === null || MOST_PER_UNIT * (system.length + user.length) <= room) return null;
  const needed = estimateTokens(system) + estimateTokens(user);
  if (needed <= room) return null;
  return `The report is too long for this judge: the question has about ${grouped(needed)} tokens, and beside the answer its context of ${grouped(can.contextTokens ?? 0)} holds ${grouped(room)}.`;
};

/** Smallest room in which reading part by part still makes sense. */
const SMALLEST_PART = 400;

/**
 * The parts in which a judge can read a report: one without a cut if the whole fits or the context is not known; null
 * if not even a part fits. A long report is cut beside the thread that drives the run.
 *
 * @param around The texts of the question without the report
 */
export const partsFor = async (
  can: Pick<Capabilities, 'contextTokens'>,
  around: { system: string; user: string },
  markdown: string
): Promise<ReportPart[] | null> => {
  const room = roomOf(can);
  const left = room === null ? null : room - estimateTokens(around.system) - estimateTokens(around.user);
  if (left === null || estimateTokens(markdown) <= left)
    return [{ start: 0, end: markdown.length, text: markdown, overlap: '', references: [] }];
  if (left < SMALLEST_PART) return null;
  return isLong(markdown) ? readLongReport('splitReport', markdown, left) : splitReport(markdown, left);
};
