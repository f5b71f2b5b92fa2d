/**
 * A small PDF, written by hand: one page for each text; encrypted so that it asks for a password if wanted; `script` is
 * JavaScript at every place that a viewer runs it from: on opening, by name, and by a field of each page.
 */
export const pdfOf = (pages: readonly string[], { locked = false, title = '', script = '' } = {}): Buffer => {
  const contents = pages.map((text) => {
    const lines = text.split('\n').map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`);
    return `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' ')} ET`;
  });
  const action = `<< /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >>`;
  const opening = script === '' ? '' : ` /OpenAction ${action} /Names << /JavaScript << /Names [(a) ${action}] >> >>`;
  const field = `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /Rect [0 0 90 90] /A ${action} /AA << /K ${action} /PO ${action} >> >>`;
  const fields = script === '' ? '' : ` /Annots [${field}] /AA << /O ${action} >>`;
  const pageNumber = (index: number): number => 4 + 2 * index;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${opening} >>`,
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R${fields} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
    ]),
    `<< /Title (${title}) >>`,
    ...(locked ? [`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`] : [])
  ];
  const info = 4 + 2 * pages.length;
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  const encrypt = locked ? ` /Encrypt ${info + 1} 0 R /ID [<00> <00>]` : '';
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R${encrypt} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
};
