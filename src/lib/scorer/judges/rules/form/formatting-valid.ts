import { capital } from '../../../../stats/writing/words.ts';
import { isRealHeading } from '../../../report/structure/blocks.ts';
import type { Heading, Structure } from '../../../report/structure/parts.ts';
import { commaRows, linesWhere, plainTitles } from '../reading/plain-lines.ts';
import { abstain, countNoun, no, quoteAt, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';

interface Remark {
  what: string;
  lines: number[];
}

/** Plain lines that look like titles are a habit from here on, no accident. */
const MANY = 5;

/** Formatting is valid and consistent: real headings, tables that render (p9). */
export const formattingValid: Check = (report) => {
  const faults = [...tableFaults(report), ...headingFaults(report), ...markFaults(report)];
  const quotes = (remarks: readonly Remark[]) =>
    remarks.flatMap(({ lines }) => lines.slice(0, 3).map((line) => quoteAt(report, line)));
  const said = (remarks: readonly Remark[]) => remarks.map(({ what }) => what).join('; ');
  if (faults.length > 0) return no(`${capital(said(faults))}.`, quotes(faults));
  const doubts = headingDoubts(report);
  if (doubts.length > 0)
    return abstain(`${capital(said(doubts))}; whether that is a fault takes a reader.`, quotes(doubts));
  const headings = report.headings.filter(isRealHeading).length;
  const tables = report.tables.length;
  return yes(
    `Sections have real headings (${headings}), no bold line stands in for one, and ${tables === 0 ? 'there is no table to break' : tables === 1 ? 'the one table renders' : `all ${tables} tables render`}.`
  );
};

function tableFaults(report: Structure): Remark[] {
  const remarks: Remark[] = report.brokenTables.map(({ fromLine, reason }) => ({
    what: `a table does not render because ${reason}`,
    lines: [fromLine]
  }));
  const wide = report.tables.flatMap((table) =>
    table.rows.filter(({ cells }) => cells.length > table.header.length).map(({ line }) => line)
  );
  if (wide.length > 0)
    remarks.push({
      what: `${countNoun(wide.length, 'table row')} ${wide.length === 1 ? 'has' : 'have'} more cells than the header, which are not shown`,
      lines: wide
    });
  return remarks;
}

function headingFaults(report: Structure): Remark[] {
  const remarks: Remark[] = [];
  const real = report.headings.filter(isRealHeading).length;
  const bold = report.headings.filter((heading) => heading.kind === 'bold' && !/[:：]$/.test(heading.title));
  if (bold.length >= 2 || (bold.length === 1 && real === 0 && isLong(report)))
    remarks.push({
      what: `${countNoun(bold.length, 'section title')} ${bold.length === 1 ? 'is' : 'are'} bold text instead of a heading`,
      lines: bold.map(({ line }) => line)
    });
  const plain = plainTitles(report);
  if (plain.length >= MANY)
    remarks.push({ what: `${plain.length} section titles are plain text instead of headings`, lines: plain });
  const glued = linesWhere(report, (text) => /^ {0,3}#{2,6}[^\s#]/.test(text));
  if (glued.length > 0)
    remarks.push({
      what: `${countNoun(glued.length, 'heading')} lack${glued.length === 1 ? 's' : ''} the space after the #, so that it shows as text`,
      lines: glued
    });
  const ruled = report.headings.filter(
    ({ kind, title }) => kind === 'setext' && (title.length > 120 || /[.。!?！？;；]$/.test(title))
  );
  if (ruled.length > 0)
    remarks.push({
      what: `a line of dashes right under a paragraph turns it into a heading (${countNoun(ruled.length, 'time')})`,
      lines: ruled.map(({ line }) => line)
    });
  return remarks;
}

function markFaults(report: Structure): Remark[] {
  const remarks: Remark[] = [];
  const open = report.fences.filter(({ closed, fromLine, toLine }) => !closed && toLine > fromLine);
  if (open.length > 0)
    remarks.push({
      what: 'a code block is not closed, so that the rest of the report shows as code',
      lines: open.map(({ fromLine }) => fromLine)
    });
  const stray = report.strayMarks.map(({ line }) => line);
  if (stray.length > 0)
    remarks.push({
      what: `asterisks of bold text show as characters in ${countNoun(stray.length, 'place')}`,
      lines: stray
    });
  return remarks;
}

function headingDoubts(report: Structure): Remark[] {
  const remarks: Remark[] = [];
  const real = report.headings.filter(isRealHeading);
  if (real.length === 0 && isLong(report)) remarks.push({ what: 'the report has no heading at all', lines: [] });
  else if (real.length === 0) remarks.push({ what: 'the report is short and has no heading', lines: [] });
  const bold = report.headings.filter(({ kind }) => kind === 'bold');
  const titles = bold.filter((heading) => !/[:：]$/.test(heading.title) || leadsParagraph(report, heading));
  const labels = titles.every(({ title }) => /[:：]$/.test(title));
  if (titles.length > (labels ? 1 : 0))
    remarks.push({
      what: `${countNoun(titles.length, 'bold line')} stand${titles.length === 1 ? 's' : ''} alone above a passage like a title`,
      lines: titles.map(({ line }) => line)
    });
  const jump = real.find(({ level }, at) => at > 0 && (level ?? 1) - (real[at - 1]?.level ?? 6) > 1);
  if (jump) remarks.push({ what: 'a heading skips a level', lines: [jump.line] });
  const tops = real.filter(({ level }) => level === 1);
  const other = tops.slice(1).find((heading) => !isSameTitle(heading, tops[0]));
  if (other && tops.length < real.length)
    remarks.push({ what: `${tops.length} headings are of the first level`, lines: tops.map(({ line }) => line) });
  const plain = plainTitles(report);
  if (plain.length > 1)
    remarks.push({ what: `${plain.length} lines of plain text look like section titles`, lines: plain });
  const bullets = linesWhere(report, (text) => /^\s*[•●▪◦]\s/.test(text));
  if (bullets.length > 2)
    remarks.push({
      what: `${bullets.length} lines begin with a bullet character instead of a list mark`,
      lines: bullets
    });
  const rows = commaRows(report);
  if (rows.length > 0) remarks.push({ what: 'rows of comma-separated values stand in the text', lines: rows });
  const html = linesWhere(report, (text) =>
    /<\/?(?:div|table|tr|td|font|center|h[1-6]|p|ul|li|details|img)\b[^>]*>/i.test(text.replace(/`[^`]*`/g, ''))
  );
  if (html.length > 0)
    remarks.push({
      what: `${countNoun(html.length, 'line')} hold${html.length === 1 ? 's' : ''} HTML, which shows as text in many readers`,
      lines: html
    });
  return remarks;
}

/** Reports often repeat their title, with or without "Report:", above the first section. */
function isSameTitle(one: Heading, other: Heading | undefined): boolean {
  const words = (heading: Heading | undefined) =>
    new Set((heading?.title ?? '').toLowerCase().match(/[\p{Script=Latin}\d]+|\p{Script=Han}/gu) ?? []);
  const [a, b] = [words(one), words(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 2 >= Math.min(a.size, b.size);
}

/** A bold line with a colon above a list is a label; above a paragraph it may be a title. */
function leadsParagraph(report: Structure, heading: Heading): boolean {
  const next = report.lines.slice(heading.line, heading.line + 3).find((text) => text.trim() !== '') ?? '';
  return next !== '' && !/^\s*(?:[-*+•|>`#]|\d+[.)、])/.test(next);
}

const isLong = (report: Structure): boolean => report.text.length > 1500;
