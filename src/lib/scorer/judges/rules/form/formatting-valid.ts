import { capital } from '../../../../stats/writing/words.ts';
import { isRealHeading } from '../../../report/structure/blocks.ts';
import type { Heading, Structure } from '../../../report/structure/parts.ts';
import { commaRows, linesWhere, plainTitles } from '../reading/plain-lines.ts';
import { abstain, no, quoteAt, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { inOneClause, ruleWords } from '../reading/rule-words.ts';

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
  const said = (remarks: readonly Remark[]) => capital(inOneClause(remarks.map(({ what }) => what)));
  if (faults.length > 0) return no(`${said(faults)}.`, quotes(faults));
  const doubts = headingDoubts(report);
  if (doubts.length > 0)
    return abstain(`${ruleWords.twoFaults({ fault: said(doubts), others: ruleWords.takesReader })}.`, quotes(doubts));
  const n = report.headings.filter(isRealHeading).length;
  const n2 = report.tables.length;
  return yes(ruleWords.headingsReal({ n, tables: n2 === 0 ? 'none' : n2 === 1 ? 'one' : 'several', n2 }));
};

function tableFaults(report: Structure): Remark[] {
  const remarks: Remark[] = report.brokenTables.map(({ fromLine, reason }) => ({
    what: ruleWords.brokenTable({ reason }),
    lines: [fromLine]
  }));
  const wide = report.tables.flatMap((table) =>
    table.rows.filter(({ cells }) => cells.length > table.header.length).map(({ line }) => line)
  );
  if (wide.length > 0)
    remarks.push({
      what: ruleWords.wideRows({ n: wide.length }),
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
      what: ruleWords.boldTitles({ n: bold.length }),
      lines: bold.map(({ line }) => line)
    });
  const plain = plainTitles(report);
  if (plain.length >= MANY) remarks.push({ what: ruleWords.plainTitles({ n: plain.length }), lines: plain });
  const glued = linesWhere(report, (text) => /^ {0,3}#{2,6}[^\s#]/.test(text));
  if (glued.length > 0)
    remarks.push({
      what: ruleWords.gluedHeadings({ n: glued.length }),
      lines: glued
    });
  const ruled = report.headings.filter(
    ({ kind, title }) => kind === 'setext' && (title.length > 120 || /[.。!?！？;；]$/.test(title))
  );
  if (ruled.length > 0)
    remarks.push({
      what: ruleWords.ruledHeadings({ n: ruled.length }),
      lines: ruled.map(({ line }) => line)
    });
  return remarks;
}

function markFaults(report: Structure): Remark[] {
  const remarks: Remark[] = [];
  const open = report.fences.filter(({ closed, fromLine, toLine }) => !closed && toLine > fromLine);
  if (open.length > 0)
    remarks.push({
      what: ruleWords.openFence,
      lines: open.map(({ fromLine }) => fromLine)
    });
  const stray = report.strayMarks.map(({ line }) => line);
  if (stray.length > 0)
    remarks.push({
      what: ruleWords.strayMarks({ n: stray.length }),
      lines: stray
    });
  return remarks;
}

function headingDoubts(report: Structure): Remark[] {
  const remarks: Remark[] = [];
  const real = report.headings.filter(isRealHeading);
  if (real.length === 0 && isLong(report)) remarks.push({ what: ruleWords.noHeading, lines: [] });
  else if (real.length === 0) remarks.push({ what: ruleWords.shortWithoutHeading, lines: [] });
  const bold = report.headings.filter(({ kind }) => kind === 'bold');
  const titles = bold.filter((heading) => !/[:：]$/.test(heading.title) || leadsParagraph(report, heading));
  const labels = titles.every(({ title }) => /[:：]$/.test(title));
  if (titles.length > (labels ? 1 : 0))
    remarks.push({
      what: ruleWords.boldLines({ n: titles.length }),
      lines: titles.map(({ line }) => line)
    });
  const jump = real.find(({ level }, at) => at > 0 && (level ?? 1) - (real[at - 1]?.level ?? 6) > 1);
  if (jump) remarks.push({ what: ruleWords.skippedLevel, lines: [jump.line] });
  const tops = real.filter(({ level }) => level === 1);
  const other = tops.slice(1).find((heading) => !isSameTitle(heading, tops[0]));
  if (other && tops.length < real.length)
    remarks.push({ what: ruleWords.severalTitles({ n: tops.length }), lines: tops.map(({ line }) => line) });
  const plain = plainTitles(report);
  if (plain.length > 1) remarks.push({ what: ruleWords.likeTitles({ n: plain.length }), lines: plain });
  const bullets = linesWhere(report, (text) => /^\s*[•●▪◦]\s/.test(text));
  if (bullets.length > 2)
    remarks.push({
      what: ruleWords.bulletCharacters({ n: bullets.length }),
      lines: bullets
    });
  const rows = commaRows(report);
  if (rows.length > 0) remarks.push({ what: ruleWords.commaRows, lines: rows });
  const html = linesWhere(report, (text) =>
    /<\/?(?:div|table|tr|td|font|center|h[1-6]|p|ul|li|details|img)\b[^<>]*>/i.test(text.replace(/`[^`]*`/g, ''))
  );
  if (html.length > 0)
    remarks.push({
      what: ruleWords.html({ n: html.length }),
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
