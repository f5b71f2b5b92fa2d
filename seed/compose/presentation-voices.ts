/**
 * Wordings for presentation items that a judge finds met with nothing special to report. They speak of what can be
 * counted in the report at hand. A judge that overlooks a defect uses the same words: that is what overlooking looks like.
 */
import type { ReportShape } from './report-shape.ts';

type Wording = (s: ReportShape) => string;
type Book = Record<string, readonly [Wording, Wording, Wording]>;

const count = (n: number, one: string, many = `${one}s`): string =>
  `${['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][n] ?? n} ${n === 1 ? one : many}`;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const list = (s: ReportShape): string => `“${s.listTitle ?? ''}”`;
const noTable = (s: ReportShape, there: string, none: string): string => (s.tables > 0 ? there : none);

export const gannetBook: Book = {
  p1: [
    (s) =>
      `${upper(count(s.sections, 'section'))} lead from “${s.firstSection}” to “${s.lastSection}”, and each takes up a part of the question. I found no repetition and no gap in the order.`,
    (s) =>
      `The order from “${s.firstSection}” to “${s.lastSection}” follows the question and can be read without going back.`,
    (s) =>
      `The report opens with “${s.firstSection}” and closes with “${s.lastSection}”; nothing between them is out of place.`
  ],
  p2: [
    (s) => `I read all ${s.paragraphs} blocks for spelling, agreement and punctuation and found no error.`,
    (s) => `No misspelling and no broken sentence, from “${s.firstSection}” to the end.`,
    () => 'Long sentences are complete, names are spelt alike throughout, and I found no typing error.'
  ],
  p3: [
    (s) =>
      `I followed each of the ${s.entries} entries from [${s.firstNumber}] to [${s.lastNumber}] back into the text; each is cited at least once.`,
    (s) => `Every entry is used, down to [${s.lastNumber}], “${s.lastEntry}”.`,
    (s) =>
      `${upper(count(s.entries, 'entry', 'entries'))} against ${count(s.citations, 'citation')}: no entry is left without one.`
  ],
  p4: [
    (s) => `All ${s.citations} citations in the text lead to one of the ${s.entries} entries.`,
    (s) => `I looked up each number in ${list(s)}; none is missing, for instance “${s.cited}”.`,
    (s) =>
      `The highest number cited in the text has its entry, and so have those below it. The list under ${list(s)} is complete.`
  ],
  p5: [
    (s) =>
      `There is one list, ${list(s)}, with its entries in order of number from [${s.firstNumber}] to [${s.lastNumber}].`,
    (s) => `One section, ${list(s)}, closes the report. Its ${s.entries} entries are sorted by number.`,
    (s) => `The entries follow one scheme, ascending numbers, and I found no other list than ${list(s)}.`
  ],
  p6: [
    (s) => `All citations are numbers in square brackets, as in “${s.cited}”. No second style occurs.`,
    (s) => `${upper(count(s.citations, 'citation'))}, one form: a number in brackets.`,
    (s) => `From the first to the last section the same bracketed numbers are used; compare “${s.cited}”.`
  ],
  p7: [
    (s) => `Each citation stands before the full stop or comma that ends its clause, as in “${s.cited}”.`,
    (s) => `I checked all ${s.citations} places; no citation interrupts a sentence.`,
    (s) => `The sentence “${s.cited}” is typical: the number comes last and the sentence reads on without it.`
  ],
  p8: [
    (s) =>
      noTable(
        s,
        `${upper(count(s.tables, 'table'))} with every cell filled; the first has the columns ${s.header}.`,
        'The report contains neither table nor figure and passes by the terms of the item.'
      ),
    (s) =>
      noTable(
        s,
        `I went through the table headed ${s.header} row by row and found no empty cell.`,
        'No table or figure is included, so there is nothing that could be incomplete.'
      ),
    (s) =>
      noTable(
        s,
        `The data are complete in ${count(s.tables, 'table')}; no row breaks off.`,
        'There are lists but no tables or figures; the item is met automatically.'
      )
  ],
  p9: [
    (s) =>
      `Headings are set with # at consistent levels, and the lists render. “${s.firstSection}” and “${s.lastSection}” have the same form.`,
    (s) =>
      `${upper(count(s.sections, 'section'))} carry proper Markdown headings${s.tables > 0 ? ', and the table syntax is valid' : ''}.`,
    (s) => `No plain text stands in for a heading${s.tables > 0 ? `, and the table headed ${s.header} renders` : ''}.`
  ],
  p10: [
    (s) => `The numbers run from [${s.firstNumber}] to [${s.lastNumber}] without a gap, and no number is given twice.`,
    (s) => `I compared the ${s.entries} entries with each other: no two share a number or an address.`,
    (s) => `Numbering is continuous up to [${s.lastNumber}], and each number stands for one source.`
  ]
};

