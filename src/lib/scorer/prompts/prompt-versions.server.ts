import { sayingsOf } from '../../messages/sayings.ts';
import { and, asc, eq } from 'drizzle-orm';
import { refuse, fieldSays, problemAt } from '../../errors.ts';
import { record } from '../../server/audit/audit.ts';
import { type ProjectGrant } from '../../server/auth/authorize.ts';
import { schema, write, type Db } from '../../server/db/client.ts';
import { newId } from '../../server/db/id.ts';
import type { Metric, MetricPrompt, MetricSettings, PromptWording } from '../metric.ts';
import { findMetric, metricByName, withSettings } from '../suites/index.ts';
import { checkTexts } from './check-texts.ts';
import { knownPrompt, knowPrompt } from './known-prompts.ts';
import { type PromptTexts, rewordedPrompt, textsOf } from './reworded.ts';

const leadSays = sayingsOf('leadRefusals');

type Row = typeof schema.promptVersion.$inferSelect;

/** A version of a metric's prompt that a project keeps. */
export type StoredPrompt = Omit<Row, 'projectId' | 'id' | 'createdBy'>;

const shipped = ({ prompt, versions = [prompt] }: Metric): readonly MetricPrompt[] => versions;

/** The prompt of a stored version; null if its frame does not ship with this version of the program any more. */
function promptOfRow(
  row: Pick<Row, 'metric' | 'frame' | 'version' | 'texts' | 'reason' | 'hash'>
): MetricPrompt | null {
  const known = knownPrompt(row.metric, row.hash);
  if (known) return known;
  const metric = findMetric(row.metric);
  const frame = metric && shipped(metric).find(({ hash }) => hash === row.frame);
  if (!frame) return null;
  const prompt = rewordedPrompt(frame, { version: row.version, texts: row.texts, about: row.reason });
  if (prompt.hash !== row.hash) return null;
  knowPrompt(row.metric, prompt);
  return prompt;
}

/** Makes all reworded prompts of a database known to this process. Costs one small query if they are. */
export function loadPrompts(db: Db): void {
  const { metric, hash } = schema.promptVersion;
  const names = db.select({ metric, hash }).from(schema.promptVersion).all();
  if (names.every((one) => knownPrompt(one.metric, one.hash))) return;
  db.select().from(schema.promptVersion).all().forEach(promptOfRow);
}

/** The project's versions, oldest first. */
export const storedVersions = (db: Db, projectId: string): StoredPrompt[] =>
  rowsOf(db, projectId).map(({ id: _id, projectId: _project, createdBy: _by, ...row }) => row);

const rowsOf = (db: Db, projectId: string, metric?: string): Row[] =>
  db
    .select()
    .from(schema.promptVersion)
    .where(
      and(
        eq(schema.promptVersion.projectId, projectId),
        ...(metric === undefined ? [] : [eq(schema.promptVersion.metric, metric)])
      )
    )
    .orderBy(asc(schema.promptVersion.createdAt), asc(schema.promptVersion.version))
    .all();

/** A version by its name, of the program or of the project; refused with the names there are. */
export function promptNamed(db: Db, projectId: string, metric: Metric, version: string): MetricPrompt {
  const rows = rowsOf(db, projectId, metric.name);
  const row = rows.find((one) => one.version === version);
  const found = row ? promptOfRow(row) : shipped(metric).find((one) => one.version === version);
  const names = [...shipped(metric), ...rows].map((one) => one.version).join(', ');
  if (row && !found) return refuse.conflict(leadSays('frameGone', { version, metric: metric.title }));
  return (
    found ??
    refuse.invalid(
      leadSays('noPromptVersion', { metric: metric.name, version: JSON.stringify(version), versions: names })
    )
  );
}

/** The version with this hash, of the project or of the program; null if neither has it. */
export function promptByHash(db: Db, projectId: string, name: string, hash: string): MetricPrompt | null {
  const row = rowsOf(db, projectId, name).find((one) => one.hash === hash);
  if (row) return promptOfRow(row);
  const metric = findMetric(name);
  return (metric && shipped(metric).find((one) => one.hash === hash)) ?? null;
}

/** A metric as a run of the project judges it: its settings, and the prompt of the chosen version. */
export function metricWith(db: Db, projectId: string, name: string, settings: MetricSettings = {}): Metric {
  const metric = metricByName(name);
  const { prompt: version, ...rest } = settings;
  if (version === undefined) return withSettings(metric, settings);
  const prompt = promptNamed(db, projectId, metric, version);
  const chosen = withSettings(metric, rest);
  return { ...chosen, settings: { ...chosen.settings, prompt: version }, prompt };
}

