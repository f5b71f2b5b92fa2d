type Schema = Record<string, unknown>;

/** The JSON schema keywords of structured output. */
const known = new Set(
  'type description title properties required additionalProperties items minItems enum const anyOf allOf $ref $defs format'.split(
    ' '
  )
);

const childrenOf = (node: Schema): unknown[] => [
  node['items'],
  ...((node['anyOf'] as unknown[] | undefined) ?? []),
  ...((node['allOf'] as unknown[] | undefined) ?? []),
  ...Object.values((node['properties'] as object | undefined) ?? {}),
  ...Object.values((node['$defs'] as object | undefined) ?? {})
];

/** Names the first thing that structured output does not take. */
const schemaFault = (schema: unknown): string | undefined => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const node = schema as Schema;
  const keyword = Object.keys(node).find((key) => !known.has(key));
  if (keyword) return `property '${keyword}' is not supported`;
  if (Number(node['minItems'] ?? 0) > 1) return "'minItems' values other than 0 or 1 are not supported";
  if (node['type'] === 'object' && node['additionalProperties'] !== false)
    return "for 'object' type, 'additionalProperties' must be explicitly set to false";
  return childrenOf(node)
    .map(schemaFault)
    .find((fault) => fault);
};

/** A schema with the limits that the client could only put into descriptions, as a model reads them there. */
export const asRead = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(asRead);
  if (typeof schema !== 'object' || schema === null) return schema;
  const node = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asRead(value)]));
  const limits = /\{([^{}]*)\}$/.exec(typeof node['description'] === 'string' ? node['description'] : '')?.[1] ?? '';
  for (const [, key = '', value = ''] of limits.matchAll(/(\w+): (-?\d+)/g)) node[key] = Number(value);
  return node;
};

/** Parameters of a request, in both versions of the API. */
const parameters = new Set(
  'model max_tokens messages system thinking output_config tools tool_choice stop_sequences stream service_tier cache_control metadata temperature top_p top_k'.split(
    ' '
  )
);
const sampling = ['temperature', 'top_p', 'top_k'] as const;
/** Models that neither sample nor take a thinking budget. */
const newer = /^claude-(?:opus-4-[7-9]|opus-[5-9]|sonnet-[5-9]|haiku-5-[5-9]|haiku-[6-9]|fable|mythos)/;

interface Thinking {
  type?: string;
  budget_tokens?: number;
}

/** The message with which the API refuses a request's parameters. */
export const parameterFault = (body: Record<string, unknown>, version: string): string | undefined => {
  const unknown = Object.keys(body).find((name) => !parameters.has(name));
  if (unknown) return `${unknown}: Extra inputs are not permitted`;
  const model = String(body['model'] ?? '');
  if (model === '') return 'model: Field required';
  if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required';
  const sampled = sampling.find((name) => body[name] !== undefined);
  if (sampled && version !== '2023-06-01') return `${sampled}: Extra inputs are not permitted`;
  if (sampled && newer.test(model)) return `\`${sampled}\` is deprecated for this model.`;
  const thinking = body['thinking'] as Thinking | undefined;
  if (thinking?.type === 'enabled' && newer.test(model))
    return '`thinking.type: enabled` is not supported for this model. Use `adaptive`.';
  if (thinking?.type === 'enabled' && !(Number(thinking.budget_tokens) >= 1024))
    return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
  if (thinking?.type === 'enabled' && Number(thinking.budget_tokens) >= body['max_tokens'])
    return '`max_tokens` must be greater than `thinking.budget_tokens`.';
  const config = body['output_config'] as { format?: { type?: string; schema?: unknown } } | undefined;
  const foreign = Object.keys(config ?? {}).find((name) => name !== 'effort' && name !== 'format');
  if (foreign) return `output_config.${foreign}: Extra inputs are not permitted`;
  const fault = config?.format && schemaFault(config.format.schema);
  return fault && `output_config.format.schema: ${fault}`;
};
