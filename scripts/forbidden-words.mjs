/**
 * Words that the code and the pages no longer use, with the term of the field for each. A lint rule names every place where one
 * returns; to retire a further word, replace it everywhere and add its row.
 *
 * @type {readonly { word: RegExp; use: string; in: RegExp; code?: boolean }[]} `code`: outside of comments only
 */
export const forbidden = [
  { word: /\bpapers? 00[0-4]\b/i, use: 'the arXiv id (docs/papers.md)', in: /./ },
  {
    // A scale is declared; a study's analysis plan is preregistered.
    word: /\bdeclar(?:es?|ed|ing|ations?)\b(?! (?:scale|categor|label|const|global|module))/i,
    use: 'preregister, preregistration, analysis plan',
    in: /^src\/(lib\/(components\/)?alignment|routes\/p\/\[project\]\/alignment)\//
  },
  {
    word: /\b(?:un)?seal(?:s|ed)?\b(?!\]|: unique)|\bopenFigures\b|\bfigureOpening\b/i,
    use: 'embargo, liftEmbargo',
    in: /^src\/(lib\/(components\/)?(alignment|studies)|routes\/p\/\[project\]\/(alignment|studies))\//
  },
  {
    word: /\bdeviat(?:es?|ions?|ing)\b/i,
    use: 'disagreement (of an inspection)',
    in: /^src\/lib\/(components\/)?verification\//
  },
  {
    word: /\bknown[ _-]?answers?\b|\bknownAnswers?\b|\bpractice\b(?! record)/i,
    use: 'gold item (attention check); training item',
    in: /^src\/(lib\/(components\/)?studies|lib\/exchange|routes\/p\/\[project\]\/(studies|work))\//
  },
  { word: /\bself-?consistency\b/i, use: 'test–retest consistency', in: /^src\/lib\/(?!stats\/cases\/)/ },
  {
    word: /\b(?:two by two|among themselves)\b/i,
    use: 'pairwise agreement; inter-annotator agreement',
    in: /^src\/(lib\/(components\/)?(alignment|studies)|routes)\//
  },
  {
    word: /\bcoding lists?\b|\bcode anew\b|\bquestions back\b/i,
    use: 'code book; recode; clarifying questions',
    in: /^src\//
  },
  {
    // Colours of the design and its classes keep their names (`--desk`, `.bench`).
    word: /\b(?:[A-Za-z]+Desk|Desk|desk|(?:Work)?Bench[A-Z]\w*|(?:a|the|any|every) bench|KeySheet|GuidelineSheet|keySheet)\b(?<!--desk)/,
    use: 'page, form, panel; work in hand',
    in: /^src\/(lib\/components|routes)\//
  },
  { word: /\b(?:to)?mend(?:s|ed|ing)?\b/i, use: 'fix, correct, repair; (waiting) helps', in: /^(?!docs\/wording)/ },
  { word: /\blean(?:s|ing)\b/i, use: 'bias, or severity', in: /^src\/lib\/(components\/)?alignment\// },
  {
    // Idioms of earlier texts in strings that leads, engineers and inspectors read; comments may keep them.
    word: /\b(?:95 % intervals?|stand in for people|two people agree|evenly split|Nobody has looked|can ?not be told apart|a chance of passing|Where errors gather|In whose hands|Look at the figures)\b/,
    use: '95% CI; replace annotators; inter-annotator agreement; tied; under embargo; not distinguishable; cluster; assigned to; unblind',
    in: /^src\/(?!.*\.test\.ts$|.*\/prompts\/)(?:lib\/(?:components\/)?(?:alignment|verification|exchange)|routes\/p\/\[project\]\/(?:alignment|verification|planner))\//,
    code: true
  },
  {
    // Idioms of earlier help, output and errors of the command line.
    word: /\b(?:the only one there is|may be (?:repeated|given several times)|(?:is|are) wanted|[Gg]o on with|is there already|anew|hangs|[Nn]obody|held against|Name (?:another|it with|one with)|names? no|(?<![Tt]here )is no (?!longer)|in the place of|to be had|can be had|does not hold|as it stands)\b/,
    use: 'the only project; repeatable; enter; resume; already exists; again; dependents; compare with; specify; is not; valid',
    in: /^src\/cli\/(?!.*\.(?:test|fixture)\.ts$)/,
    code: true
  },
  {
    // Headings and idioms of earlier exports: protocol, datasheet, tables.
    word: /(?:What was (?:asked|sampled|shown)|Who judged|What happened besides|What became of|went back|corrected by people|looked at open|\b95% interval|\d\)? ?%`|to the right, )/,
    use: 'noun phrases; returned; corrected by human labels; interim look; 95% CI; no space before %',
    in: /^src\/lib\/(?:exchange\/export|alignment\/document)\/(?!.*\.(?:test|fixture)\.ts$)/,
    code: true
  },
  {
    // Pages of documentation; docs/wording.md quotes earlier sentences, docs/acceptance.md titles of tests, docs/bench-* output.
    word: /\b(?:stands? in for (?:people|annotators)|held against|hold [\w ]+ against|in hand|ready (?:unit )?verdicts|[Ee]venly split|[Gg]o(?:es)? on with|told apart|What leaves|how far it is chance|says what is here|made of code)\b/,
    use: 'replace annotators; compare with; in progress; verdict file; tied; continue; distinguishable; exported files; rule-based',
    in: /^(?:README|CONTRIBUTING|CHANGELOG|src\/README|docs\/(?!wording|acceptance|bench-|papers-recomputed).*)(?:\.md)?$/
  },
  {
    word: /\b(?:takeHand|handOf|queryHand|query_hand)\b|\ba hand in\b/,
    use: 'involvement; stage conflict',
    in: /^src\/lib\/(components\/)?(verification|server)\//
  }
];

/**
 * Words of a text that may not stand in a file.
 *
 * @param {string} path from the root, with forward slashes
 * @param {string} text
 * @returns {{ line: number; column: number; found: string; use: string }[]} lines from 1, columns from 0
 */
export const forbiddenIn = (path, text) => {
  const rows = forbidden.filter((row) => row.in.test(path));
  return text.split('\n').flatMap((line, i) =>
    rows.flatMap(({ word, use, code }) => {
      const match = code && /^\s*(?:\*|\/\/|\/\*|<!--)/.test(line) ? null : word.exec(line);
      return match ? [{ line: i + 1, column: match.index, found: match[0], use }] : [];
    })
  );
};

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'suggestion', messages: { retired: '"{{found}}" is retired. Use: {{use}}.' }, schema: [] },
  create: (context) => ({
    Program() {
      const path = context.filename.slice(context.cwd.length + 1).replaceAll('\\', '/');
      for (const { line, column, found, use } of forbiddenIn(path, context.sourceCode.text))
        context.report({ loc: { line, column }, messageId: 'retired', data: { found, use } });
    }
  })
};

export default { meta: { name: 'voirdire' }, rules: { 'forbidden-words': rule } };
