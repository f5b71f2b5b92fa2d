import type { Token } from 'markdown-it';
import type { Formula } from '../structure/formulas.ts';
import { renderer } from '../structure/markdown.ts';
import { typeset } from './typeset.ts';

/** State of a report's rendering from formula to formula. */
export interface FormulaPage {
  /** Only the text of a block is wanted, which is a formula's source. */
  bare: boolean;
  /** Characters of source that are still typeset: a report full of formulas would hold a server up. */
  left: number;
  /** HTML of formulas of this report: most of them come again. */
  made: Map<string, string>;
}

/** Characters of formulas that are typeset in one report. */
const TYPESET = 100_000;
/** From here on a formula may be wider than a phone, and gets a region of its own to scroll in: characters of its source … */
const WIDE_SOURCE = 40;
/** … and typeset, for one within words. */
const WIDE_TYPESET = 30;

export const formulaPage = (bare: boolean): FormulaPage => ({ bare, left: TYPESET, made: new Map() });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A formula as HTML. Its text is its source as it was written, delimiters included: the annotation of the MathML, or the words
 * of what could not be typeset. So a quote of the source is found, and places in a block's text do not depend on typesetting.
 */
function formulaHtml(written: string, { tex, display }: Formula, page: FormulaPage): string {
  if (page.bare) return escaped(written);
  const known = page.made.get(written);
  if (known !== undefined) return known;
  page.left -= tex.length;
  const done = page.left < 0 ? { problem: 'The report has more formulas than are typeset.' } : typeset(tex, display);
  const html =
    done && 'mathml' in done
      ? `<span ${display ? 'class="formula"' : spanOf(done.mathml)}>${annotated(done.mathml, written)}</span>`
      : `<code class="formula"${done ? ` title="Not typeset: ${escaped(done.problem)}"` : ''}>${escaped(written)}</code>`;
  page.made.set(written, html);
  return html;
}

const spanOf = (mathml: string): string =>
  mathml.replace(/<[^>]*>/g, '').length < WIDE_TYPESET
    ? 'class="formula"'
    : 'class="formula wide" tabindex="0" role="group" aria-label="Formula"';

const annotated = (mathml: string, written: string): string =>
  mathml.replace(
    /^(<math[^>]*>)([^]*)<\/math>$/,
    (_, open: string, body: string) =>
      `${open}<semantics><mrow>${body}</mrow><annotation encoding="application/x-tex">${escaped(written)}</annotation></semantics></math>`
  );

/** Whether a formula may need more room than a phone has. */
export const isWideFormula = (written: string): boolean => written.length >= WIDE_SOURCE;

const read = (token: Token | undefined, env: Record<string, unknown> | undefined): string =>
  token ? formulaHtml(token.content, token.meta?.['formula'] as Formula, env?.['page'] as FormulaPage) : '';
renderer.rules['formula'] = (tokens, at, _, env) => read(tokens[at], env);
renderer.rules['formula_block'] = (tokens, at, _, env) =>
  tokens[at]?.level === 0 ? read(tokens[at], env) : `<div>${read(tokens[at], env)}</div>`;
