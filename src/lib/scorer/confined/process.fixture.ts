import { serveProcess } from './serve-process.ts';

export const NAME = 'voirdire-test-process';
export const file = new URL(import.meta.url);

serveProcess(NAME, ({ do: what, say = '' }: { do: string; say?: string }): string => {
  if (what === 'throw') throw new Error('ours');
  const hoard: number[][] = [];
  while (what !== 'echo') if (what === 'hoard') hoard.push(new Array<number>(10_000).fill(1));
  return say;
});
