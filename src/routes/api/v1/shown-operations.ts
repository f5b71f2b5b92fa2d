import { openApiDocument, type JsonSchema } from './openapi.ts';
import type { Operation } from './operation.ts';

interface ShownField {
  /** `rows[].name`. */
  name: string;
  type: string;
  required: boolean;
  about: string;
  /** Named schema that `type` contains; its fields are shown once, under its name. */
  schema: string | null;
}

/** A value: the fields of its own, and the named schema that it is or contains. */
interface ShownValue {
  fields: ShownField[];
  schema: string | null;
}

interface ShownOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  about: string[];
  scope: string;
  parameters: ShownField[];
  body: ShownValue;
  bodyType: string | null;
  status: string;
  answer: ShownValue;
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
export function shownOperations(operations: readonly Operation[]) {
  const { paths, tags, components } = openApiDocument(operations);
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
          ...{ name, required, about: description, type: typeOf(of), schema: null }
        })),
      body: shownValue(body?.schema ?? {}),
      answer: shownValue(answerType === 'application/json' ? schema : {})
    };
  };
  return {
    groups: tags.map(({ name }) => ({
      tag: name,
      operations: operations.filter(({ tag }) => tag === name).map(shown)
    })),
    schemas: Object.entries(components.schemas)
      .filter(([name]) => name !== 'Problem')
      .map(([name, schema]) => ({ name, fields: fieldsOf(schema) }))
  };
}

const shownValue = (schema: JsonSchema): ShownValue => ({ schema: namedIn(schema), fields: fieldsOf(schema) });

const DEEPEST = 4;

function fieldsOf(schema: JsonSchema, at = '', depth = 0): ShownField[] {
  const whole = present(schema);
  if (depth > DEEPEST || whole.$ref !== undefined) return [];
  if (whole.type === 'array') return fieldsOf(whole.items as JsonSchema, `${at}[]`, depth);
  const required = (whole.required ?? []) as string[];
  return Object.entries((whole.properties ?? {}) as Record<string, JsonSchema>).flatMap(([key, of]) => {
    const name = at === '' ? key : `${at}.${key}`;
    const about = String(of.description ?? '');
    return [
      { name, type: typeOf(of), required: required.includes(key), about, schema: namedIn(of) },
      ...fieldsOf(of, name, depth + 1)
    ];
  });
}

/** Of a value that may be null, the other half. */
const present = (schema: JsonSchema): JsonSchema =>
  (schema.anyOf as JsonSchema[] | undefined)?.find(({ type }) => type !== 'null') ?? schema;

/** The named schema that a value is, or that the rows of a list are. */
function namedIn(schema: JsonSchema): string | null {
  const whole = present(schema);
  if (whole.type === 'array') return namedIn(whole.items as JsonSchema);
  return typeof whole.$ref === 'string' ? nameOf(whole.$ref) : null;
}

const nameOf = (ref: string): string => ref.split('/').at(-1)!;

function typeOf(schema: JsonSchema): string {
  const any = schema.anyOf as JsonSchema[] | undefined;
  if (any) return any.map((one) => typeOf(one)).join(' | ');
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items as JsonSchema)}[]`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}
