/** A PDF with one page per few lines of plain text in Helvetica, small and valid: object table, offsets and trailer. */
export function pdfOf(title: string, paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((text) => [...wrapped(text), '']);
  const pages: string[][] = [];
  for (let from = 0; from < lines.length; from += 50) pages.push(lines.slice(from, from + 50));
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(title)}) >>`
  ];
  pages.forEach((page, at) => {
    const content = `BT /F1 10 Tf 14 TL 50 800 Td\n${page.map((line) => `(${escaped(line)}) Tj T*`).join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
    );
  });
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

const escaped = (text: string): string => text.replace(/[\\()]/g, '\\$&');

/** Lines of about ninety characters, cut at spaces. */
const wrapped = (text: string): string[] => text.match(/.{1,90}(?:\s+|$)/g)?.map((line) => line.trimEnd()) ?? [];
