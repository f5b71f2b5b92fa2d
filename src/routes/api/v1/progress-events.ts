import { refuse, worded } from '$lib/errors.ts';
import type { Person } from '$lib/server/auth/authorize.ts';

const EVERY_MS = 1_000;
/** A comment goes out after so long without an event, so that proxies keep the connection. */
const SILENT_MS = 15_000;
/** A stream ends then; a client that asks again is checked again. */
const LONGEST_MS = 10 * 60_000;
const MOST_STREAMS = 10;

/** Streams under way, by person. */
const open = new Map<string, number>();

/** States in which a run does not continue by itself. */
const ENDED: readonly string[] = ['planned', 'paused', 'cancelled', 'failed', 'done', 'incomplete'];

/**
 * Progress as server-sent events: `progress` whenever it has changed, then `end`.
 *
 * @param read the progress now; an error ends the stream
 * @throws a refusal beyond ten streams of one person
 */
export function progressEvents(person: Person, gone: AbortSignal, read: () => { state: string }): Response {
  const streams = open.get(person.id) ?? 0;
  if (streams >= MOST_STREAMS) refuse.conflict(worded('tooManyStreams', { most: MOST_STREAMS }));
  open.set(person.id, streams + 1);
  const { stop, body } = eventStream(read, () => open.set(person.id, (open.get(person.id) ?? 1) - 1));
  gone.addEventListener('abort', stop, { once: true });
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  });
}

function eventStream(read: () => { state: string }, onEnd: () => void) {
  const encoder = new TextEncoder();
  const began = performance.now();
  let [last, sent] = ['', began];
  let timer: NodeJS.Timeout | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const stop = (): void => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    onEnd();
    try {
      controller.close();
    } catch {
      // the client went away
    }
  };
  const send = (text: string): void => {
    sent = performance.now();
    controller.enqueue(encoder.encode(text));
  };
  const tick = (): void => {
    try {
      const now = read();
      const data = JSON.stringify(now);
      if (data !== last) send(`event: progress\ndata: ${data}\n\n`);
      else if (performance.now() - sent > SILENT_MS) send(': still there\n\n');
      last = data;
      const ended = ENDED.includes(now.state);
      if (ended) send(`event: end\ndata: ${data}\n\n`);
      if (ended || performance.now() - began > LONGEST_MS) stop();
    } catch {
      // the run was deleted, the person may not read it any more, or the client went away
      stop();
    }
  };
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
      timer = setInterval(tick, EVERY_MS);
      tick();
    },
    cancel: stop
  });
  return { body, stop };
}
