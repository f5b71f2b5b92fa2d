type Schema = Record<string, unknown>;

/** Decides from names of places in an answer; the same place always decides alike. */
export interface Choices {
  /** One of 0 … n − 1. */
  pick(place: string, n: number): number;
  /** Words for a text field at this place. */
  words(place: string, name: string): string;
}

const numberOf = (schema: Schema, name: string): number | undefined =>
  typeof schema[name] === 'number' ? schema[name] : undefined;

const integer = (schema: Schema, place: string, choices: Choices): number => {
  const over = numberOf(schema, 'exclusiveMinimum');
  const under = numberOf(schema, 'exclusiveMaximum');
  const low = Math.ceil(numberOf(schema, 'minimum') ?? (over === undefined ? 0 : over + 1));
  const high = Math.floor(numberOf(schema, 'maximum') ?? (under === undefined ? low + 10 : under - 1));
  const step = numberOf(schema, 'multipleOf') ?? 1;
  return low + step * choices.pick(place, Math.floor((high - low) / step) + 1);
};

/** A string between its lengths. */
const text = (schema: Schema, place: string, name: string, choices: Choices): string => {
  const words = choices.words(place, name).slice(0, numberOf(schema, 'maxLength'));
  return words.padEnd(numberOf(schema, 'minLength') ?? 0, '.');
};

/** Judges find most things in order: the first label comes more often than the others. */
const label = (labels: readonly unknown[], place: string, choices: Choices): unknown =>
  labels[Math.floor(labels.length * (choices.pick(place, 100) / 100) ** 2)];

const idNames = new Set(['id', 'key', 'item', 'claim', 'source']);

/** The values of the entries' id, if each is wanted once. */
const wantedIds = (entry: Schema): { name: string; ids: unknown[] } | null => {
  for (const [name, member] of Object.entries((entry['properties'] as Record<string, Schema> | undefined) ?? {}))
    if (idNames.has(name) && Array.isArray(member['enum'])) return { name, ids: member['enum'] };
  return null;
};

const array = (schema: Schema, root: Schema, place: string, name: string, choices: Choices): unknown[] => {
  const at = (entry: Schema, i: number): unknown => instance(entry, root, `${place}/${i}`, 'entry', choices);
  const fixed = (schema['prefixItems'] as Schema[] | undefined) ?? [];
  if (fixed.length > 0) return fixed.map(at);
  const entry = (schema['items'] as Schema | undefined) ?? {};
  const wanted = wantedIds(resolve(entry, root));
  if (wanted && wanted.ids.length >= (numberOf(schema, 'minItems') ?? 0))
    return wanted.ids.slice(0, numberOf(schema, 'maxItems') ?? wanted.ids.length).map((id) => ({
      ...(instance(entry, root, `${place}/${String(id)}`, 'entry', choices) as object),
      [wanted.name]: id
    }));
  // A judge that says something of a text quotes it.
  const least = Math.max(
    numberOf(schema, 'minItems') ?? 0,
    Math.min(name === 'quotes' ? 1 : 0, numberOf(schema, 'maxItems') ?? 1)
  );
  const most = Math.max(least, Math.min(numberOf(schema, 'maxItems') ?? least + 3, least + 3));
  return Array.from({ length: least + choices.pick(`${place}/length`, most - least + 1) }, (_, i) => at(entry, i));
};

const resolve = (schema: Schema, root: Schema): Schema => {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const found = ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((step) => step !== '')
    .reduce<unknown>((node, step) => (node as Schema | undefined)?.[step], root);
  return (found as Schema | undefined) ?? {};
};

const instance = (given: Schema, root: Schema, place: string, name: string, choices: Choices): unknown => {
  const schema = resolve(given, root);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return label(schema['enum'], place, choices);
  const either = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (either) return instance(either[choices.pick(`${place}/which`, either.length)] ?? {}, root, place, name, choices);
  const types = Array.isArray(schema['type']) ? (schema['type'] as string[]) : [schema['type'] as string | undefined];
  switch (types[choices.pick(`${place}/type`, types.length)] ?? ('properties' in schema ? 'object' : 'string')) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {}).map(([key, member]) => [
          key,
          instance(member, root, `${place}/${key}`, key, choices)
        ])
      );
    case 'array':
      return array(schema, root, place, name, choices);
    case 'boolean':
      return choices.pick(place, 2) === 0;
    case 'integer':
      return integer(schema, place, choices);
    case 'number':
      return integer(schema, place, choices);
    case 'null':
      return null;
    default:
      return text(schema, place, name, choices);
  }
};

/**
 * A value that satisfies a JSON schema: every property is present, every id that a list of entries can have occurs in it
 * once, numbers keep to their range. Patterns of strings are not looked at.
 */
export const instanceOf = (schema: Schema, choices: Choices): unknown => instance(schema, schema, '', '', choices);
