import { openApiDocument, type JsonSchema } from './openapi.ts';
import type { Operation } from './operation.ts';

interface ShownField {
  /** `rows[].name`. */
  name: string;
  type: string;
  required: boolean;
  about: string;
}

interface ShownOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string[];
  scope: string;
  parameters: ShownField[];
  body: ShownField[];
  bodyType: string | null;
  status: string;
  answer: ShownField[];
  answerType: string;
}

interface Media {
  content: Record<string, { schema: JsonSchema }>;
  description: string;
}

interface Described {
  summary: string;
  description: string;
  'x-scope': string;
  parameters: { name: string; required: boolean; description?: string; schema: JsonSchema; $ref?: string }[];
  requestBody?: Media;
  responses: Record<string, Media>;
}

/** The operations by their heading, as the page of the API shows them: read from the document, so that the two cannot differ. */
export function shownOperations(operations: readonly Operation[]): { tag: string; operations: ShownOperation[] }[] {
  const { paths, tags, components } = openApiDocument(operations);
  const fields = (schema: JsonSchema): ShownField[] => fieldsOf(schema, components.schemas);
  const shown = (operation: Operation): ShownOperation => {
    const { id, method, path } = operation;
    const described = paths[path]![method.toLowerCase()] as Described;
    const [status, answer] = Object.entries(described.responses)[0]!;
    const [answerType, { schema }] = Object.entries(answer.content)[0]!;
    const [bodyType = null, body] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
    return {
      ...{ id, method, path, status, answerType, bodyType },
      summary: described.summary,
      about: described.description.replaceAll('`', '').split('\n\n'),
      scope: described['x-scope'],
      parameters: described.parameters
        .filter(({ $ref }) => $ref === undefined)
        .map(({ name, required, description = '', schema: of }) => ({
          name,
          required,
          about: description,
          type: typeOf(of)
        })),
      body: body ? fields(body.schema) : [],
      answer: answerType === 'application/json' ? fields(schema) : []
    };
  };
  return tags.map(({ name }) => ({
    tag: name,
    operations: operations.filter(({ tag }) => tag === name).map(shown)
  }));
}

const DEEPEST = 4;

function fieldsOf(schema: JsonSchema, named: Record<string, JsonSchema>, at = '', depth = 0): ShownField[] {
  const whole = resolved(schema, named);
  if (depth > DEEPEST) return [];
  if (whole.type === 'array') return fieldsOf(whole.items as JsonSchema, named, `${at}[]`, depth);
  const required = (whole.required ?? []) as string[];
  return Object.entries((whole.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, of]) => {
    const name = at === '' ? key : `${at}.${key}`;
    const own = resolved(of, named);
    const about = String(of.description ?? own.description ?? '');
    return [
      { name, type: typeOf(of, named), required: required.includes(key), about },
      ...fieldsOf(of, named, name, depth + 1)
    ];
  });
}

/** A schema by its reference; of a value that may be null, the other half. */
function resolved(schema: JsonSchema, named: Record<string, JsonSchema>): JsonSchema {
  const some = (schema.anyOf as JsonSchema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema;
  return typeof some.$ref === 'string' ? (named[some.$ref.split('/').at(-1)!] ?? {}) : some;
}

function typeOf(schema: JsonSchema, named: Record<string, JsonSchema> = {}): string {
  const any = schema.anyOf as JsonSchema[] | undefined;
  if (any) return any.map((one) => typeOf(one, named)).join(' | ');
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1)!;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items as JsonSchema, named)}[]`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}
