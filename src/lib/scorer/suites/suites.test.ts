import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../errors.ts';
import { allUnits, metricByName, metrics, withSettings } from './index.ts';
import { presentationItemNames, presentationItems } from './deep-eval/presentation.ts';

describe('suites', () => {
  it('find each metric by its name and refuse another name with the names there are', () => {
    for (const metric of metrics) expect(metricByName(metric.name)).toBe(metric);
    expect(() => metricByName('charm')).toThrow(Refusal);
    expect(() => metricByName('charm')).toThrow(`Metrics: ${metrics.map(({ name }) => name).join(', ')}.`);
  });

  it('use each metric name once, in kebab-case', () => {
    expect(new Set(metrics.map((metric) => metric.name)).size).toBe(metrics.length);
    for (const metric of metrics) expect(metric.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('give a reason why labels do not correct the scores, unless the labels are yes and no', () => {
    const corrected = allUnits().filter(({ uncorrected }) => uncorrected === null);
    expect(corrected).not.toEqual([]);
    for (const { name, scale } of corrected)
      expect({ name, scale }).toMatchObject({
        ...{ name, scale: { level: 'binary', labels: [{ label: 'yes' }, { label: 'no' }] } }
      });
  });

  it('give presentation its ten items and let each query bring those of coverage', () => {
    expect(Object.keys(presentationItemNames)).toEqual(presentationItems.map(({ key }) => key));
    expect(new Set(Object.values(presentationItemNames)).size).toBe(10);
    expect(presentationItems.map((item) => item.key)).toEqual(Array.from({ length: 10 }, (_, at) => `p${at + 1}`));
    expect(metricByName('coverage').items).toBeNull();
  });

  it('publish prompts that never change: another text needs another version', () => {
    const prompts = metrics.flatMap(({ prompt, versions = [prompt] }) => versions);
    expect(prompts.map(({ name, version, hash }) => [name, version, hash])).toMatchInlineSnapshot(`
      [
        [
          "deep-eval/presentation",
          "1",
          "40ac05f2da1f7fff672b37c86f13bb7feef1d3c2cc25698b9f20b2017c825ddc",
        ],
        [
          "deep-eval/presentation",
          "2",
          "4594317f434fc10223244b46f116e93768d93fce4bd453a1cba01f138c35e1b3",
        ],
        [
          "deep-eval/consistency",
          "2",
          "df6f4859192580a6be8560da403d053e67803f42d86d2348e0ca61bb7e68f7c1",
        ],
        [
          "deep-eval/consistency",
          "1",
          "368a3f50c7fb23575a90c501c02c3f4c05985312af8d6faa42d88ce594069722",
        ],
        [
          "deep-eval/consistency",
          "3",
          "2bd4569739285cebfd8126d9300bb2c32ebcd13f331d68c23828f30f066a0042",
        ],
        [
          "deep-eval/coverage",
          "1",
          "6a0ab7e7439b0aca5f50bff95e84b317d0ad5fdc018a594f91239b937942d163",
        ],
        [
          "deep-eval/coverage",
          "2",
          "dad69ef6fa48136a1599b667562c446ab4c1ce458ddbd32826fca70f912eeb44",
        ],
        [
          "deep-eval/depth",
          "2",
          "b2bd10c185b9f3235ab62d6dc29fc20b2104dd9a20eaa5fcecdd29c2ae976152",
        ],
        [
          "deep-eval/depth",
          "1",
          "ea315ff3fe5fda6461e596aeb940c50f0a138ef19b697c2b9d155e3be53621ea",
        ],
        [
          "deep-eval/citation-association",
          "2",
          "a2d832b375ae7baa8e390d52eb304b85262c489f8ea7a5dfa755508120fbefaf",
        ],
        [
          "deep-eval/citation-association",
          "1",
          "0637f3a9e58e8e715829cadf622f821494377d1e5178e424d1640a0eaf5a5f53",
        ],
        [
          "deep-eval/citation-association",
          "3",
          "2b49df66aeb896f7be9d3b25308d98c0ca03e6cc186532393a402152b0e99b00",
        ],
        [
          "deep-eval/citation-accuracy",
          "1",
          "fceebc0bad0d3e4779cb4323aab9712b40a359e5758e693083c1d5985be9df38",
        ],
        [
          "direct-rating/presentation",
          "1",
          "2b23f14bfa337f9a7ef4507837f91dff85777a51a5bcfa7a29496061cacebd5f",
        ],
        [
          "direct-rating/presentation",
          "2",
          "7f2dc22c631fe0496e62ddf5a528a649420b6958d7d99d7c7b7d74933b9a3324",
        ],
        [
          "direct-rating/consistency",
          "1",
          "973b5409ebe1c076d69d431bef4f378e3149111ba78a65fe6ea29f6d0e1aae39",
        ],
        [
          "direct-rating/consistency",
          "2",
          "9446fdbac9ef0b17b0b1505c6f4e153833ccd974ff9185a399865ef9c64f3f17",
        ],
        [
          "direct-rating/coverage",
          "1",
          "9f7ed5530688c4d6fc4af7cd4c962058cf7a34506b4d9951faab3a0b325fb6d1",
        ],
        [
          "direct-rating/coverage",
          "2",
          "f03e0247fe415f3c6fc110e778ec49bfefe5d3f82d774e9f3b53d7f699996dfb",
        ],
        [
          "direct-rating/depth",
          "1",
          "fedc2d2f32194ea11529123338e9923923e52d41df9d3378d187190c014feab6",
        ],
        [
          "direct-rating/depth",
          "2",
          "146d56df695d631bd297866717a186fd33a79ea1c1e841947f9ffcfb4f04de32",
        ],
        [
          "direct-rating/citation-association",
          "1",
          "5d28ad58b820b40949a178cb9c95be804c8815dcebdce95f7ad8d300eef74388",
        ],
        [
          "direct-rating/citation-association",
          "2",
          "6ed34898cb2b2b97dd88061756ae8dcb1b6231c0e81730b1dbdbfc5dc37c04a7",
        ],
        [
          "direct-rating/citation-accuracy",
          "1",
          "68b7eaa9bd488f4d79555ab569fb5f699eabc88ec98b585b81e7afa9afe50a80",
        ],
        [
          "direct-rating/citation-accuracy",
          "2",
          "b18d376351b6500141d307be390b3c44c8e5d613b868ebd8eb4375ffa1c78599",
        ],
        [
          "report-bench/references",
          "1",
          "5ff4d8be0a9c72c36e1ac88eae3e41c1f3f881d6d4acc8c0ae5c19ffaba9a257",
        ],
        [
          "report-bench/references",
          "2",
          "74871ef003cd48e60483221eada5d0cfc2233fc11c8567a4f5156ecd331a61ca",
        ],
        [
          "report-bench/cited-statements",
          "1",
          "a5c45aceb8b6e5e028f1982ffd948bd737d58df6dab7f582581a5a51e84a9540",
        ],
        [
          "report-bench/uncited-statements",
          "1",
          "065bc4e8e7ddae986b33b08fd14157dd1045cde93a838201c5b8bd17ffd55822",
        ],
        [
          "report-bench/content-quality",
          "1",
          "e232d1457ecdae8a35f61a478e77a2d6e9f0a868e0ff31739ac18a0bd5c4bc49",
        ],
        [
          "daily-report/cascade",
          "1",
          "ecfaf9f1cf0740f4d1822066ccac25cf1b31c32dc52eacd9b209e9335500beda",
        ],
        [
          "daily-report/cascade",
          "1",
          "ecfaf9f1cf0740f4d1822066ccac25cf1b31c32dc52eacd9b209e9335500beda",
        ],
        [
          "daily-report/cascade",
          "1",
          "ecfaf9f1cf0740f4d1822066ccac25cf1b31c32dc52eacd9b209e9335500beda",
        ],
        [
          "daily-report/cascade",
          "1",
          "ecfaf9f1cf0740f4d1822066ccac25cf1b31c32dc52eacd9b209e9335500beda",
        ],
        [
          "research-arena/key-points",
          "1",
          "a7f148489ad905a05a66a0431d011582f43330cdf0bf75782cc2743242295522",
        ],
        [
          "research-arena/key-points",
          "2",
          "670254a7e2cf2b606cb6cb8c3f3bf593fd8589224600fa919106c9217cc77425",
        ],
        [
          "research-arena/adaptive-criteria",
          "1",
          "0c62a5543dd384918e85bb02ea1c077810c213ec4bc5542b2ca705becfc80ee1",
        ],
      ]
    `);
  });

  const paper = `${process.env['VOIRDIRE_SHARED'] ?? '../shared'}/papers/000_ecbd45309c0ab9df.txt`;
  if (!existsSync(paper)) console.log(`skipped: own wording of the prompts, because ${paper} is absent`);
  it.skipIf(!existsSync(paper))('share no run of seven words with the paper', () => {
    const words = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const runs = (text: string) => {
      const all = words(text);
      return all.slice(6).map((_, at) => all.slice(at, at + 7).join(' '));
    };
    const theirs = new Set(runs(readFileSync(paper, 'utf8')));
    const prompts = metrics.flatMap(({ prompt, versions = [prompt] }) => versions);
    const ours = [
      ...prompts.flatMap(({ system, task = '' }) => [system, task]),
      ...presentationItems.map((item) => item.text)
    ];
    expect(ours.flatMap(runs).filter((run) => theirs.has(run))).toEqual([]);
  });
});

describe('the pointwise metrics', () => {
  it.each(['consistency', 'citation-association'])(
    '%s ask by the criteria of the paper unless told otherwise, and offer our own',
    (name) => {
      const metric = metricByName(name);
      expect(metric.versions?.map(({ version }) => version)).toEqual(['2', '1', '3']);
      expect(metric.prompt.version).toBe('2');
      expect(metric.prompt.system).toContain('Be strict.');
      expect(metric.prompt.system).toContain('that you can find');
      // The paper has neither a limit to what can be shown nor exemptions such as common knowledge or differences of scope.
      expect(metric.prompt.system).not.toMatch(/no more and no less|common knowledge|careful editor|accounts for/i);
      const own = withSettings(metric, { prompt: '1' });
      expect(own.prompt.system).toContain('no more and no less');
      expect(own.prompt.hash).not.toBe(metric.prompt.hash);
    }
  );
});
