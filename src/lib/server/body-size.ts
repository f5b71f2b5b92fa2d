/** Pages hold the body of a request in memory; only the import puts it on the disk as it arrives. */
const MOST_BYTES = 64 * 1024 * 1024;
const STREAMED = '/p/[project]/import';

/** Why a request's body is not taken; null where it is. What is not announced could be of any size. */
export function bodyProblem(request: Request, route: string | null): { status: 411 | 413; message: string } | null {
  if (request.body === null || route === STREAMED) return null;
  const length = request.headers.get('content-length');
  if (length === null)
    return {
      status: 411,
      message: 'The request does not say how long it is (Content-Length). Send it with its length.'
    };
  return Number(length) <= MOST_BYTES
    ? null
    : { status: 413, message: 'The request is larger than 64 MB. Send less at a time.' };
}