/** Why a metric's prompt can only be read here, in one sentence; null if a lead may edit a copy. */
export const fixedWordingOf = ({ protocol }: Pick<Metric, 'protocol'>): string | null =>
  protocol.fixedWording ?? (protocol.wording ? null : 'These words are part of the suite’s code.');

/** The texts of a prompt that a lead may reword; refused for metrics whose prompt is not editable. */
export function wordingOf(metric: Metric, prompt: MetricPrompt): PromptWording {
  if (fixedWordingOf(metric) !== null)
    return refuse.invalid(
      leadSays(metric.protocol.fixedWording ? 'promptOfFile' : 'promptNotEditable', { metric: metric.title })
    );
  return metric.protocol.wording!(prompt, metric);
}

/** The shipped version whose frame a version keeps: itself, or the one that the edited version was made from. */
const frameOf = (db: Db, projectId: string, metric: Metric, version: string): MetricPrompt => {
  const own = shipped(metric).find((one) => one.version === version);
  if (own) return own;
  const row = rowsOf(db, projectId, metric.name).find((one) => one.version === version);
  return shipped(metric).find(({ hash }) => hash === row?.frame) ?? promptNamed(db, projectId, metric, version);
};

interface NewPrompt {
  metric: string;
  /** The version that was edited. */
  basedOn: string;
  texts: PromptTexts;
  reason: string;
}

/** The prompt that these texts make, for a preview: nothing is stored, and problems are those of `checkTexts`. */
export function draftPrompt(
  db: Db,
  projectId: string,
  { metric: name, basedOn, texts }: Pick<NewPrompt, 'metric' | 'basedOn' | 'texts'>
): { metric: Metric; prompt: MetricPrompt; before: PromptWording; checked: ReturnType<typeof checkTexts> } {
  const metric = metricByName(name);
  const before = wordingOf(metric, promptNamed(db, projectId, metric, basedOn));
  const frame = frameOf(db, projectId, metric, basedOn);
  const written = Object.fromEntries(before.texts.map((one) => [one.name, normalised(texts[one.name] ?? one.text)]));
  const prompt = rewordedPrompt(frame, { version: 'draft', texts: written, about: '' });
  return { metric, prompt, before, checked: checkTexts(before, written) };
}

/** Browsers send CR LF; line ends and blanks at the end of a line are no words. */
const normalised = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n+$/, '')
    .toWellFormed();

/**
 * Keeps texts as a new version with its own hash. Refused: a missing or unknown placeholder or field, by line and column; texts
 * that a version has already; no reason.
 */
export function addPromptVersion(db: Db, grant: ProjectGrant<'manage'>, input: NewPrompt): StoredPrompt {
  const projectId = grant.resource.id;
  const { metric, prompt, before, checked } = draftPrompt(db, projectId, input);
  const titles = new Map(before.texts.map(({ name, title }) => [name, title]));
  const problems = [
    ...checked.problems.map(({ text, line, column, problem, fix }) => ({
      row: line,
      column: [titles.get(text) ?? text, column === null ? '' : `column ${column}`]
        .filter((one) => one !== '')
        .join(', '),
      reason: `${problem} ${fix}`
    })),
    ...(input.reason.trim() === '' ? [problemAt('reason', fieldSays('reasonOfVersion'))] : [])
  ];
  if (problems.length > 0) refuse.invalid(leadSays('versionNotSaved'), problems);
  const frame = frameOf(db, projectId, metric, input.basedOn);
  const texts = textsOf(wordingOf(metric, prompt));
  const same = shipped(metric).find(
    (one) => one.hash === frame.hash && JSON.stringify(textsOf(wordingOf(metric, one))) === JSON.stringify(texts)
  );
  if (same) refuse.conflict(leadSays('textsOfVersion', { version: same.version }));
  return write(db, (tx) => {
    const rows = rowsOf(tx, projectId, metric.name);
    const there = rows.find(({ hash }) => hash === prompt.hash);
    if (there) refuse.conflict(leadSays('textsOfVersion', { version: there.version }));
    const version = `p${rows.length + 1}`;
    const row = {
      ...{ metric: metric.name, name: prompt.name, version, basedOn: input.basedOn, frame: frame.hash },
      ...{ texts, hash: prompt.hash, reason: input.reason.trim() },
      ...{ createdByName: grant.actor.name, createdAt: Date.now() }
    };
    const id = newId();
    const createdBy = grant.actor.kind === 'person' ? grant.actor.id : null;
    tx.insert(schema.promptVersion)
      .values({ id, projectId, createdBy, ...row })
      .run();
    record(tx, grant.actor, {
      projectId,
      action: 'prompt.add',
      entity: 'prompt',
      entityId: id,
      detail: { metric: metric.name, version, basedOn: input.basedOn, hash: prompt.hash, reason: row.reason }
    });
    knowPrompt(metric.name, { ...prompt, version, about: row.reason });
    return row;
  });
}
