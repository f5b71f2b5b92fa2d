import { z } from 'zod';
import { projectRoles } from '$lib/server/auth/authorize.ts';
import { scopeFor } from '$lib/server/auth/scopes.ts';
import { softwareVersion } from '../../software.ts';
import { isJson, tags, type Operation } from './operation.ts';
import { problemSchema, problemTitles } from './problem-json.ts';
import { takesBytes } from './request-input.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };
type Components = Record<string, JsonSchema>;

const REF = '#/components/schemas/';

/** Parameters of paths, by name. */
const paramAbout: Readonly<Record<string, { schema: JsonSchema; about: string }>> = {
  project: { schema: { type: 'string' }, about: 'Address of the project, as in /p/SLUG.' },
  qid: { schema: { type: 'string' }, about: 'Id of the query.' },
  report: { schema: { type: 'string' }, about: 'Id of the report.' },
  run: { schema: { type: 'integer', minimum: 1 }, about: 'Number of the run in its project.' },
  study: { schema: { type: 'integer', minimum: 1 }, about: 'Number of the study in its project.' },
  metric: { schema: { type: 'string' }, about: 'Name of the metric.' },
  card: { schema: { type: 'integer', minimum: 1 }, about: 'Number of the judge card in its project.' },
  assignment: { schema: { type: 'string' }, about: 'Id of the assignment, as listWork gives it.' },
  webhook: { schema: { type: 'string' }, about: 'Id of the webhook.' },
  delivery: { schema: { type: 'string' }, about: 'Id of the delivery.' },
  file: { schema: { type: 'string' }, about: 'Name of the file.' }
};

/** The OpenAPI document of operations. Everything in it comes from the table that routes and validates. */
export function openApiDocument(operations: readonly Operation[]) {
  const components: Components = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components);
  const problem = inComponents(problemSchema, 'output', components);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Voirdire',
      version: softwareVersion,
      summary: 'Verify a benchmark, score reports by LLM judges, and measure their agreement with people.',
      description:
        'Every request has a personal token from the page Account: `Authorization: Bearer vdr_…`. A token has the roles of its owner and ' +
        'no more. Refusals are problems by RFC 9457. A POST with the header `Idempotency-Key` can be repeated within a day: it is carried ' +
        'out once, and each time gets the same answer. Fields may be added to answers within version 1.'
    },
    servers: [{ url: '/api/v1' }],
    security: [{ token: [] }],
    tags: tags.filter((tag) => operations.some((one) => one.tag === tag)).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal token, made on the page Account.' }
      },
      parameters: {
        idempotencyKey: {
          ...{ name: 'Idempotency-Key', in: 'header', required: false },
          description: 'Chosen by the client, new for each request: 8 to 100 printable ASCII characters.',
          schema: { type: 'string', minLength: 8, maxLength: 100 }
        }
      },
      responses: {
        problem: {
          description: `A refusal. \`code\` is one of ${Object.keys(problemTitles).join(', ')}.`,
          content: { 'application/problem+json': { schema: problem } }
        }
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
    }
  };
}

function describe(operation: Operation, components: Components): Record<string, unknown> {
  const { id, method, tag, summary, about, access, body, answer, status = 200 } = operation;
  const rights =
    access === 'signed-in'
      ? 'Any person.'
      : access === 'administer'
        ? 'Admins.'
        : `Roles: ${projectRoles(access).join(', ')}.`;
  const scope = scopeFor(access);
  const parameters = [...pathParameters(operation), ...queryParameters(operation)];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [about, `${rights} Scope: \`${scope}\`.`].filter(Boolean).join('\n\n'),
    'x-scope': scope,
    parameters: [...parameters, ...(method === 'POST' ? [{ $ref: '#/components/parameters/idempotencyKey' }] : [])],
    ...(body && { requestBody: { required: true, content: contentOf(body, components) } }),
    responses: {
      [status]: {
        description: isJson(answer) ? 'The answer.' : answer.holds,
        content: isJson(answer)
          ? { 'application/json': { schema: inComponents(answer, 'output', components) } }
          : { [answer.type]: { schema: answer.schema } }
      },
      default: { $ref: '#/components/responses/problem' }
    }
  };
}

const contentOf = (body: z.ZodType, components: Components): Record<string, unknown> =>
  takesBytes(body)
    ? { 'application/octet-stream': { schema: {} } }
    : { 'application/json': { schema: inComponents(body, 'input', components) } };

const pathParameters = ({ path }: Operation): JsonSchema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const known = paramAbout[name!];
    if (!known) throw new Error(`openApiDocument requires a description of the parameter ${name}`);
    return { name, in: 'path', required: true, description: known.about, schema: known.schema };
  });

const queryParameters = ({ query }: Operation): JsonSchema[] =>
  Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { description, ...json } = converted(schema as z.ZodType, 'output');
    const required = !(schema as z.ZodType).safeParse(undefined).success;
    return { name, in: 'query', required, ...(description !== undefined && { description }), schema: json };
  });

/** The schema of a value; named schemas are moved to the components. */
function inComponents(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const { $defs = {}, ...json } = converted(schema, io);
  for (const [name, definition] of Object.entries($defs as Components)) components[name] = toComponents(definition);
  return toComponents(json);
}

function converted(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $schema: _,
    id: _id,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Fields may be added to answers; a client that refuses them would break.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.propertyNames;
    }
  }) as JsonSchema;
  return json;
}

const toComponents = (value: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', `"${REF}`)) as JsonSchema;
