import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether LaTeX is installed here; tests that need it say so when they skip. */
export const hasPdflatex = spawnSync('pdflatex', ['--version']).status === 0;
if (!hasPdflatex) console.log('Widths of LaTeX files: skipped, pdflatex is not installed here');

/** Points by which a line is wider than its place, as pdflatex reports them. @throws with the end of its log if it fails */
export function overfull(body: string, packages: readonly string[] = []): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'voirdire-latex-'));
  try {
    const used = packages.map((name) => `\\usepackage{${name}}`).join('\n');
    writeFileSync(
      join(folder, 'page.tex'),
      `\\documentclass{article}\n\\usepackage[T1]{fontenc}\n${used}\n\\begin{document}\n${body}\n\\end{document}\n`
    );
    try {
      execFileSync('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', 'page.tex'], {
        cwd: folder,
        stdio: 'pipe'
      });
    } catch {
      throw new Error(readFileSync(join(folder, 'page.log'), 'utf8').slice(-3000));
    }
    const log = readFileSync(join(folder, 'page.log'), 'latin1');
    return [...log.matchAll(/Overfull \\hbox \((\d+(?:\.\d+)?)pt too wide\)/g)].map(([, points]) => Number(points));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
