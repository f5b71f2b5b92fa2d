/** Readings that are followed at once; the oldest are forgotten if there are more. */
const MOST = 1_000;

/** How many labels of a file have been read so far, while a form waits for its answer. Kept in memory: it is of no use afterwards. */
export class ReadingProgress {
  readonly #labels = new Map<string, number>();

  /**
   * Follows a reading until it ends.
   *
   * @param name chosen by the page of the person; null if no page follows
   * @param read the reading, which tells its progress
   */
  async follow<Read>(
    person: { id: string },
    name: string | null,
    read: (progress: (read: { labels: number }) => void) => Promise<Read>
  ): Promise<Read> {
    const key = keyOf(person, name);
    if (key === null) return read(() => undefined);
    this.#labels.set(key, 0);
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > MOST) this.#labels.delete(oldest!);
    try {
      return await read(({ labels }) => {
        if (this.#labels.has(key)) this.#labels.set(key, labels);
      });
    } finally {
      this.#labels.delete(key);
    }
  }

  /** Labels read so far; null if there is no such reading of the person. */
  of(person: { id: string }, name: string | null): number | null {
    const key = keyOf(person, name);
    return key === null ? null : (this.#labels.get(key) ?? null);
  }
}

/** Only the person whose file is read can follow the reading. */
const keyOf = ({ id }: { id: string }, name: string | null): string | null =>
  name !== null && /^[\w-]{8,64}$/.test(name) ? `${id} ${name}` : null;

/** Readings of this process. */
export const readings = new ReadingProgress();
