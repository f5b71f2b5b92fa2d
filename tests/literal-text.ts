import { parse } from 'svelte/compiler';

/** Attributes that people read or hear: of elements, and of our components. */
const readAttributes = ['aria-label', 'title', 'placeholder', 'alt', 'label', 'hint', 'lead', 'button', 'note'];
/** Names and signs that are the same in every language; keys are named as they are printed on them. */
const everyLanguage =
  /Voirdire|Esc|Enter|⏎|·|CSV|JSON ?Lines|JSONL|JSON|Markdown|LaTeX|HTML|PDF|XLSX|ZIP|URL|SVG|SHA-256|arXiv|κ|α|τ|ρ|[np] ?=|\b(?:qid|n|p|r|CI|AC1|Elo)\b/g;

/** A single capital names a key, or one of several reports. */
const isText = (text: string): boolean => !/^[A-Z]$/.test(text) && /\p{L}/u.test(text.replaceAll(everyLanguage, ''));

interface AstNode {
  type: string;
  [name: string]: unknown;
}

const isNode = (value: unknown): value is AstNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

const childrenOf = (node: AstNode): AstNode[] =>
  Object.entries(node)
    .filter(([name]) => name !== 'parent' && name !== 'metadata')
    .flatMap(([, value]) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));

/** `<kbd>`, or an element of the class `key`: the name of a key as it is printed on it. */
const isKeyCap = (node: AstNode): boolean =>
  node['name'] === 'kbd' ||
  (node['attributes'] as AstNode[]).some(
    ({ name, value }) =>
      name === 'class' && Array.isArray(value) && value.some((part: AstNode) => part['data'] === 'key')
  );

/** String literals that an expression can come to; arguments, keys and comparisons are not text that people read. */
function literalsIn(node: AstNode): string[] {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type === 'TemplateElement') return [(node['value'] as { raw: string }).raw];
  if (['CallExpression', 'MemberExpression', 'ObjectExpression', 'ArrowFunctionExpression'].includes(node.type))
    return [];
  if (node.type === 'BinaryExpression' && node['operator'] !== '+') return [];
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].filter(isNode).flatMap(literalsIn);
  return childrenOf(node).flatMap(literalsIn);
}

/** Text of a component's markup that is written there instead of in a catalogue: between tags, and in attributes that people read. */
export function literalTextIn(source: string): string[] {
  const found: string[] = [];
  const note = (texts: readonly string[]): void => void found.push(...texts.map((one) => one.trim()).filter(isText));
  const visit = (node: AstNode): void => {
    if (node.type === 'Attribute') {
      if (readAttributes.includes(String(node['name']))) {
        const { value } = node;
        for (const part of (Array.isArray(value) ? value : [value]).filter(isNode))
          note(part.type === 'Text' ? [String(part['data'])] : literalsIn(part));
      }
      return;
    }
    if (node.type === 'RegularElement' && isKeyCap(node)) return;
    if (node.type === 'Text') note([String(node['data'])]);
    else if (node.type === 'ExpressionTag') note(literalsIn(node));
    else for (const child of childrenOf(node)) if (!/Expression$|^Script$|^StyleSheet$/.test(child.type)) visit(child);
  };
  const { fragment } = parse(source, { modern: true });
  visit(fragment as unknown as AstNode);
  return found;
}
