/** A batch of a run as stored, until all of its answers are in the journal. */
export interface StoredBatch {
  id: string;
  /** Fingerprint of the model that is asked. */
  judge: string;
  /** The name under which it is submitted. */
  name: string;
  /** The provider's id; null until it is known, also if a kill came between the submission and its answer. */
  remoteId: string | null;
  /** Ids of its lines and the call keys of their questions. */
  lines: readonly { id: string; key: string }[];
  at: number;
}

/**
 * Batches of one run. Each method is durable when it returns: a batch is stored before it is submitted, so that a kill at any
 * moment leaves it known.
 */
export interface BatchStore {
  /** Batches that are not ended, oldest first. */
  open(): StoredBatch[];
  begin(batch: StoredBatch): void;
  submitted(id: string, remoteId: string): void;
  /** Nothing more is expected of the batch. @param problem why not all was answered; null if it was */
  end(id: string, problem: string | null, at: number): void;
}
