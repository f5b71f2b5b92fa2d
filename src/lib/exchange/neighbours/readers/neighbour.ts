import type { JsonObject } from '../../format/json-value.ts';
import type { ForeignLabel, ForeignRecord, NotTaken } from './foreign-label.ts';

/** What the beginning of a file shows, by which its format is recognised. */
export interface Glimpse {
  name: string;
  container: 'json' | 'lines' | 'zip' | 'parquet';
  /** Names of the document's members that were seen; empty for lines, rows and arrays. */
  members: readonly string[];
  /** The first record, wherever the records are. */
  first: JsonObject;
  /** Where it is in the document. */
  path: string;
  /** Paths in an archive. */
  entries: readonly string[];
}

/** Takes the records of one file in their order. */
export interface RecordReader {
  labels(record: ForeignRecord, notTaken: NotTaken): Iterable<ForeignLabel>;
  /** Members of a document and of an archive that it takes or counts itself; all others are counted as not taken. */
  takes?(record: ForeignRecord): boolean;
  /** The scale that the format gives a question, as it is written; null where the file does not say. */
  scale?(question: string, values: readonly string[]): string | null;
}

/** A format of another tool: how its files are recognised and read. */
export interface Neighbour {
  id: string;
  /** As the tool is called. */
  name: string;
  /** From 0, another format, to 1. */
  recognises(glimpse: Glimpse): number;
  reader(): RecordReader;
}

/** Whether an object has all of these fields. */
export const hasAll = (value: JsonObject, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(value, name));
