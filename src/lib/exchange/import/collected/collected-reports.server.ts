import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { refuse } from '../../../errors.ts';
import { sayingsOf } from '../../../messages/sayings.ts';
import { nameKey } from '../../../names.ts';
import { judgeLine, type JudgeConfig } from '../../../scorer/judges/index.ts';
import { collectedData, reports } from '../../../scorer/making/makers/reports.ts';
import type { Maker } from '../../../scorer/making/makers/contract.ts';
import { putTrace } from '../../../scorer/report/report-traces.server.ts';
import { configOf, type StoredJudge } from '../../../scorer/runs/runs.server.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { importReports } from '../../../verification/benchmark/reports.server.ts';
import type { PiecePlace } from '../../../verification/proposals/made-decisions.server.ts';
import { madePieces, type MadePieceRow } from '../../../verification/proposals/made-pieces.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Piece = Pick<MadePieceRow, 'runId' | 'unitId' | 'judgeId' | 'repeat'>;

const askedOf = (db: Db, judgeId: string): StoredJudge =>
  db.select().from(schema.judge).where(eq(schema.judge.id, judgeId)).get()!;

/** The name of the system that wrote a collected report. Repeated reports are those of systems of their own: `Name #2`. */
export function systemOfPiece(db: Db, { runId, judgeId, repeat }: Piece): string {
  const { runMetric } = schema;
  const settings = db.select({ settings: runMetric.settings }).from(runMetric).where(eq(runMetric.runId, runId)).get();
  const asked = askedOf(db, judgeId);
  const name = settings?.settings.systems?.[asked.fingerprint] ?? asked.spec;
  return repeat === 0 ? name : `${name} #${repeat + 1}`;
}

const makers: Partial<Record<JudgeConfig['provider'], string>> = {
  ...{ openai: 'OpenAI', 'openai-research': 'OpenAI', gemini: 'Google', 'gemini-research': 'Google' },
  anthropic: 'Anthropic'
};

/** Adds a collected report to the project, under its system, with the counts of its trace. Returns the report's id. */
export function placeReport(tx: Db, grant: ProjectGrant<'manage'>, piece: MadePieceRow, text: string): string {
  if (text !== piece.text) return refuse.invalid(leadSays('reportNotReworded'), []);
  const data = collectedData.parse(piece.data);
  const system = systemOfPiece(tx, piece);
  const stored = storedReport(tx, grant.resource.id, { system, queryId: piece.sourceId });
  if (stored !== null) return refuse.conflict(leadSays('reportThere', { system, qid: piece.label }));
  const config = configOf(askedOf(tx, piece.judgeId));
  const provider = makers[config.provider];
  importReports(
    tx,
    grant,
    [
      {
        ...{ system, qid: piece.label, markdown: piece.text, collectedAt: data.on, queryText: null },
        source: `collection ${piece.runNumber}`
      }
    ],
    {
      systems: {
        [system]: {
          ...(provider !== undefined && { provider }),
          ...(config.provider !== 'command' && { backbone: config.model }),
          collectedHow: `${judgeLine(config)}, prompt ${piece.prompt}`
        }
      }
    }
  );
  const id = storedReport(tx, grant.resource.id, { system, queryId: piece.sourceId })!;
  const { searches, pages, inputTokens, outputTokens } = data;
  const tokens = inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
  if (searches !== null || pages !== null || tokens !== null) putTrace(tx, id, { searches, pages, tokens });
  return id;
}

/** The place of what a maker makes, if it is kept to the letter; null if it is a wording. */
export const letterPlace = (maker: Maker): PiecePlace | null => (maker.collects ? placeReport : null);

/** Id of a system's newest report on a query; null if it has none. */
function storedReport(db: Db, projectId: string, of: { system: string; queryId: string }): string | null {
  const { report, system } = schema;
  const rows = db
    .select({ id: report.id, replacedAt: report.replacedAt })
    .from(report)
    .innerJoin(system, eq(system.id, report.systemId))
    .where(and(eq(system.projectId, projectId), eq(system.nameKey, nameKey(of.system)), eq(report.queryId, of.queryId)))
    .all();
  return rows.find(({ replacedAt }) => replacedAt === null)?.id ?? null;
}

/** How a report was collected: what was asked, which version answered, and what that cost. */
export interface CollectedReport {
  run: number;
  /** Model or command with its settings. */
  asked: string;
  prompt: string;
  /** The version that the server says answered; null if it does not say. */
  model: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  /** US dollars of all tries; null if unknown. */
  cost: number | null;
  /** Seconds from the question to the answer that was the report. */
  seconds: number | null;
  /** The answer that was the report. */
  tries: number;
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** How a report was collected; null if it was imported. */
export function collectionOfReport(db: Db, projectId: string, reportId: string): CollectedReport | null {
  const { call, made, runMetric } = schema;
  const wanted = and(eq(runMetric.metric, reports.name), eq(made.placed, reportId), isNotNull(made.placed));
  const [piece] = madePieces(db, projectId, wanted);
  if (!piece) return null;
  const data = collectedData.parse(piece.data);
  const own = and(
    ...[eq(call.runId, piece.runId), eq(call.unitId, piece.unitId), eq(call.judgeId, piece.judgeId)],
    eq(call.repeat, piece.repeat)
  );
  const calls = db
    .select({ cost: call.cost, outcome: call.outcome, milliseconds: call.milliseconds })
    .from(call)
    .where(own)
    .orderBy(asc(call.id))
    .all();
  const answers = calls.filter(({ outcome }) => outcome !== 'error');
  const isPriced = answers.every(({ cost }) => cost !== null);
  const last = answers.at(-1);
  return {
    ...{ run: piece.runNumber, asked: judgeLine(configOf(askedOf(db, piece.judgeId))), prompt: piece.prompt },
    ...{ model: data.model, inputTokens: data.inputTokens, outputTokens: data.outputTokens },
    ...{ cost: isPriced ? calls.reduce((sum, { cost }) => sum + (cost ?? 0), 0) : null },
    ...{ seconds: last ? last.milliseconds / 1_000 : null, tries: data.tries, at: piece.at }
  };
}
