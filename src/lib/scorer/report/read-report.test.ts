import { describe, expect, it } from 'vitest';
import { plainReport } from './html/plain.ts';
import { keepAtMost, keepRendered, readReport } from './read-report.ts';
import { renderReport } from './html/render.ts';
import { readStructure } from './structure/structure.ts';

const report = (n: number, length = 0): string =>
  `# Report ${n}\n\nHeat is stored [1].\n\n## References\n\n[1] https://example.org/${n}\n${'x'.repeat(length)}`;

describe('a report that is read once', () => {
  it('is what reading and rendering it anew give', () => {
    const { rendered, structure } = readReport(report(1));
    expect(structure).toEqual(readStructure(report(1)));
    expect(structure.citations).toEqual(readStructure(report(1)).citations);
    expect(rendered.html).toBe(renderReport(report(1)).html);
    expect(rendered.blocks.map(({ n, text }) => [n, text])).toEqual([
      [1, 'Heat is stored1.'],
      [2, 'https://example.org/1 1']
    ]);
    expect(rendered.outline).toEqual(renderReport(report(1)).outline);
    expect(rendered.facts).toEqual(renderReport(report(1)).facts);
  });

  it('is parsed and rendered once for all who ask for the same text', () => {
    const first = readReport(report(2));
    expect(readReport(`${report(2)}`).rendered).toBe(first.rendered);
    expect(readReport(report(2)).structure).toBe(first.structure);
  });

  it('is forgotten once 64 others were asked for since', () => {
    const first = readReport(report(20)).rendered;
    for (let n = 21; n < 84; n += 1) readReport(report(n));
    expect(readReport(report(20)).rendered).toBe(first);
    for (let n = 100; n < 164; n += 1) readReport(report(n));
    expect(readReport(report(20)).rendered).not.toBe(first);
  });

  it('is kept among the hundred of a study if a web server asks for that', () => {
    keepAtMost(128, 5_000_000);
    try {
      const first = readReport(report(200)).rendered;
      for (let n = 201; n < 300; n += 1) readReport(report(n));
      expect(readReport(report(200)).rendered).toBe(first);
      const long = readReport(report(300)).rendered;
      for (let n = 301; n < 306; n += 1) readReport(report(n, 1_000_000));
      expect(readReport(report(300)).rendered).not.toBe(long);
    } finally {
      keepAtMost(64, 3_000_000);
    }
  });

  it('has the page that was made of it elsewhere, and its own structure', () => {
    const made = plainReport(report(4), 'It takes too long.');
    keepRendered(report(4), made);
    expect(readReport(report(4)).rendered).toBe(made);
    expect(readReport(report(4)).structure).toEqual(readStructure(report(4)));
  });

  it('is forgotten once three million characters of others were asked for since', () => {
    const first = readReport(report(3)).rendered;
    for (let n = 10; n < 12; n += 1) readReport(report(n, 1_000_000));
    expect(readReport(report(3)).rendered).toBe(first);
    for (let n = 12; n < 16; n += 1) readReport(report(n, 1_000_000));
    expect(readReport(report(3)).rendered).not.toBe(first);
  });
});
