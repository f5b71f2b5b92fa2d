import type { BatchStore, StoredBatch } from '../../store/batches.ts';

/** A store of batches in memory, which outlives the engine that uses it. */
export const memoryBatches = (): BatchStore & { all: (StoredBatch & { problem?: string | null })[] } => {
  const all: (StoredBatch & { problem?: string | null })[] = [];
  const of = (id: string) => all.find((batch) => batch.id === id)!;
  return {
    all,
    open: () => all.filter(({ problem }) => problem === undefined),
    begin: (batch) => void all.push({ ...batch }),
    submitted: (id, remoteId) => void (of(id).remoteId = remoteId),
    end: (id, problem) => void (of(id).problem ??= problem)
  };
};
