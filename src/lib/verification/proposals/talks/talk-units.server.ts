import { sayingsOf } from '../../../messages/sayings.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../../errors.ts';
import type { ProjectGrant } from '../../../server/auth/authorize.ts';
import { schema, type Db } from '../../../server/db/client.ts';
import { madePieces, type MadePieceRow } from '../made-pieces.server.ts';
import { talksOf, type Talk } from './talks.server.ts';

const leadSays = sayingsOf('leadRefusals');

type Lead = ProjectGrant<'manage'>;

/** Something to be made from, as `createMaking` takes it. */
interface TalkUnit {
  source: string;
  sourceId: string;
  label: string;
  input: unknown;
}

const chosen = (db: Db, grant: Lead, numbers: readonly number[] | undefined): Talk[] => {
  const all = talksOf(db, grant);
  const missing = numbers?.filter((number) => !all.some((talk) => talk.number === number)) ?? [];
  if (missing.length > 0)
    refuse.invalid(
      leadSays('talksNotChosen'),
      missing.map((number) => problemAt('talk', fieldSays('talkUnknown'), String(number)))
    );
  return all.filter(({ number }) => !numbers || numbers.includes(number));
};

const labelOf = ({ number, title }: Talk): string => `Talk ${number}, ${title}`;

/** Transcripts in which inspirations are to be found. @param numbers of the talks; absent: all */
export const talkUnits = (db: Db, grant: Lead, numbers?: readonly number[]): TalkUnit[] =>
  chosen(db, grant, numbers).map((talk) => ({
    ...{ source: 'talk', sourceId: talk.id, label: labelOf(talk) },
    input: { title: talk.title, language: talk.language, passages: talk.passages }
  }));

/**
 * A piece of a talk with the name that people and tasks know it by: `r2-i3.1` is the first inspiration of the third talk of making run 2,
 * `r2-i3.1-m2` that of the run's second model. It stays, whatever else the run finds or loses.
 */
export interface TalkPiece extends MadePieceRow {
  name: string;
}

const letters = { inspirations: 'i', 'research-tasks': 't' } as const;

/** Inspirations or tasks that were drafted of talks, in the order of their runs. */
export function piecesOfTalks(
  db: Db,
  projectId: string,
  maker: keyof typeof letters,
  talkIds?: readonly string[]
): TalkPiece[] {
  const { made, makingUnit, runMetric } = schema;
  const pieces = madePieces(
    db,
    projectId,
    and(
      ...[eq(runMetric.metric, maker), eq(makingUnit.source, 'talk'), eq(made.state, 'made')],
      talkIds && inArray(makingUnit.sourceId, [...talkIds])
    )
  );
  const nameOf = ({ runNumber, position, item, judgePosition }: MadePieceRow): string =>
    `r${runNumber}-${letters[maker]}${position + 1}.${item}${judgePosition === 0 ? '' : `-m${judgePosition + 1}`}`;
  return pieces.map((piece) => ({ ...piece, name: nameOf(piece) }));
}

/** The words of a piece as they count: a person may have reworded what was accepted. */
export const countedText = ({ decision, decisionText, text }: MadePieceRow): string =>
  decision === 'accepted' ? (decisionText ?? text) : text;

/**
 * Inspirations of each talk from which tasks are to be written: those that no lead has rejected, or only accepted ones. A talk
 * without any is left out.
 */
export function inspirationUnits(
  db: Db,
  grant: Lead,
  { numbers, acceptedOnly = false }: { numbers?: readonly number[]; acceptedOnly?: boolean }
): TalkUnit[] {
  const talks = chosen(db, grant, numbers);
  const all = piecesOfTalks(
    db,
    grant.resource.id,
    'inspirations',
    talks.map(({ id }) => id)
  );
  const pieces = all.filter(({ decision }) => (acceptedOnly ? decision === 'accepted' : decision !== 'rejected'));
  const byTalk = Map.groupBy(pieces, ({ sourceId }) => sourceId);
  return talks.flatMap((talk): TalkUnit[] => {
    const own = byTalk.get(talk.id) ?? [];
    if (own.length === 0) return [];
    return [
      {
        ...{ source: 'talk', sourceId: talk.id, label: labelOf(talk) },
        input: {
          talk: { number: talk.number, title: talk.title },
          ...{ discipline: talk.discipline, language: talk.language },
          inspirations: own.map((piece) => ({
            ...{ id: piece.name, type: piece.data?.['type'] },
            text: countedText(piece)
          }))
        }
      }
    ];
  });
}

/** Drafted tasks that wait for a decision and that no filter has looked at. @param again also those that were looked at */
export function taskUnits(
  db: Db,
  grant: Lead,
  { numbers, again = false }: { numbers?: readonly number[]; again?: boolean }
): TalkUnit[] {
  const projectId = grant.resource.id;
  const talks = chosen(db, grant, numbers).map(({ id }) => id);
  const looked = new Set(checksOfTasks(db, projectId).keys());
  return piecesOfTalks(db, projectId, 'research-tasks', talks)
    .filter(({ id, decision }) => decision === 'waiting' && (again || !looked.has(id)))
    .map((piece) => ({
      ...{ source: 'made', sourceId: piece.id, label: piece.name },
      input: { text: piece.text, ...taskFacts(piece) }
    }));
}

/** Family and difficulty of a drafted task, as its maker kept them in the material of the query to come. */
export function taskFacts({ data }: Pick<MadePieceRow, 'data'>): { family: unknown; difficulty: unknown } {
  const { family, difficulty } =
    (data?.['material'] as Record<string, Record<string, unknown>> | undefined)?.['research-arena'] ?? {};
  return { family, difficulty };
}

/** The newest finding of the filter about each drafted task, by the task's id. */
export const checksOfTasks = (db: Db, projectId: string): Map<string, MadePieceRow> =>
  new Map(
    madePieces(
      db,
      projectId,
      and(
        ...[eq(schema.runMetric.metric, 'task-check'), eq(schema.makingUnit.source, 'made')],
        eq(schema.made.state, 'finding')
      )
    ).map((row) => [row.sourceId, row])
  );
