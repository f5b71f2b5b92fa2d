import type { StoredLook, StoredSet } from '../../../alignment/monitoring/anchor-sets.server.ts';
import type { LookFigures } from '../../../alignment/monitoring/drift.ts';
import { writeTableCsv, type CsvColumn } from '../../format/table-csv.ts';

/** A check with the number of its run; null if the run is gone. */
interface LedgerRow {
  look: StoredLook;
  run: number | null;
}

const figuresIn = ({ look }: LedgerRow): LookFigures => look.figures as unknown as LookFigures;

const columns: readonly CsvColumn<LedgerRow>[] = [
  { header: 'check', value: ({ look }) => look.number },
  { header: 'at', value: ({ look }) => new Date(look.at).toISOString() },
  { header: 'run', value: ({ run }) => run },
  { header: 'sequence', value: ({ look }) => look.sequence },
  { header: 'trigger', value: ({ look }) => look.trigger },
  { header: 'asked_by', value: ({ look }) => look.askedByName },
  { header: 'result', value: ({ look }) => look.result },
  { header: 'version_changed', value: ({ look }) => look.changed.length > 0 },
  {
    header: 'served_versions',
    value: ({ look }) =>
      look.versions
        .map(({ judge, version, calls }) => `${judge} ${version ?? 'version not reported'} (${calls})`)
        .join('; ')
  },
  { header: 'items_judged', value: (row) => figuresIn(row).n },
  { header: 'items', value: (row) => figuresIn(row).of },
  { header: 'changed_verdicts', value: (row) => figuresIn(row).flips },
  { header: 'agreement', value: (row) => figuresIn(row).agreement },
  { header: 'agreement_at_adoption', value: (row) => figuresIn(row).adopted },
  { header: 'change', value: (row) => figuresIn(row).change?.value ?? null },
  { header: 'change_low', value: (row) => figuresIn(row).change?.interval?.[0] ?? null },
  { header: 'change_high', value: (row) => figuresIn(row).change?.interval?.[1] ?? null },
  { header: 'changed_share', value: (row) => figuresIn(row).flipped },
  { header: 'cost_usd', value: ({ look }) => look.cost }
];

/** One row per check, the first one first; shares of 1. Figures that are undefined are empty. */
export const ledgerCsv = (_set: StoredSet, rows: readonly LedgerRow[]): string => writeTableCsv(columns, rows);

/** The set and every check of it. Its items stay under embargo: they are named by the hash alone. */
export const ledgerJson = (set: StoredSet, rows: readonly LedgerRow[]): string =>
  `${JSON.stringify(
    {
      ...{ format: 'voirdire-drift-ledger', formatVersion: 1 },
      set: {
        ...{ number: set.number, metric: set.metric, drawn: new Date(set.createdAt).toISOString(), seed: set.seed },
        ...{ items: set.items.length, available: set.available, sha256: set.hash, loss: set.loss, flips: set.flips },
        ...{ candidates: set.candidates, everyDays: set.everyDays },
        ended: set.endedAt === null ? null : new Date(set.endedAt).toISOString()
      },
      checks: rows.map((row) => ({
        ...{ check: row.look.number, at: new Date(row.look.at).toISOString(), run: row.run },
        ...{ sequence: row.look.sequence, trigger: row.look.trigger, askedBy: row.look.askedByName },
        ...{ result: row.look.result, versions: row.look.versions, changed: row.look.changed },
        ...{ figures: figuresIn(row), cost: row.look.cost }
      }))
    },
    null,
    2
  )}\n`;

/** Every file of a ledger, by the end of its name. */
export const ledgerFiles: Readonly<
  Record<string, { type: string; write: (set: StoredSet, rows: readonly LedgerRow[]) => string }>
> = {
  csv: { type: 'text/csv; charset=utf-8', write: ledgerCsv },
  json: { type: 'application/json', write: ledgerJson }
};
