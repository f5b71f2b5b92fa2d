import { many } from '../lib/stats/writing/figures.ts';

/** Shows on a terminal how many labels have been read; a file that is read in a moment shows nothing. */
export function showProgress(): { show(read: { labels: number }): void; end(): void } {
  const shown = process.stderr.isTTY;
  let last = performance.now();
  let any = false;
  return {
    show: ({ labels }) => {
      if (!shown || performance.now() - last < 500) return;
      last = performance.now();
      any = true;
      process.stderr.write(`\r${many(labels, 'label')} read`);
    },
    end: () => {
      if (any) process.stderr.write('\n');
    }
  };
}
