/** The style that pages of a run and of a site add to that of documents. */
export const runPageStyle = `.best > b { font-weight: 600; }
thead th.num { white-space: normal; min-width: 5rem; }
ul.soft { font-size: 0.8125rem; }
tbody th[scope='rowgroup'] > b { font-weight: 600; }
details.report { border-bottom: 1px solid var(--line); padding: 0.34375rem 0; }
details.report > summary b { font-weight: 600; color: var(--ink); }
.reports { display: grid; }
.said { list-style: none; padding: 0.5rem 0 0.5rem 1rem; gap: 0.75rem; }
.said li { display: grid; gap: 0.125rem; }
.said p { font: 400 1rem / 1.5 var(--serif); overflow-wrap: anywhere; }
.said q { background: var(--sunk); }
.said .soft { font: 400 0.8125rem / 1.385 var(--sans); }
h3 { font-size: 0.875rem; font-weight: 600; }
@media print { details.report { display: block; } }
`;
