import type { JsonObject } from '../../format/json-value.ts';
import type { ForeignLabel, ForeignRecord, NotTaken, NumberedRecord } from './foreign-label.ts';

/** The beginning of a file, by which its format is recognised. */
export interface Glimpse {
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
  /** Sees all records before the first label is read, if items depend on other records of the file. */
  survey?(record: ForeignRecord): void;
  labels(record: NumberedRecord, notTaken: NotTaken): Iterable<ForeignLabel>;
  /** Members of a document and of an archive that it takes or counts itself; all others are counted as not taken. */
  takes?(record: ForeignRecord): boolean;
  /** The written form of the scale that the format gives a question; null if the file gives none. */
  scale?(question: string, values: readonly string[]): string | null;
}

/** A format of another tool: how its files are recognised and read. */
export interface Neighbour {
  /** Name of the tool. */
  name: string;
  /** From 0, another format, to 1. */
  recognises(glimpse: Glimpse): number;
  reader(): RecordReader;
}

/** Whether an object has all of these fields. */
export const hasAll = (value: JsonObject, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(value, name));
