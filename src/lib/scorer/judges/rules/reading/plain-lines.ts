import { linesInLists } from '../../../report/structure/references.ts';
import type { Structure } from '../../../report/structure/parts.ts';

/** Short lines of plain words, alone above a list or paragraph and without a colon: titles without a mark. */
export function plainTitles(report: Structure): number[] {
  const inList = linesInLists(report, report.references);
  return linesWhere(
    report,
    (text) =>
      /^[\p{L}\d][^|]{2,58}$/u.test(text) && !/[.,;:!?。，；：！？…)\]）*_]\s*$|\s{2}$|^\d+[.)、]|https?:/u.test(text)
  ).filter((line) => {
    const before = report.lines[line - 2] ?? '';
    const after = report.lines[line] ?? '';
    const follows = after.trim() === '' ? (report.lines[line + 1] ?? '') : after;
    const title = report.lines[line - 1] ?? '';
    const short = title.length <= 20 || !/\p{Script=Han}/u.test(title);
    const alone = before.trim() === '' && (after.trim() === '' || /^\s*(?:[-*+•]|\d+[.)])\s/.test(after));
    return (
      alone &&
      short &&
      follows.trim() !== '' &&
      !/^#|^[-=]{3,}/.test(follows) &&
      inList[line - 1] !== true &&
      report.heading[line - 1] !== true
    );
  });
}

/** Rows of values that commas part, two or more in a row, outside code. */
export function commaRows(report: Structure): number[] {
  const row = (text: string | undefined) =>
    (text?.match(/,(?=\S)/g)?.length ?? 0) >= 6 && !/^\s*[-*+|#]/.test(text ?? '');
  return linesWhere(report, row).filter((line) => row(report.lines[line]));
}

/** Lines outside code, 1-based. */
export function linesWhere(report: Structure, test: (text: string) => boolean): number[] {
  return report.lines.flatMap((text, at) => (report.code[at] !== true && test(text) ? [at + 1] : []));
}
