/** Ends a request that gets no answer, so that the page says so and asks again on a new connection. */
export const answerTimeout = (): AbortSignal => AbortSignal.timeout(30_000);
