import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, desc, eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import type { Person, ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { isStudyKind, kindByName } from '../kinds/index.ts';
import type { StudyInput } from './study-input.ts';
import { mentionedNames } from '../judging/blind/own-names.ts';
import { nextStudyAssignment } from '../judging/queue.server.ts';
import { guidelineInWords } from '../own-work/guideline-in-words.ts';
import { blindNames } from '../study/system-names.server.ts';

const leadSays = sayingsOf('leadRefusals');

type StudyGuideline = typeof schema.studyGuideline.$inferSelect;

const LONGEST = 100_000;

/** The versions of a study's guideline, newest first; a study that was made without one has none. For leads. */
export function listStudyGuidelines(
  db: Db,
  grant: ProjectGrant<'manage'> | ProjectGrant<'read-results'>,
  studyId: string
): StudyGuideline[] {
  requireStudy(db, grant.resource.id, studyId);
  return versionsOf(db, studyId);
}

/** Guideline that a person who judges in a study reads: the newest version, of an open or a closed study. */
interface GuidelineToRead {
  study: { number: number; name: string };
  /** Null if no lead wrote one: then the text is that of the kind. */
  version: number | null;
  markdown: string;
  /** In a sentence or two, as beside every item. */
  short: string;
  since: number;
}

/** The same with the person's next item in the study (id of the assignment); null after the last. */
type OwnGuideline = GuidelineToRead & { work: string | null };

/**
 * The guideline for an annotator of the study. A study in which the person has nothing to judge is treated as absent.
 *
 * @param number of the study in the project, as in addresses
 */
export function ownGuideline(db: Db, person: Person, projectId: string, number: number): OwnGuideline {
  const { study, assignment } = schema;
  const found =
    db
      .select({ study })
      .from(study)
      .innerJoin(assignment, and(eq(assignment.studyId, study.id), eq(assignment.userId, person.id)))
      .where(and(eq(study.projectId, projectId), eq(study.number, number)))
      .limit(1)
      .get() ?? refuse.notFound('study');
  return {
    ...toRead(found.study, versionsOf(db, found.study.id)[0]),
    work: nextStudyAssignment(db, person, found.study.id)
  };
}

/** Names of systems and judges in the name of a study and a text of its guideline, which annotators read. */
export const namesShown = (db: Db, study: typeof schema.study.$inferSelect, text: string): string[] =>
  mentionedNames(`${study.name}\n${text}`, blindNames(db, study));

export function toRead(study: typeof schema.study.$inferSelect, version?: StudyGuideline): GuidelineToRead {
  return {
    study: { number: study.number, name: study.name },
    version: version?.number ?? null,
    markdown: version?.markdown ?? startingText(study.kind, study.metric),
    short: study.guideline,
    since: version?.createdAt ?? study.createdAt
  };
}

/**
 * Writes a new version; an unchanged text creates none. Earlier labels keep the version of their time. Refused in a closed
 * study, in which no annotator would judge by it, and if a version was written that the writer has not seen.
 *
 * @param seen number of the newest version when the writer began; null if there was none
 */
export function writeStudyGuideline(
  db: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  markdown: string,
  seen: number | null
): StudyGuideline {
  const text = guidelineText(markdown);
  if (text === '' || text.length > LONGEST)
    refuse.invalid(leadSays('guidelineNotChanged'), [problemAt('markdown', fieldSays('textUpTo', { most: LONGEST }))]);
  return write(db, (tx) => {
    const study = requireStudy(tx, grant.resource.id, studyId);
    const [last] = versionsOf(tx, studyId);
    if (last?.markdown === text) return last;
    if (study.status === 'closed') refuse.isClosed(leadSays('studyGuidelineStays'));
    if (last && last.number !== seen) refuse.conflict(leadSays('guidelineSince', { number: last.number }));
    const made = addVersion(tx, grant, study, text, (last?.number ?? 0) + 1, Date.now());
    record(tx, grant.actor, {
      projectId: study.projectId,
      action: 'study-guideline.write',
      entity: 'study',
      entityId: study.id,
      detail: { study: study.number, number: made.number, characters: text.length }
    });
    return made;
  });
}

/** A note as it stands in the guideline: a quote keeps it apart, whatever Markdown it holds. */
const noteIn = (note: string): string => `\n${note.replace(/^/gm, '> ')}\n\n`;

const ANSWERS = '## Answers to questions';

/**
 * Adds a lead's answer to all annotators as the last section of a new version of the guideline, or in the place of the answer
 * that it replaces, so that the guideline never holds both.
 */
export function addGuidelineNote(
  tx: Db,
  grant: ProjectGrant<'manage'>,
  studyId: string,
  note: string,
  replaced: string | null
): void {
  const study = requireStudy(tx, grant.resource.id, studyId);
  const { markdown, version } = toRead(study, versionsOf(tx, studyId)[0]);
  const whole = `${markdown}\n\n`;
  const earlier = replaced === null ? null : noteIn(replaced);
  const before = markdown.includes(`\n${ANSWERS}\n`) ? markdown : `${markdown}\n\n${ANSWERS}\n`.trimStart();
  const text =
    earlier !== null && whole.includes(earlier)
      ? whole.replace(earlier, () => noteIn(note))
      : `${before}\n${noteIn(note)}`;
  writeStudyGuideline(tx, grant, studyId, text, version);
}

/**
 * The first version of a study that is being made, as its lead wrote it or else as its kind starts, in the lead's language. Its making is
 * on record. All annotators read this one text, whatever the language of their pages, so that none judges by another guideline.
 */
export const startGuideline = (
  tx: Db,
  grant: ProjectGrant<'manage'>,
  study: typeof schema.study.$inferSelect,
  { guidelinePage = '', language = 'en' }: Pick<StudyInput, 'guidelinePage' | 'language'>
): StudyGuideline =>
  addVersion(
    tx,
    grant,
    study,
    guidelineText(guidelinePage).slice(0, LONGEST) || startingText(study.kind, study.metric, language),
    1,
    study.createdAt
  );

/** Text of the kind in a language, as it is kept. */
export const startingText = (kind: string | null, metric: string, language = 'en'): string => {
  if (kind === null || !isStudyKind(kind)) return '';
  return guidelineInWords(kindByName(kind, metric), metric, language).trim();
};

const guidelineText = (markdown: string): string => markdown.replace(/\r\n?/g, '\n').trim();

const versionsOf = (db: Db, studyId: string): StudyGuideline[] =>
  db
    .select()
    .from(schema.studyGuideline)
    .where(eq(schema.studyGuideline.studyId, studyId))
    .orderBy(desc(schema.studyGuideline.number))
    .all();

/** All versions of some text, oldest first: for a study's protocol. */
export const guidelineHistory = (db: Db, studyId: string): StudyGuideline[] =>
  db
    .select()
    .from(schema.studyGuideline)
    .where(eq(schema.studyGuideline.studyId, studyId))
    .orderBy(asc(schema.studyGuideline.number))
    .all();

const requireStudy = (db: Db, projectId: string, studyId: string): typeof schema.study.$inferSelect =>
  db
    .select()
    .from(schema.study)
    .where(and(eq(schema.study.id, studyId), eq(schema.study.projectId, projectId)))
    .get() ?? refuse.notFound('study');

function addVersion(
  tx: Db,
  { actor }: ProjectGrant<'manage'>,
  study: typeof schema.study.$inferSelect,
  markdown: string,
  number: number,
  createdAt: number
): StudyGuideline {
  const createdBy = actor.kind === 'person' ? actor.id : null;
  const made: StudyGuideline = { studyId: study.id, number, markdown, createdBy, createdAt };
  tx.insert(schema.studyGuideline).values(made).run();
  return made;
}
