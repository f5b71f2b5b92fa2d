import { Server, type ServerResponse } from 'node:http';

// Loaded into the server that a journey starts if VOIRDIRE_SLOW says how slow it is: half of what may be lost is lost on
// the way to the server, half on the way back, so that what a request changes is there before the browser hears of it.

/** Milliseconds that a request takes longer at most. */
const most = Number(process.env['VOIRDIRE_SLOW']);

/** The same numbers between 0 and 1 in every run (Park and Miller's generator). */
let state = 20_260_101;
const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;

const wait = (): number => (next() * most) / 2;
const emit = Server.prototype.emit as (this: Server, event: string, ...values: unknown[]) => boolean;

Server.prototype.emit = function (this: Server, event: string, ...values: unknown[]): boolean {
  if (event !== 'request') return emit.call(this, event, ...values);
  setTimeout(() => {
    const { socket } = values[1] as ServerResponse;
    socket?.cork();
    setTimeout(() => socket?.uncork(), wait());
    emit.call(this, event, ...values);
  }, wait());
  return true;
};
