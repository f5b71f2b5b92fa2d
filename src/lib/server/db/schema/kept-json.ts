import { customType } from 'drizzle-orm/sqlite-core';

/** A column of JSON holds text that is no JSON, as a failing disk leaves it. */
export class DamagedJson extends Error {
  readonly table: string;
  readonly column: string;
  /** The stored text; `server/db/damaged-json.ts` finds its row. */
  readonly text: string;
  constructor(table: string, column: string, text: string) {
    super(`The ${named(column)} of a row of the table ${table} cannot be read: its record in the database is damaged.`);
    this.name = 'DamagedJson';
    this.table = table;
    this.column = column;
    this.text = text;
  }
}

/** A name of the database in words. */
export const named = (name: string): string => name.replaceAll('_', ' ');

const column = <Data>(name: string, unread: (text: string) => Data) =>
  customType<{ data: Data; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver(text) {
      try {
        return JSON.parse(text) as Data;
      } catch {
        return unread(text);
      }
    }
  })(name);

/**
 * A column of JSON. Where its text is damaged, the row can be read all the same: only who uses the value meets a `DamagedJson`,
 * so that a list opens that does not show it.
 *
 * @param table the name of the table, for the error
 */
export const json = <Data>(table: string, name: string) =>
  column<Data>(name, (text) => failing(new DamagedJson(table, name, text)) as Data);

/**
 * A column of JSON whose reading never fails: damaged text reads as `damaged`. Who must know the difference asks SQLite
 * (`json_valid`).
 */
export const keptJson = <Data>(name: string, damaged: Data) => column<Data>(name, () => damaged);

/** A value that throws whatever is asked of it. */
function failing(error: Error): object {
  const fail = (): never => {
    throw error;
  };
  return new Proxy(
    {},
    {
      get: fail,
      set: fail,
      has: fail,
      ownKeys: fail,
      getOwnPropertyDescriptor: fail,
      defineProperty: fail,
      deleteProperty: fail,
      getPrototypeOf: fail
    }
  );
}
