/** Tables of figures as files: documents, LaTeX and charts. */
export default {
  figureFile: {
    ofRun: '{figure}, run {number, id}: {name}',
    system: 'System',
    figures: 'Figures',
    chart: 'Chart',
    unknownKind: 'unknown',
    ranges: 'Ranges: {range}. n: {counted}.',
    brackets: 'In brackets: {range}. n: {counted}.',
    lines: 'Lines: {range}.',
    linesCounted: 'Lines: {range}. n: {counted}.',
    axes: 'Horizontal axis: {x}. Vertical axis: {y}. n: {counted}.',
    noPoint: 'No system has both values.',
    point: '{name}: {x} {atX}, {y} {atY}',
    inGroup: '{group}, {system}',
    value: '{system}, {column}: {value}, n {n, id}',
    valueWithin: '{system}, {column}: {value} ({low} to {high}), n {n, id}',
    because: '{value}; {reason}',
    row: '{system}: {figures}',
    figure: '{column} {value} (n {n, id})',
    nextRow: '{before}. {next}',
    rows: '{rows}.'
  }
} as const;
