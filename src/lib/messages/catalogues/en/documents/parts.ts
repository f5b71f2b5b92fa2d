/** Texts that all documents for people share. */
export default {
  documentParts: {
    contents: 'Contents',
    interval: '{level, select, several{CI} other{{level} CI}}',
    columnAt: '{title}, {level} CI',
    chartData: 'Data of this chart',
    chartFigures: 'Figures: {title}',
    partOf: '{caption} ({part, id} of {parts, id})',
    dashes: '–: {reasons}.',
    twoReasons: '{before}; {reason}',
    fact: '{term}: {value}',
    chartTitle: '{title}.',
    figure: '{figure}, n {n, id}',
    figureWhy: '{figure}, n {n, id} ({why})'
  }
} as const;
