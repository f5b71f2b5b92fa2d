import type { Messages } from '../../messages/catalogues/en/index.ts';

/** A kind of thing that people can rename, put into the archive, restore and delete: where it is stored and how it is named. */
export interface ThingKind {
  /** As in refusals and the command line: "the run". Pages name kinds by the messages of `things`. */
  noun: string;
  plural: string;
  table: string;
  /** SQL on the row `t`: the project that it belongs to, and null for accounts. */
  project: string;
  /** SQL on the row `t`: the name that a person types before it is deleted. */
  name: string;
  /** SQL on the row `t`: what tells it from the others in a list. */
  label: string;
  /** Column whose time says that it is in the archive. */
  archived: string;
  /** Role that may delete it. Leads rename, archive and restore all but accounts. */
  deletedBy: 'lead' | 'admin';
}

const qidOf = (query: string): string => `(SELECT q.qid FROM query q WHERE q.id = ${query})`;
const systemOf = '(SELECT s.name FROM system s WHERE s.id = t.system_id)';

/** Every kind that can be managed, in the order of the archive's page. */
export const thingKinds = {
  project: {
    noun: 'project',
    plural: 'projects',
    table: 'project',
    project: 't.id',
    name: 't.name',
    label: 't.name',
    archived: 'archived_at',
    deletedBy: 'admin'
  },
  run: {
    noun: 'run',
    plural: 'runs',
    table: 'run',
    project: 't.project_id',
    name: 't.name',
    label: `CASE t.kind WHEN 'making' THEN 'Drafting run ' ELSE 'Run ' END || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  study: {
    noun: 'study',
    plural: 'studies',
    table: 'study',
    project: 't.project_id',
    name: 't.name',
    label: `'Study ' || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  system: {
    noun: 'system',
    plural: 'systems',
    table: 'system',
    project: 't.project_id',
    name: 't.name',
    label: 't.name',
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  report: {
    noun: 'report',
    plural: 'reports',
    table: 'report',
    project: 't.project_id',
    name: `${systemOf} || ' ' || ${qidOf('t.query_id')}`,
    label: `${systemOf} || ' · ' || ${qidOf('t.query_id')}`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  query: {
    noun: 'query',
    plural: 'queries',
    table: 'query',
    project: 't.project_id',
    name: 't.qid',
    label: 't.qid',
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  topic: {
    noun: 'topic',
    plural: 'topics',
    table: 'topic',
    project: 't.project_id',
    name: 't.key',
    label: `t.key || ' · ' || substr(t.text, 1, 120) || iif(length(t.text) > 120, '…', '')`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  talk: {
    noun: 'talk',
    plural: 'talks',
    table: 'talk',
    project: 't.project_id',
    name: 't.title',
    label: `'Talk ' || t.number || ' · ' || t.title`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  'spot-check': {
    noun: 'spot check',
    plural: 'spot checks',
    table: 'spot_check',
    project: 't.project_id',
    name: 't.name',
    label: `'Spot check ' || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  item: {
    noun: 'checklist item',
    plural: 'checklist items',
    table: 'checklist_item',
    project: '(SELECT q.project_id FROM query q WHERE q.id = t.query_id)',
    name: `${qidOf('t.query_id')} || ' ' || t.key`,
    label: `${qidOf('t.query_id')} || ' ' || t.key || ' · ' || t.text`,
    archived: 'archived_at',
    deletedBy: 'lead'
  },
  account: {
    noun: 'account',
    plural: 'accounts',
    table: 'user',
    project: 'NULL',
    name: 't.email',
    label: `t.name || ' · ' || t.email`,
    archived: 'disabled_at',
    deletedBy: 'admin'
  }
} as const satisfies Record<string, ThingKind>;

export type ThingKindName = keyof typeof thingKinds;

export const thingKindNames = Object.keys(thingKinds) as ThingKindName[];

export const isThingKind = (text: string): text is ThingKindName => Object.hasOwn(thingKinds, text);

/** Tables by the nouns under which their rows are counted, in the order in which people read them; `of` is the message of pages. */
export const rowNouns: readonly {
  tables: readonly string[];
  one: string;
  many: string;
  of: keyof Messages['hanging'];
}[] = [
  { tables: ['query'], one: 'query', many: 'queries', of: 'query' },
  { tables: ['topic'], one: 'topic', many: 'topics', of: 'topic' },
  { tables: ['checklist_item'], one: 'checklist item', many: 'checklist items', of: 'checklistItem' },
  { tables: ['talk'], one: 'talk', many: 'talks', of: 'talk' },
  { tables: ['made'], one: 'drafted piece', many: 'drafted pieces', of: 'draftedPiece' },
  { tables: ['task_pick'], one: 'comparison by people', many: 'comparisons by people', of: 'comparison' },
  { tables: ['system'], one: 'system', many: 'systems', of: 'system' },
  { tables: ['report'], one: 'report', many: 'reports', of: 'report' },
  { tables: ['dataset_version'], one: 'dataset version', many: 'dataset versions', of: 'datasetVersion' },
  { tables: ['verification_round'], one: 'round', many: 'rounds', of: 'round' },
  {
    tables: ['rating', 'review', 'adjudication'],
    one: 'rating or review',
    many: 'ratings and reviews',
    of: 'ratingOrReview'
  },
  { tables: ['run'], one: 'run', many: 'runs', of: 'run' },
  { tables: ['verdict'], one: 'verdict of judges', many: 'verdicts of judges', of: 'verdict' },
  { tables: ['call'], one: 'call', many: 'calls', of: 'call' },
  { tables: ['study'], one: 'study', many: 'studies', of: 'study' },
  { tables: ['human_verdict', 'imported_item'], one: 'label of people', many: 'labels of people', of: 'label' },
  { tables: ['spot_check'], one: 'spot check', many: 'spot checks', of: 'spotCheck' },
  {
    tables: ['spot_check_answer'],
    one: 'answer to spot checks',
    many: 'answers to spot checks',
    of: 'spotCheckAnswer'
  },
  { tables: ['preregistration'], one: 'preregistration', many: 'preregistrations', of: 'preregistration' },
  { tables: ['adoption'], one: 'decision', many: 'decisions', of: 'decision' },
  { tables: ['membership'], one: 'role of a person', many: 'roles of people', of: 'role' }
];
