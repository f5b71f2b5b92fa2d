const KB = 1024;
const MB = 1024 * KB;

/** Bytes of a request's body. Pages hold it in memory, and a stranger may send one without signing in. */
const MOST_BYTES = 512 * KB;

/**
 * Routes whose forms carry a file or a long text. A form encodes a character that is not plain Latin in up to nine bytes, so
 * that a guideline of 100,000 characters is longer than most files.
 */
const LARGER: Readonly<Record<string, number>> = {
  '/p/[project]/verification/survey/import': 16 * MB,
  // A transcript of 8 MB with its other fields.
  '/p/[project]/verification/talks': 9 * MB,
  // A file of 20,000,000 bytes with its other fields.
  '/p/[project]/rubrics': 20 * MB,
  '/p/[project]/alignment/import': 32 * MB,
  '/p/[project]/runs/[run]/pages': 16 * MB,
  '/p/[project]/verification/guideline': 2 * MB,
  '/p/[project]/studies/[study]/guideline': 2 * MB,
  '/p/[project]/studies/new': 4 * MB,
  '/p/[project]/runs/new': 2 * MB
};

/** The import puts files on the disk as they arrive, and has its own limits (see `uploads.server.ts`). */
const STREAMED = '/p/[project]/import';

/**
 * Whether the body is a form with files that its route receives in pieces: nothing before the route may read it, because it would
 * be held whole in memory.
 */
export const isStreamed = (request: Request, route: string | null): boolean =>
  route === STREAMED && /^multipart\/form-data\s*;.*\bboundary=/is.test(request.headers.get('content-type') ?? '');

const sizeInWords = (bytes: number): string => (bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`);

const largestOf = (route: string | null): number =>
  (route !== null && Object.hasOwn(LARGER, route) ? LARGER[route] : undefined) ?? MOST_BYTES;

/** Most bytes that a route takes in one request; null if it receives them in pieces. */
const bodyLimit = (request: Request, route: string | null): number | null =>
  isStreamed(request, route) ? null : largestOf(route);

/** Most bytes of a form of this page, and the same in words; null if the page receives forms in pieces. */
export const formLimit = (route: string | null): { bytes: number; size: string } | null =>
  route === STREAMED ? null : { bytes: largestOf(route), size: sizeInWords(largestOf(route)) };

/**
 * The reason to refuse a request's body; null if it is accepted. A body without an announced length could be of any size.
 *
 * @param most bytes, if they are not those of the route
 */
export function bodyProblem(
  request: Request,
  route: string | null,
  most = bodyLimit(request, route)
): { status: 411 | 413; message: string } | null {
  if (request.body === null || most === null) return null;
  const length = request.headers.get('content-length');
  if (length === null)
    return {
      status: 411,
      message: 'The request does not say how long it is (Content-Length). Send it with its length.'
    };
  return Number(length) <= most
    ? null
    : { status: 413, message: `The request is larger than ${sizeInWords(most)}. Send less at a time.` };
}
