import { colours } from '../../../alignment/charts/colours.ts';

const values = Object.entries(colours)
  .map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`)
  .join('\n');

/**
 * The style of a self-contained report: the design's colours and measures, fonts of the system, and rules for paper. Tables
 * scroll in their own region on a narrow screen and are never cut on paper.
 */
export const documentStyle = `:root {
  color-scheme: light dark;
${values}
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Songti SC', 'Noto Serif CJK SC', SimSun, serif;
  --sans: -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Adwaita Sans', Roboto, 'Noto Sans', 'Liberation Sans', 'Helvetica Neue', Arial, 'PingFang SC', 'Noto Sans CJK SC', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
}
*, *::before, *::after { box-sizing: border-box; }
* { margin: 0; }
body { background: var(--sheet); color: var(--ink); font: 400 0.875rem / 1.43 var(--sans); font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word; }
main { max-width: 58rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; display: grid; gap: 2rem; }
main > *, section > * { min-width: 0; }
h1, h2 { font-weight: 600; line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.625rem; letter-spacing: -0.012em; }
h2 { font-size: 1rem; border-top: 1px solid var(--line-2); padding-top: 0.75rem; }
header, section { display: grid; gap: 1rem; }
p, li { max-width: 44rem; text-wrap: pretty; }
ul { padding-left: 1.1em; display: grid; gap: 0.25rem; }
a { color: var(--accent); text-underline-offset: 0.18em; }
nav { font-size: 0.8125rem; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.finding { font: 400 1.25rem / 1.45 var(--serif); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.25rem 1rem; font-size: 0.8125rem; }
dt { color: var(--ink-3); max-width: 16rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; position: relative; }
.scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; line-height: 1.385; }
caption { text-align: left; color: var(--ink-3); padding-bottom: 0.25rem; }
th, td { text-align: left; vertical-align: baseline; padding: 0.34375rem 0.75rem 0.34375rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--ink-3); border-bottom-color: var(--line-2); vertical-align: bottom; }
tbody th { min-width: 9rem; }
tbody td:not(.num) { min-width: 6rem; }
.strong > th, .strong > td > b { font-weight: 600; }
.num { text-align: right; white-space: nowrap; }
td > b { font-weight: 400; }
td small { display: block; font-size: 0.75rem; color: var(--ink-3); }
.soft { color: var(--ink-3); font-size: 0.8125rem; }
figure { display: grid; gap: 0.5rem; justify-items: start; }
figure > .scroll { max-width: 100%; }
figcaption { display: grid; gap: 0.125rem; max-width: 44rem; }
figcaption b { font-weight: 600; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26.25rem, 100%), 1fr)); gap: 1.5rem 2rem; align-items: start; }
svg { display: block; overflow: visible; font: 400 12px / 1 var(--sans); fill: var(--ink); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.charts svg { max-width: 100%; height: auto; }
details { font-size: 0.8125rem; width: 100%; }
summary { cursor: pointer; color: var(--ink-2); }
code { font-family: var(--mono); font-size: 0.92em; }
footer { color: var(--ink-3); font-size: 0.8125rem; }
@media screen and (max-width: 56rem) {
  main { padding: 1rem; gap: 1.5rem; }
  h1 { font-size: 1.375rem; }
  .finding { font-size: 1.0625rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { padding-bottom: 0.375rem; }
  .scroll :is(th, td):first-child { position: sticky; left: 0; background: var(--sheet); max-width: 11rem; min-width: 6rem; }
}
@page { margin: 16mm 14mm; }
@media print {
  :root { color-scheme: light; }
  html { font-size: 12.5px; }
  body { background: none; }
  main { max-width: none; padding: 0; display: block; }
  section, header { display: block; margin-bottom: 1.5rem; }
  section > *, header > * { margin-bottom: 0.75rem; }
  nav { display: none; }
  .scroll { overflow: visible; break-inside: avoid; }
  h2, caption { break-after: avoid; }
  thead { display: table-header-group; }
  tr, figure, .charts > * { break-inside: avoid; }
  th, td { padding-right: 0.375rem; }
  details { display: none; }
  a { color: inherit; text-decoration: none; }
}
`;
