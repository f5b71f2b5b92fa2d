/** Widest run of letters that stays in one piece in a narrow column, and how long its pieces are. */
const LONGEST = 12;
const PIECE = 8;

const SPECIAL: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  // After a row's end a bracket or an asterisk would be an option of that end.
  '[': '{[}',
  ']': '{]}',
  '*': '{*}',
  '–': '--',
  '—': '---',
  '†': '$^{\\dagger}$',
  '“': '``',
  '”': "''",
  '’': "'",
  '‘': '`',
  '…': '\\ldots{}'
};

/** Text for LaTeX: no letter of it is a command, whatever the text is. */
export const escapeLatex = (text: string): string =>
  text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/[\\&%$#_{}~^<>|"[\]*–—†“”’‘…]/g, (letter) => SPECIAL[letter] ?? letter);

/**
 * A word that TeX may break if it has no hyphenation: ids, model names, addresses and hashes. Pieces end behind a joint
 * (`gemini-2.5-` `pro`) if there is one, else after so many letters.
 */
const pieces = (word: string): string[] => {
  const found: string[] = [];
  let piece = '';
  for (const letter of word) {
    piece += letter;
    const many = [...piece].length;
    if (many >= PIECE || (many >= 3 && /[-_/.:@+=,;]/.test(letter))) {
      found.push(piece);
      piece = '';
    }
  }
  return piece === '' ? found : [...found, piece];
};

/** Words of more than `LONGEST` letters with places where the line may end; plain words are left to hyphenation. */
export const breakable = (text: string, write: (part: string) => string = escapeLatex): string =>
  text
    .replace(/(?:(?!\u202f)[\p{Cc}\s])+/gu, ' ')
    .split(' ')
    .map((word) => {
      const long = [...word].length;
      const plain = /^[\p{L}'’().,;:–—-]+$/u.test(word) && long <= 2 * LONGEST;
      return long <= LONGEST || plain ? write(word) : pieces(word).map(write).join('\\allowbreak{}');
    })
    .join(' ');

/** The text after a comment with the packages that it needs; a name in Chinese needs one, whatever the language of the text. */
export const withPackages = (text: string, packages: readonly string[] = []): string => {
  const all = /\p{Script=Han}/u.test(text) ? [...packages, 'ctex'] : packages;
  return all.length === 0 ? text : `% \\usepackage{${all.join(',')}}\n${text}`;
};

/** A column that is a share of the line, and in which text is set ragged; the space between columns is inside of it. */
export const latexColumn = (share: number): string =>
  `p{\\dimexpr ${(Math.floor(share * 1000) / 1000).toFixed(3)}\\linewidth-2\\tabcolsep\\relax}`;

/** A cell of such a column. `\hspace{0pt}` lets TeX hyphenate the first word as well. */
export const leftCell = (text: string): string => `\\raggedright\\hspace{0pt}${text}`;
export const rightCell = (text: string): string => `\\raggedleft\\hspace{0pt}${text}`;

/** One row; `\tabularnewline` because a ragged cell gives `\\` another meaning. */
export const latexRow = (cells: readonly string[]): string => `${cells.join(' & ')} \\tabularnewline`;

/** Lines of one figure under each other, right-aligned: value, interval, n. */
export const stacked = (lines: readonly string[]): string => {
  const [first = '', ...more] = lines.filter((line) => line !== '');
  return more.length === 0
    ? first
    : `\\begin{tabular}[t]{@{}r@{}}${[first, ...more.map((line) => `{\\scriptsize ${line}}`)].join('\\\\')}\\end{tabular}`;
};

/** Columns of figures that fit beside the names on the page of a plain article. */
const MOST_COLUMNS = 4;

/** The places of columns, so many to a table. */
export const columnGroups = (columns: number): number[][] => {
  const tables = Math.max(1, Math.ceil(columns / MOST_COLUMNS));
  const each = Math.ceil(columns / tables);
  return Array.from({ length: tables }, (_, at) =>
    Array.from({ length: Math.min(each, columns - at * each) }, (_one, i) => at * each + i)
  );
};
