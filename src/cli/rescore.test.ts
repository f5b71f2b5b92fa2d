import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startOpenAi } from '../../tests/stand-ins/openai.ts';
import { aReport, folderOf, newFolder, queriesCsv, removeFolders, run } from './command.fixture.ts';
import { exit } from './outcome.ts';

afterAll(removeFolders);

describe('voirdire rescore', () => {
  it('shows scores before and after without a call, although the judge is gone, and leaves those of the run', async () => {
    const files = folderOf({ 'queries.csv': queriesCsv('q1'), 'reports/aurora/qid_q1_report.md': aReport('q1') });
    const judge = await startOpenAi();
    const out = join(newFolder('rescore'), 'scored');
    const scored = await run(
      [
        ...['score', '--reports', join(files, 'reports'), '--queries', join(files, 'queries.csv'), '--out', out],
        ...['--metric', 'consistency', '--judge', 'openai:gpt-5']
      ],
      { OPENAI_API_KEY: 'sk-test-0000', OPENAI_BASE_URL: judge.url }
    );
    expect(scored.code).toBe(exit.done);
    const [asked, scores] = [judge.count(), readFileSync(join(out, 'scores.csv'), 'utf8')];
    await judge.stop();
    const rescore = (...args: string[]) => run(['rescore', '1', '--data', out, ...args]);
    const csv = join(out, '../rescored.csv');
    const { code, out: said } = await rescore('--penalties', 'consistency=more:7', '--csv', csv);
    expect(code).toBe(exit.done);
    expect(said).toContain('No judge was asked.');
    expect(said).toMatch(/before: penalties 0:100, .*\n *after: penalties more:7; units on which/);
    expect(said).toMatch(/aurora +\d+\.\d +– +1 +7\.0 +– +1 +[-+]?\d+\.\d/);
    expect(readFileSync(csv, 'utf8')).toMatch(/^run,metric,.*\r\n1,consistency,aurora,q1,[\d.]+,1,,7,1,\r\n$/);
    expect(judge.count()).toBe(asked);
    const again = await run(['export', '1', '--data', out, '--out', join(out, '../again')]);
    expect(again.code).toBe(exit.done);
    expect(readFileSync(join(out, '../again/scores.csv'), 'utf8')).toBe(scores);

    expect((await rescore()).err).toContain('specify the other rule');
    expect((await rescore('--penalties', 'consistency=2:90')).err).toContain('The last row must cover');
    expect((await rescore('--penalties', 'coverage=more:7')).err).toContain('Given metrics: consistency');
    expect((await rescore('--rubric', join(out, 'none.yaml'))).err).toContain('none.yaml');
    expect((await rescore('--ensemble', 'all-judges')).err).toContain('Run 1 already has these scores');
  });
});
