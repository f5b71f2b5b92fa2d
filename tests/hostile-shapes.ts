/** Texts of a given length in which a careless reader of Markdown, citations or numbers takes quadratic time. */
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** A piece that carries its own number, so that no two are alike. */
const numbered = (piece: (n: number) => string, length: number): string => {
  const pieces: string[] = [];
  for (let n = 1, long = 0; long < length; n += 1) {
    pieces.push(piece(n));
    long += pieces.at(-1)!.length;
  }
  return pieces.join('');
};

export const hostileShapes = {
  'citations without end': (length) => fill('[1]', length),
  'citations, each its own number': (length) => numbered((n) => `[${n}]`, length),
  'citations in sentences, one list': (length) =>
    `${numbered((n) => `It grew by ${n} percent [${n}].\n\n`, length * 0.6)}\n\n## References\n\n${numbered((n) => `[${n}] A title. https://a.example/${n}\n`, length * 0.4)}`,
  dollars: (length) => fill('$', length),
  'dollars and letters': (length) => fill('$a', length),
  'formulas that never close': (length) => fill('\\[a\n$$b\n', length),
  'formulas, each its own': (length) => numbered((n) => `$x_{${n}}$ `, length),
  'opening brackets': (length) => fill('[', length),
  'links that never close': (length) => fill('[a](', length),
  'images that never close': (length) => fill('![a](b "', length),
  'asterisks and letters': (length) => fill('*a **b ', length),
  underscores: (length) => fill('_a__', length),
  'backticks of every length': (length) => numbered((n) => `${'`'.repeat(1 + (n % 300))}a`, length),
  'quotation marks nested': (length) => fill('> > > > > > > > > > a\n', length),
  'lists nested': (length) => numbered((n) => `${' '.repeat(2 * (n % 60))}- a\n`, length),
  'one table of one row a line': (length) => `| a | b |\n| - | - |\n${fill('| 1 | 2 |\n', length)}`,
  'one row of many cells': (length) => {
    const cells = Math.ceil(length / 6);
    return `${'|a'.repeat(cells)}|\n${'|-'.repeat(cells)}|\n${'|1'.repeat(cells)}|\n`;
  },
  'rows that belong to no table': (length) => fill('| a | b | c\n', length),
  spaces: (length) => fill(' ', length),
  'lines without a word': (length) => fill('\n \n', length),
  'one word': (length) => fill('a', length),
  'one line of digits': (length) => fill('1,234.5 % ', length),
  'tags that never close': (length) => fill('<a href="', length),
  'cells that never close': (length) => fill('<td', length),
  'tables in HTML that never close': (length) => fill('<table>\n<tr><td>a\n', length),
  'one table in HTML': (length) => `<table>\n${fill('<tr><td>a<td>b\n', length)}\n</table>`,
  'one row in HTML': (length) => `<table><tr>${fill('<td>a<b', length)}</table>`,
  'elements that hold others': (length) => fill('<div><details><summary>', length),
  entities: (length) => fill('&amp;lt;', length),
  'entities within entities': (length) => fill('&', length / 5) + fill('shy;', (length / 5) * 4),
  addresses: (length) => fill('https://a.example/b ', length),
  'addresses with escapes and without spaces': (length) => fill('https://a.b/\\_', length),
  'one address': (length) => `https://a.example/${fill('(a)', length)}`,
  'a heading of brackets': (length) => `# ${fill('(', length)}\n`,
  headings: (length) => numbered((n) => `## Part ${n}\n\n`, length),
  'references to nothing': (length) => numbered((n) => `[${n}]: https://a.example/${n}\n`, length),
  'footnotes by name': (length) =>
    numbered((n) => `Rain fell.[^note-${n}]\n\n[^note-${n}]: A title.\n\n    More.\n\n`, length),
  'footnotes that never end': (length) => fill('[^a]: b\n\n\n', length),
  'footnotes within footnotes': (length) => numbered((n) => `${' '.repeat(4 * (n % 20))}[^n${n}]: a\n\n`, length),
  'list entries of references': (length) =>
    `## References\n\n${numbered((n) => `${n}. A title. https://a.example/${n}\n`, length)}`,
  superscripts: (length) => fill('word¹²³ ', length),
  'Chinese without a space': (length) => fill('增长了百分之十二。【1】', length)
} as const satisfies Record<string, (length: number) => string>;
