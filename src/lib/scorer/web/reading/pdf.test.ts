import { expect, it } from 'vitest';
import { pdfOf } from './pdf.fixture.ts';
import { readPdf } from './pdf.ts';

// GHSA-hq66-cqwq-w95j: pdf.js 5.6.83 to 6.2.107 let scripts of a PDF run where a viewer draws its annotations.
it('scripts of a PDF, on opening, by name and in fields, run nowhere: its text is read', async () => {
  const marks = globalThis as { pdfScript?: number };
  const script = 'globalThis.pdfScript = 1; this.pdfScript = 1; pdfScript = 1; throw new Error("ran");';
  const file = pdfOf(['First page', 'Second page'], { script });
  expect(file.toString('latin1').split('/JavaScript').length).toBeGreaterThan(10);
  expect(await readPdf(file, { pages: 10, characters: 1_000 })).toEqual({
    title: null,
    text: 'First page\n\nSecond page',
    note: null
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(marks.pdfScript).toBeUndefined();
});
