import { customType } from 'drizzle-orm/sqlite-core';

/**
 * A column of JSON whose reading never throws: text that is no JSON, as a failing disk leaves it, reads as `damaged`. Who must
 * know the difference asks SQLite (`json_valid`).
 */
export const keptJson = <Data>(name: string, damaged: Data) =>
  customType<{ data: Data; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => JSON.stringify(value),
    fromDriver(text) {
      try {
        return JSON.parse(text) as Data;
      } catch {
        return damaged;
      }
    }
  })(name);
