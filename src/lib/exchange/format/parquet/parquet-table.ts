import type { BasicType } from 'hyparquet-writer';

/** Names the columns of a file without rows, since a table has at least one column. */
const NO_ROWS = 'no_rows';

interface Column {
  name: string;
  data: unknown[];
  type: BasicType;
  nullable: true;
}

/**
 * JSON lines as a Parquet file with a column for each name, in the order of first appearance. A column of texts, truth values, whole
 * or other numbers has that type; any other column, such as lists and objects, holds JSON. A name that a row does not have is null.
 */
export async function parquetOfLines(lines: string): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const rows = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object]));
  const columns = new Map<string, unknown[]>();
  for (const [i, row] of rows.entries())
    for (const [name, value] of Object.entries(row)) {
      let data = columns.get(name);
      if (!data) columns.set(name, (data = rows.map(() => null)));
      data[i] = value;
    }
  if (columns.size === 0) columns.set(NO_ROWS, []);
  const columnData = [...columns].map(([name, data]) => columnOf(name, data));
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'voirdire' }));
}

function columnOf(name: string, data: unknown[]): Column {
  const type = typeOf(data.filter((value) => value !== null));
  // Whole numbers of 64 bits are written from bigints.
  const plain = type === 'INT64' ? data.map((value) => (value === null ? null : BigInt(value as number))) : data;
  return { name, data: plain, type, nullable: true };
}

function typeOf(values: readonly unknown[]): BasicType {
  // UTF-8 has no place for half of a surrogate pair; JSON escapes it.
  if (values.every((value) => typeof value === 'string' && value.isWellFormed())) return 'STRING';
  if (values.every((value) => typeof value === 'boolean')) return 'BOOLEAN';
  if (values.every((value) => Number.isSafeInteger(value) && !Object.is(value, -0))) return 'INT64';
  return values.every((value) => typeof value === 'number') ? 'DOUBLE' : 'JSON';
}
