/** A kind of thing that people can rename, put into the archive, restore and delete: where it is stored and how it is named. */
export interface ThingKind {
  /** As in sentences: "the run". */
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
  /** What stays when it is deleted, as a sentence; empty where nothing does. */
  stays: string;
  /** Who may delete it. Leads rename, archive and restore all but accounts. */
  deletedBy: 'lead' | 'admin';
  /** What is called by another name when it is renamed. */
  renames: string;
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
    stays: 'Its audit rows stay in the audit trail of the instance.',
    deletedBy: 'admin',
    renames: 'Its address stays, so that links keep working.'
  },
  run: {
    noun: 'run',
    plural: 'runs',
    table: 'run',
    project: 't.project_id',
    name: 't.name',
    label: `CASE t.kind WHEN 'making' THEN 'Drafting run ' ELSE 'Run ' END || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    stays: 'The reports that it judged stay, and replies that other runs took from it.',
    deletedBy: 'lead',
    renames: 'Its number stays.'
  },
  study: {
    noun: 'study',
    plural: 'studies',
    table: 'study',
    project: 't.project_id',
    name: 't.name',
    label: `'Study ' || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    stays: 'The run on which it rests stays.',
    deletedBy: 'lead',
    renames: 'Its number stays.'
  },
  system: {
    noun: 'system',
    plural: 'systems',
    table: 'system',
    project: 't.project_id',
    name: 't.name',
    label: 't.name',
    archived: 'archived_at',
    stays: 'The queries that it answered stay.',
    deletedBy: 'lead',
    renames: 'Files that were exported before keep the old name.'
  },
  report: {
    noun: 'report',
    plural: 'reports',
    table: 'report',
    project: 't.project_id',
    name: `${systemOf} || ' ' || ${qidOf('t.query_id')}`,
    label: `${systemOf} || ' on ' || ${qidOf('t.query_id')}`,
    archived: 'archived_at',
    stays: 'Its query and its system stay.',
    deletedBy: 'lead',
    renames: 'The name of a report is that of its file; system and query stay.'
  },
  query: {
    noun: 'query',
    plural: 'queries',
    table: 'query',
    project: 't.project_id',
    name: 't.qid',
    label: 't.qid',
    archived: 'archived_at',
    stays: 'Dataset versions that were frozen with it keep its text.',
    deletedBy: 'lead',
    renames: 'The id of a query can change until a version, a round or a report names it.'
  },
  topic: {
    noun: 'topic',
    plural: 'topics',
    table: 'topic',
    project: 't.project_id',
    name: 't.key',
    label: `t.key || ' · ' || substr(t.text, 1, 120)`,
    archived: 'archived_at',
    stays: 'Tasks that were made from it stay, and so do dataset versions that hold it.',
    deletedBy: 'lead',
    renames: 'The id of a topic can change until a task or a version names it.'
  },
  talk: {
    noun: 'talk',
    plural: 'talks',
    table: 'talk',
    project: 't.project_id',
    name: 't.title',
    label: `'Talk ' || t.number || ' · ' || t.title`,
    archived: 'archived_at',
    stays: 'Queries that were accepted from it stay, and so do the runs that read it, without their calls about it.',
    deletedBy: 'lead',
    renames: 'Its number stays.'
  },
  'spot-check': {
    noun: 'spot check',
    plural: 'spot checks',
    table: 'spot_check',
    project: 't.project_id',
    name: 't.name',
    label: `'Spot check ' || t.number || ' · ' || t.name`,
    archived: 'archived_at',
    stays: 'The run whose verdicts it checks stays.',
    deletedBy: 'lead',
    renames: 'Its number stays.'
  },
  item: {
    noun: 'checklist item',
    plural: 'checklist items',
    table: 'checklist_item',
    project: '(SELECT q.project_id FROM query q WHERE q.id = t.query_id)',
    name: `${qidOf('t.query_id')} || ' ' || t.key`,
    label: `${qidOf('t.query_id')} || ' ' || t.key || ' · ' || t.text`,
    archived: 'archived_at',
    stays: 'Runs and studies judge a frozen dataset version, which keeps the item with what was said of it.',
    deletedBy: 'lead',
    renames: 'The key of an item can change until a version or a round names it.'
  },
  account: {
    noun: 'account',
    plural: 'accounts',
    table: 'user',
    project: 'NULL',
    name: 't.email',
    label: `t.name || ' · ' || t.email`,
    archived: 'disabled_at',
    stays:
      'Labels and ratings stay under a pseudonym; audit rows, preregistrations and decisions keep the name that was written in them.',
    deletedBy: 'admin',
    renames: 'Audit rows keep the name of their time.'
  }
} as const satisfies Record<string, ThingKind>;

export type ThingKindName = keyof typeof thingKinds;

export const thingKindNames = Object.keys(thingKinds) as ThingKindName[];

export const isThingKind = (text: string): text is ThingKindName => Object.hasOwn(thingKinds, text);

/** Tables by the nouns under which their rows are counted, in the order in which people read them. */
export const rowNouns: readonly { tables: readonly string[]; one: string; many: string }[] = [
  { tables: ['query'], one: 'query', many: 'queries' },
  { tables: ['topic'], one: 'topic', many: 'topics' },
  { tables: ['checklist_item'], one: 'checklist item', many: 'checklist items' },
  { tables: ['talk'], one: 'talk', many: 'talks' },
  { tables: ['made'], one: 'drafted piece', many: 'drafted pieces' },
  { tables: ['task_pick'], one: 'comparison by people', many: 'comparisons by people' },
  { tables: ['system'], one: 'system', many: 'systems' },
  { tables: ['report'], one: 'report', many: 'reports' },
  { tables: ['dataset_version'], one: 'dataset version', many: 'dataset versions' },
  { tables: ['verification_round'], one: 'round', many: 'rounds' },
  { tables: ['rating', 'review', 'adjudication'], one: 'rating or review', many: 'ratings and reviews' },
  { tables: ['run'], one: 'run', many: 'runs' },
  { tables: ['verdict'], one: 'verdict of judges', many: 'verdicts of judges' },
  { tables: ['call'], one: 'call', many: 'calls' },
  { tables: ['study'], one: 'study', many: 'studies' },
  { tables: ['human_verdict', 'imported_item'], one: 'label of people', many: 'labels of people' },
  { tables: ['spot_check'], one: 'spot check', many: 'spot checks' },
  { tables: ['spot_check_answer'], one: 'answer to spot checks', many: 'answers to spot checks' },
  { tables: ['preregistration'], one: 'preregistration', many: 'preregistrations' },
  { tables: ['adoption'], one: 'decision', many: 'decisions' },
  { tables: ['membership'], one: 'role of a person', many: 'roles of people' }
];
