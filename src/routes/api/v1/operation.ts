import type { z } from 'zod';
import type { Person, ProjectAccess, ProjectGrant } from '$lib/server/auth/authorize.ts';
import type { Project } from '$lib/server/projects.ts';

/** The headings under which operations are listed, in the order of display. */
export const tags = [
  'Account',
  'Projects',
  'Benchmark',
  'Reports',
  'Runs',
  'Results',
  'Studies',
  'Annotation',
  'Alignment',
  'Judge cards',
  'Webhooks'
] as const;

/** Input of a handler: a request whose token, rights and schema were checked. */
export interface Asked<Query, Body> {
  locals: App.Locals;
  person: Person;
  /** Parameters of the path. */
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
  request: Request;
  /**
   * Checks token and rights again, for an answer that takes minutes.
   *
   * @throws a refusal if either has ended
   */
  checkAgain: () => void;
}

export interface AskedInProject<A extends ProjectAccess, Query, Body> extends Asked<Query, Body> {
  project: Project;
  grant: ProjectGrant<A>;
}

interface Described<Query extends z.ZodObject, Body extends z.ZodType> {
  /** `operationId`: name of the function in clients. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with parameters in braces. */
  path: string;
  tag: (typeof tags)[number];
  /** One sentence in the imperative. */
  summary: string;
  about?: string;
  query?: Query;
  body?: Body;
  /** Bytes that the body may have; 512 KB by default. */
  mostBytes?: number;
  /** Status of the answer; 200 by default. */
  status?: 200 | 201 | 202;
}

/** An answer that is sent as it is: a file, or events as they happen. */
interface OtherForm {
  /** Media type; of files with several types a range. */
  type: string;
  /** JSON Schema of the content; `{}` for any bytes. */
  schema: Record<string, unknown>;
  holds: string;
}

/** A file whose media type depends on its name. */
export const anyFile: OtherForm = { type: '*/*', schema: {}, holds: 'The file, in its own media type.' };

/** One row of the table from which routing, validation, document and page are made. */
export interface Operation extends Described<z.ZodObject, z.ZodType> {
  access: ProjectAccess | 'signed-in' | 'administer';
  /** A schema, of which nothing but what it names leaves the server, or another form. */
  answer: z.ZodType | OtherForm;
  run: (asked: Asked<never, never>) => unknown;
}

type Result<Answer> = Answer extends z.ZodType ? z.input<Answer> : Response;
type MaybePromise<T> = T | Promise<T>;

/** An operation in a project; its path begins with `/projects/{project}`. */
export const projectOperation = <
  const A extends ProjectAccess,
  Answer extends z.ZodType | OtherForm,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined
>(
  operation: Described<Query, Body> & { access: A; answer: Answer } & {
    run: (asked: AskedInProject<A, z.output<Query>, z.output<Body>>) => MaybePromise<Result<Answer>>;
  }
): Operation => operation as unknown as Operation;

/** An operation outside projects. */
export const instanceOperation = <
  Answer extends z.ZodType | OtherForm,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Body extends z.ZodType = z.ZodUndefined
>(
  operation: Described<Query, Body> & { access: 'signed-in' | 'administer'; answer: Answer } & {
    run: (asked: Asked<z.output<Query>, z.output<Body>>) => MaybePromise<Result<Answer>>;
  }
): Operation => operation as unknown as Operation;

export const isJson = (answer: Operation['answer']): answer is z.ZodType => 'safeParse' in answer;
