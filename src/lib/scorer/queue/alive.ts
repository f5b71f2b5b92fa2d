/** How often a worker tells that it lives, in milliseconds. */
export const TELL_MS = 1_000;

/** After so many seconds without a word a worker is taken for gone. */
const GONE_SECONDS = 15;

/** SQL: names of the workers that live. */
export const ALIVE = `SELECT name FROM voirdire.worker WHERE seen > clock_timestamp() - interval '${GONE_SECONDS} seconds'`;
