import type MarkdownIt from 'markdown-it';

type Parser = InstanceType<typeof MarkdownIt>;

const [TAB, SPACE] = [9, 32];

/** Has a parser find the lines of a text and their indents by looking for line ends: its own constructor looks at every character. */
export function findLinesQuickly(parser: Parser): void {
  const { State } = parser.block;
  parser.block.State = class extends State {
    constructor(...[text, md, env, tokens]: ConstructorParameters<typeof State>) {
      super('', md, env, tokens);
      this.src = text;
      for (const marks of [this.bMarks, this.eMarks, this.tShift, this.sCount, this.bsCount]) marks.length = 0;
      for (let start = 0; start < text.length;) {
        let at = start;
        let indent = 0;
        for (let code = text.charCodeAt(at); code === SPACE || code === TAB; code = text.charCodeAt(++at))
          indent += code === TAB ? 4 - (indent % 4) : 1;
        // White space at the end of the text is no line.
        if (at === text.length) break;
        const next = text.indexOf('\n', at);
        const end = next < 0 ? text.length : next;
        this.#add(start, end, { shift: at - start, indent });
        start = end + 1;
      }
      this.lineMax = this.bMarks.length;
      this.#add(text.length, text.length, { shift: 0, indent: 0 });
    }

    #add(begin: number, end: number, { shift, indent }: { shift: number; indent: number }): void {
      this.bMarks.push(begin);
      this.eMarks.push(end);
      this.tShift.push(shift);
      this.sCount.push(indent);
      this.bsCount.push(0);
    }
  };
}
