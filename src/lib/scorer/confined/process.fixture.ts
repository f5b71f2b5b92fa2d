import { serveProcess } from './serve-process.ts';

export const NAME = 'voirdire-test-process';
export const file = new URL(import.meta.url);

const MEGABYTE = 1024 * 1024;

serveProcess(NAME, ({ do: what, say = '' }: { do: string; say?: string }): string => {
  if (what === 'throw') throw new Error('ours');
  if (what === 'repeat') return say.repeat(2 ** 30);
  const hoard: number[][] = [];
  const buffers: Buffer[] = [];
  while (what !== 'echo') {
    if (what === 'hoard') hoard.push(new Array<number>(10_000).fill(1));
    // Pieces of which the heap holds nothing but the handles; a gigabyte is more than enough.
    if (what === 'hoard-buffers' && buffers.push(Buffer.alloc(MEGABYTE, 1)) === 1024) return say;
  }
  return say;
});