export const ferruleBook: Book = {
  p1: [
    (s) => `Easy to follow. I knew where I was from “${s.firstSection}” on.`,
    (s) => `The headings told me the story before I read it, and “${s.lastSection}” ties it up.`,
    () => 'I never had to search for anything, and the question gets its answer.'
  ],
  p2: [
    (s) => `It reads smoothly, and nothing in “${s.firstSection}” or later made me stumble.`,
    () => 'Nothing disturbed me while reading. Clean enough for any reader.',
    (s) => `Good plain language throughout; I noticed no slip on the way to “${s.lastSection}”.`
  ],
  p3: [
    (s) => `The list looks well used: I saw its numbers again and again in the text, for instance in “${s.cited}”.`,
    (s) => `${upper(count(s.entries, 'source'))}, and the text leans on them. Fine with me.`,
    (s) => `I recognised the sources under ${list(s)} from the text.`
  ],
  p4: [
    (s) => `The numbers I tried, such as the one in “${s.cited}”, were in the list.`,
    (s) => `With ${count(s.entries, 'entry', 'entries')} in the list I could trace what I wanted to trace.`,
    (s) => `${upper(list(s))} covers what the text cites, as far as I followed it.`
  ],
  p5: [
    (s) => `The sources are together under ${list(s)} and in order.`,
    (s) => `I found the list where I expected it, with [${s.firstNumber}] first and [${s.lastNumber}] last.`,
    (s) => `${upper(list(s))} is tidy; ${count(s.entries, 'entry', 'entries')}, one after the other.`
  ],
  p6: [
    () => 'Bracketed numbers wherever I looked.',
    (s) => `The style of “${s.cited}” is what I saw on every page.`,
    (s) => `Consistent to my eye, ${count(s.citations, 'citation')} in brackets.`
  ],
  p7: [
    (s) => `The numbers sit quietly at the end of their sentences, for example “${s.cited}”.`,
    () => 'I could read over the citations without losing the thread.',
    (s) => `None of the ${s.citations} citations got in my way.`
  ],
  p8: [
    (s) => noTable(s, `The table with ${s.header} tells me what I need.`, 'No table, nothing to find fault with.'),
    (s) =>
      noTable(
        s,
        s.tables === 1 ? 'I liked the table; it is filled in and readable.' : 'The tables are filled in and readable.',
        'There is no figure or table here, so it passes.'
      ),
    (s) =>
      noTable(
        s,
        `${upper(count(s.tables, 'table'))}, all there as far as I can see.`,
        'Text and lists only. That is a pass.'
      )
  ],
  p9: [
    (s) => `Headings such as “${s.firstSection}” stand out properly.`,
    (s) => `It looks as a report should${s.tables > 0 ? ', and the table shows up well' : ''}.`,
    (s) => `Clean layout, ${count(s.sections, 'heading')}, lists where lists help.`
  ],
  p10: [
    (s) => `[${s.firstNumber}] to [${s.lastNumber}], all in a row when I glanced through.`,
    (s) => `The numbers are in order, and ${count(s.entries, 'source')} are easy to keep apart.`,
    () => 'No jump in the numbers caught my eye.'
  ]
};

export const sextantBook: Book = {
  p1: [
    (s) => `Order clear: “${s.firstSection}” first, “${s.lastSection}” last.`,
    (s) => `${upper(count(s.sections, 'section'))}. Logical.`,
    (s) => `Starts at “${s.firstSection}”, answers the question. Met.`
  ],
  p2: [
    () => 'No error found.',
    (s) => `${s.paragraphs} blocks read. No misspelling.`,
    (s) => `Clean from “${s.firstSection}” to “${s.lastSection}”.`
  ],
  p3: [
    (s) => `[${s.firstNumber}]–[${s.lastNumber}]: all cited.`,
    (s) => `${s.entries} entries, ${s.citations} citations. All used.`,
    (s) => `Last entry, “${s.lastEntry}”, is cited. So are the others.`
  ],
  p4: [
    (s) => `${s.citations} citations checked against ${s.entries} entries. Complete.`,
    (s) => `“${s.cited}” has its entry; the rest too.`,
    (s) => `No number above [${s.lastNumber}] in the text.`
  ],
  p5: [
    (s) => `One list: ${list(s)}. Sorted by number.`,
    (s) => `${list(s)}, [${s.firstNumber}] to [${s.lastNumber}]. Met.`,
    (s) => `Single list, ${s.entries} entries, ascending.`
  ],
  p6: [
    () => 'Numbers in brackets only.',
    (s) => `One style. Example: “${s.cited}”`,
    (s) => `${s.citations} citations, same form.`
  ],
  p7: [
    (s) => `Clause ends only. Example: “${s.cited}”`,
    (s) => `${s.citations} of ${s.citations} at the end of clause or sentence.`,
    () => 'No citation breaks a sentence.'
  ],
  p8: [
    (s) => noTable(s, `Tables: ${s.tables}. Cells filled.`, 'No table, no figure. Passes.'),
    (s) => noTable(s, `Columns ${s.header}: complete.`, 'None included. Automatic pass.'),
    (s) => noTable(s, `${upper(count(s.tables, 'table'))}, data present.`, 'Nothing to check. Met.')
  ],
  p9: [
    (s) => `Headings valid${s.tables > 0 ? ', table syntax valid' : ''}.`,
    (s) => `${s.sections} headings with #.${s.tables > 0 ? ' Table renders.' : ''}`,
    (s) => `Markdown correct, see “${s.firstSection}”.`
  ],
  p10: [
    (s) => `[${s.firstNumber}] to [${s.lastNumber}], no gap, no double.`,
    (s) => `${s.entries} entries, ${s.entries} numbers.`,
    () => 'Numbering continuous.'
  ]
};
