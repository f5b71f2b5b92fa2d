import { colours } from '../../../alignment/charts/colours.ts';

const values = Object.entries(colours)
  .map(([name, [light, dark]]) => `  --${name}: light-dark(${light}, ${dark});`)
  .join('\n');

/** The style of a card as a file: the design's colours and measures, fonts of the system, one A4 page in print. */
export const cardStyle = `:root {
  color-scheme: light dark;
${values}
  --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Songti SC', 'Noto Serif CJK SC', serif;
  --sans: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, 'Noto Sans CJK SC', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Noto Sans Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
}
*, *::before, *::after { box-sizing: border-box; }
* { margin: 0; }
body { background: var(--sheet); color: var(--ink); font: 400 0.875rem / 1.43 var(--sans); font-variant-numeric: tabular-nums lining-nums; overflow-wrap: break-word; }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem; }
.card { border: 1px solid var(--line-2); padding: 2.25rem 2.5rem 2rem; display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; border-bottom: 3px double var(--line-2); padding-bottom: 0.75rem; font-size: 0.8125rem; }
.brand { font: italic 400 1.125rem / 1.2 var(--serif); }
h1 { font: 400 1.75rem / 1.22 var(--serif); }
.say { font: 400 1.125rem / 1.5 var(--serif); margin-top: 0.5rem; }
h2 { font-size: 0.875rem; font-weight: 600; border-top: 1px solid var(--line-2); padding-top: 0.5rem; margin-bottom: 0.5rem; display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 0.75rem; }
.label { font-weight: 400; font-size: 0.8125rem; color: var(--ink-3); }
.js { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem 1.5rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1.45fr) minmax(0, 1fr); gap: 2rem; align-items: start; }
.pair > div { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.125rem 0.75rem; font-size: 0.8125rem; }
dt { color: var(--ink-3); }
dd { min-width: 0; overflow-wrap: anywhere; }
.mono, code { font-family: var(--mono); font-size: 0.75rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 0.8125rem; }
main > p { margin-top: 1rem; overflow-wrap: anywhere; }
th, td { text-align: left; font-weight: 400; line-height: 1.25; padding: 0.125rem 0.5rem 0.125rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--ink-3); }
tbody tr:first-child > th, tbody tr:first-child > td { font-weight: 600; }
.p { width: 24%; line-height: 0; }
.num { text-align: right; white-space: nowrap; padding-right: 0; padding-left: 0.5rem; }
svg { display: block; font: 400 0.75rem / 1 var(--sans); overflow: visible; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.hair { stroke: var(--line); }
.ref { stroke: var(--ink-3); stroke-dasharray: 3 2; }
.ci { stroke: var(--ink); }
.ax { fill: var(--ink-3); }
.full { fill: var(--ink); stroke: var(--ink); }
.hollow { fill: var(--sheet); stroke: var(--ink); }
.gl { list-style: none; padding: 0; font-size: 0.8125rem; }
.gl li { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr) auto; gap: 0.5rem; padding: 0.1875rem 0; border-bottom: 1px solid var(--line); }
.gl b { font-weight: 400; }
.no { font: 400 0.9375rem / 1.45 var(--serif); padding-left: 1.1em; }
.sig { border-top: 3px double var(--line-2); padding-top: 0.75rem; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; font-size: 0.8125rem; }
.sig h2 { border: 0; padding: 0; }
.sig ol { padding-left: 1.25em; display: grid; gap: 0.125rem; }
.name { font: italic 400 1.375rem / 1.2 var(--serif); margin-bottom: 0.5rem; }
:lang(zh) .name { font-style: normal; }
@media screen and (max-width: 56rem) {
  main { padding: 0; }
  .card { border: 0; padding: 1rem; }
  .js, .pair, .sig { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
}
@page { size: A4; margin: 11mm 13mm; }
@media print {
  :root { color-scheme: light; }
  html { font-size: 12px; }
  main { padding: 0; max-width: none; }
  .card { border: 0; padding: 0; gap: 0.5rem; }
  .pair > div { gap: 0.5rem; }
  .facts { gap: 0 0.75rem; }
  .gl li { padding: 0.0625rem 0; }
  .no { font-size: 0.875rem; line-height: 1.3; }
  svg { height: 16px; }
  h1 { font-size: 1.4rem; }
  .say { font-size: 1rem; }
  section { break-inside: avoid; }
}
`;
