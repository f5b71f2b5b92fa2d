import { serveThread } from './serve-thread.ts';

export const THREAD = 'voirdire-test-thread';
export const threadFile = new URL(import.meta.url);

serveThread(THREAD, ({ do: what, say = '' }: { do: string; say?: string }): string => {
  if (what === 'throw') throw new Error('ours');
  const hoard: number[][] = [];
  while (what !== 'echo') if (what === 'hoard') hoard.push(new Array<number>(10_000).fill(1));
  return say;
});
