import { systemCategories } from '../../names.ts';
import type { GroupedBy, BoardGrouping } from '../grouping.ts';
import type { Origin } from '../suite.ts';

/** An attribute that groups the systems of a leaderboard, or its queries. */
interface GroupAttribute {
  /** `system`: each system stands in one group. `query`: each group ranks all systems on its own queries. */
  of: 'system' | 'query';
  read(origin: Origin): string | null | undefined;
  /** Heading of rows without a value. */
  unknown: string;
  /** Headings of its values in their order, if these are fixed. */
  titles?: Readonly<Record<string, string>>;
}

const attributes: Readonly<Record<GroupedBy, GroupAttribute>> = {
  'system-kind': {
    ...{ of: 'system', read: ({ category }) => category, unknown: 'Kind of system not known', titles: systemCategories }
  },
  'system-provider': { of: 'system', read: ({ provider }) => provider, unknown: 'Provider not known' },
  'system-family': { of: 'system', read: ({ family }) => family, unknown: 'Family not known' },
  'system-backbone': { of: 'system', read: ({ backbone }) => backbone, unknown: 'Backbone not known' },
  'query-category': { of: 'query', read: ({ taskCategory }) => taskCategory, unknown: 'Kind of task not known' },
  'query-domain': { of: 'query', read: ({ domain }) => domain, unknown: 'Domain not known' }
};

/** A group of a leaderboard by the value of the attribute that groups it. */
export interface GroupHeading {
  /** Null if the value is not known, if all rows stand together, and if there is no grouping. */
  name: string | null;
  /** Null if there is nothing to tell apart. */
  title: string | null;
}

/** Rows in their groups: values with headings of their own first and in their order, others by name, unknown ones last. */
export function groupRows<Row extends Origin>(
  rows: readonly Row[],
  grouping: BoardGrouping | null
): { of: 'system' | 'query'; groups: (GroupHeading & { rows: Row[] })[] } {
  if (grouping === null) return { of: 'system', groups: rows.length === 0 ? [] : [{ name: null, title: null, rows: [...rows] }] }; // prettier-ignore
  const { of, read, unknown, titles: usual } = attributes[grouping.by];
  const titles = { ...usual, ...grouping.titles };
  const values = Map.groupBy(rows, (row) => read(row) ?? null);
  const order = Object.keys({ ...grouping.titles, ...usual });
  const placeOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const names = [...values.keys()]
    .filter((name) => name !== null)
    .sort((a, b) => placeOf(a) - placeOf(b) || a.localeCompare(b, 'en'));
  const groups = names.map((name) => ({
    ...{ name, title: Object.hasOwn(titles, name) ? titles[name]! : name, rows: values.get(name)! }
  }));
  const without = values.get(null);
  return {
    of,
    groups: without ? [...groups, { name: null, title: groups.length > 0 ? unknown : null, rows: without }] : groups
  };
}
