/** Headings of a judge card. A card is an English document, like what is signed: the same on pages in every language and as HTML. */
export const cardHeads = {
  card: 'Judge card',
  judges: 'Judges',
  figures: 'Figures',
  table: 'Figures of the card',
  figure: 'Figure',
  plot: 'Interval plot',
  value: 'Value',
  interval: 'Interval',
  gates: 'Gates',
  evidence: 'Evidence',
  preregistration: 'Preregistration',
  notCovered: 'Not covered',
  signature: 'Signature',
  verify: 'Verify this card'
} as const;
