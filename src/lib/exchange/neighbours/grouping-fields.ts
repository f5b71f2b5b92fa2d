import { sayingsOf } from '../../messages/sayings.ts';
import { problemAt, type SaidProblem } from '../../errors.ts';
import { LONGEST_LABEL } from './readers/foreign-label.ts';
import type { ForeignSummary } from './read-foreign.ts';

const say = sayingsOf('foreignProblems');

/** Fields that name the query of an item by themselves. */
const IDS = ['qid', 'query_id', 'cluster'];
/** Fields that group items by query, the preferred one first. The text of a query does so, too, if it is short. */
const GROUPING = ['qid', 'query_id', 'query', 'cluster', 'group'];

type Fields = Pick<ForeignSummary, 'about' | 'unfit'>;

/** The field that groups items by query; undefined without one. An id counts even if no item has one that fits: see `unfitProblems`. */
export const groupingField = ({ about, unfit }: Fields): string | undefined =>
  GROUPING.find((name) => about.includes(name) || (IDS.includes(name) && unfit.some(({ field }) => field === name)));

/** Why these fields cannot be columns of the table: some items would have no value, without a word about it. */
export const unfitProblems = ({ unfit }: Fields, fields: readonly (string | undefined)[]): SaidProblem[] =>
  unfit
    .filter(({ field }) => fields.includes(field))
    .map(({ field, ...others }) =>
      problemAt(field, say('fieldUnfit', { ...others, item: JSON.stringify(others.item), most: LONGEST_LABEL }))
    );
