/** Countable features of a report, so that a rationale can speak of this report and of no other. */

export interface ReportShape {
  firstSection: string;
  lastSection: string;
  sections: number;
  /** Title of the (last) reference list, or null. */
  listTitle: string | null;
  entries: number;
  firstNumber: string;
  lastNumber: string;
  /** Last entry of the list without its number and address. */
  lastEntry: string;
  citations: number;
  /** Some words up to and including a citation. */
  cited: string;
  /** Tables that render: a header and a delimiter line. */
  tables: number;
  /** Header cells of the first such table. */
  header: string;
  paragraphs: number;
}

const SECTION = /^(?:#{2,4}\s+(.+)|\*\*([^*]+)\*\*)$/;
const ENTRY = /^(?:- )?\[(\d+)\]\s*(.*)$/;
const LIST = /references|sources|参考文献/i;

export function reportShape(markdown: string): ReportShape {
  const lines = markdown.split('\n').map((line) => line.trim());
  const sections = lines.flatMap((line) => {
    const m = SECTION.exec(line);
    return m ? [(m[1] ?? m[2] ?? '').trim()] : [];
  });
  const own = sections.filter((s) => !LIST.test(s));
  const entries = lines.flatMap((line) => {
    const m = ENTRY.exec(line);
    return m ? [{ number: m[1] ?? '', text: (m[2] ?? '').replace(/\s*https?:\S+.*$/, '') }] : [];
  });
  const body = lines.filter((line) => !ENTRY.test(line)).join('\n');
  const marks = [...body.matchAll(/\[\d+\]/g)];
  const middle = marks[Math.floor(marks.length / 2)];
  const end = middle ? middle.index + middle[0].length : 0;
  const before = body.slice(0, end).split('\n').at(-1) ?? '';
  const words = before.split(' ');
  const headers = lines.filter((line, i) => line.startsWith('|') && /^\|[\s:|-]+\|$/.test(lines[i + 1] ?? ''));
  return {
    firstSection: own[0] ?? '',
    lastSection: own.at(-1) ?? '',
    sections: own.length,
    listTitle: sections.filter((s) => LIST.test(s)).at(-1) ?? null,
    entries: entries.length,
    firstNumber: entries[0]?.number ?? '',
    lastNumber: entries.at(-1)?.number ?? '',
    lastEntry: entries.at(-1)?.text.split(/\. |。/)[0] ?? '',
    citations: marks.length,
    cited: words.length > 3 ? words.slice(-6).join(' ') : before.slice(-18),
    tables: headers.length,
    header: (headers[0] ?? '')
      .split('|')
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(', '),
    paragraphs: markdown.split(/\n\s*\n/).length
  };
}

/** Title of the section in which `quote` stands. */
export function sectionOf(markdown: string, quote: string): string | null {
  const at = markdown.indexOf(quote);
  if (at < 0) return null;
  const above = markdown.slice(0, at).split('\n');
  for (const line of above.reverse()) {
    const m = SECTION.exec(line.trim());
    if (m) return (m[1] ?? m[2] ?? '').replace(/\s*\(grade [A-C]\)$/, '').trim();
  }
  return null;
}
