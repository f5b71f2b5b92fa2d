import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument, type JsonSchema } from './openapi.ts';
import { operations } from './operations/index.ts';
import { shownOperations } from './shown-operations.ts';

const document = openApiDocument(operations);

// The objects of OpenAPI 3.1 that the document uses, with every field that they may have (spec.openapis.org/oas/v3.1.1, section 4).
const schemaObject = z.record(z.string(), z.unknown());
const reference = z.strictObject({ $ref: z.string().regex(/^#\/components\//) });
const media = z.record(z.string().regex(/^(?:[\w.+-]+\/[\w.+-]+|\*\/\*)$/), z.strictObject({ schema: schemaObject }));
const parameter = z.strictObject({
  name: z.string().min(1),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema: schemaObject
});
const response = z.strictObject({ description: z.string().min(1), content: media });
const operationObject = z.strictObject({
  operationId: z.string().regex(/^[a-z][A-Za-z]+$/),
  tags: z.array(z.string()).length(1),
  summary: z.string().regex(/\.$/),
  description: z.string(),
  'x-scope': z.enum(['read', 'work', 'manage']),
  parameters: z.array(z.union([reference, parameter])),
  requestBody: z.strictObject({ required: z.literal(true), content: media }).optional(),
  responses: z.record(z.string().regex(/^(2\d\d|default)$/), z.union([reference, response]))
});
const openApi = z.strictObject({
  openapi: z.literal('3.1.1'),
  info: z.strictObject({ title: z.string(), version: z.string(), summary: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(z.strictObject({ token: z.tuple([]) })),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().regex(/^\/[\w/{}.-]+$/),
    z.partialRecord(z.enum(['get', 'post', 'patch', 'delete']), operationObject)
  ),
  components: z.strictObject({
    securitySchemes: z.record(
      z.string(),
      z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer'), description: z.string() })
    ),
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schemaObject)
  })
});

/** Every value under a key, anywhere in a document. */
function* under(key: string, value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (name === key) yield one;
    yield* under(key, one);
  }
}

describe('the OpenAPI document', () => {
  it('has the objects and fields of OpenAPI 3.1, and no others', () => {
    const read = openApi.safeParse(JSON.parse(JSON.stringify(document)));
    expect(read.error?.issues ?? []).toEqual([]);
  });

  it('describes every operation under its own address and method', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, one]) => `${method.toUpperCase()} ${path} ${(one as { operationId: string }).operationId}`
      )
    );
    expect(described.sort()).toEqual(operations.map(({ method, path, id }) => `${method} ${path} ${id}`).sort());
  });

  it('refers only to components that it has', () => {
    const refs = [...under('$ref', document)] as string[];
    expect(refs.length).toBeGreaterThan(10);
    const lost = refs.filter((ref) => {
      const [, ...keys] = ref.split('/');
      return (
        keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document) === undefined
      );
    });
    expect(lost).toEqual([]);
    for (const schema of Object.values(document.components.schemas)) expect(schema).not.toHaveProperty('$ref');
  });

  it('names the parameters of each path, and each once', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const one of Object.values(methods) as { parameters: { name: string; in: string; $ref?: string }[] }[]) {
        const named = one.parameters.filter((p) => p.in === 'path').map(({ name }) => `{${name}}`);
        expect(named).toEqual([...(path.match(/\{\w+\}/g) ?? [])]);
        const all = one.parameters.map((p) => p.$ref ?? `${p.in} ${p.name}`);
        expect(new Set(all).size).toBe(all.length);
      }
  });

  it('has schemas of draft 2020-12 that can be read back', () => {
    const { schemas } = document.components;
    for (const [name, schema] of Object.entries(schemas)) {
      const whole = {
        ...(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema),
        $defs: JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema
      };
      expect(() => z.fromJSONSchema(whole as never), name).not.toThrow();
    }
  });

  it('tells only how the API is used: no value of a project is in it', () => {
    expect(JSON.stringify(document)).not.toMatch(/vdr_[\w-]{8}/);
  });
});

describe('shownOperations', () => {
  it('shows every operation with its scope, and with the fields of its JSON', () => {
    const { groups } = shownOperations(operations);
    const shown = groups.flatMap((group) => group.operations);
    expect(shown.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
    const list = shown.find(({ id }) => id === 'listProjects')!;
    expect(list).toMatchObject({ method: 'GET', path: '/projects', status: '200', scope: 'read' });
    expect(list.answer.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['rows', 'pages']));
    expect(list.parameters.find(({ name }) => name === 'size')).toMatchObject({ type: 'integer', required: false });
  });

  it('shows the fields of a named schema once, and every link to a schema has its target', () => {
    const { groups, schemas } = shownOperations(operations);
    const names = schemas.map(({ name }) => name);
    const shown = groups.flatMap((group) => group.operations);
    expect(shown.find(({ id }) => id === 'getRun')!.answer).toEqual({ schema: 'Run', fields: [] });
    expect(schemas.find(({ name }) => name === 'Run')!.fields.map(({ name }) => name)).toContain('progress.problem');
    const values = [
      ...shown.flatMap(({ body, answer }) => [body, answer]),
      ...schemas.map((one) => ({ ...one, schema: null }))
    ];
    const links = values.flatMap(({ schema, fields }) => [schema, ...fields.map((field) => field.schema)]);
    expect(links.filter((link) => link !== null && !names.includes(link))).toEqual([]);
  });
});
