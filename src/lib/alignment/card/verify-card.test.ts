import { describe, expect, it } from 'vitest';
import { memoryDatabase } from '../../server/db/memory.fixture.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { Gate } from '../gates/gate.ts';
import { messagesIn } from '../../messages/words.ts';
import { signContent } from '../../server/signing/signing.ts';
import { seededRandom } from '../../stats/index.ts';
import { figuresOfLook } from '../monitoring/drift.ts';
import { cardFigures } from './card-figures.ts';
import { proportion } from '../../stats/writing/figures.ts';
import { four } from '../units/scales.fixture.ts';
import { cardPage } from './card-page.ts';
import { adoptionProcedure } from '../procedure/procedure.ts';
import { evidenceOf, openSample, sampleCard, sampleEvidence } from './card.fixture.ts';
import { CARD_KIND, type JudgeCard } from './card.ts';
import type { CardEvidence, OpenEvidence } from './evidence.ts';
import { bundleText, verifyCard } from './verify-card.server.ts';

const { db } = memoryDatabase();
const signedText = (card: JudgeCard): string => bundleText(signContent(db, CARD_KIND, card));
const fileOf = (card: JudgeCard): Buffer => Buffer.from(signedText(card));

describe('a card by a plan with another confidence', () => {
  it('has every interval at that confidence, and says so', () => {
    const card = sampleCard();
    const evidence = { ...sampleEvidence(), plan: { ...card.preregistration.plan, confidence: 0.999 } };
    const strict = cardFigures(evidence).figures;
    const width = ({ low, high }: { low: number | null; high: number | null }): number => high! - low!;
    const both = card.results.figures.flatMap((usual, i) => (usual.low === null ? [] : [[usual, strict[i]!] as const]));
    expect(both.length).toBeGreaterThan(6);
    for (const [usual, wide] of both) expect(width(wide), usual.name).toBeGreaterThan(width(usual));
    const shown = cardPage({ ...card, preregistration: { ...card.preregistration, plan: evidence.plan } }, { at: card.adoption.at, fingerprint: '', sha256: '' }, 'en'); // prettier-ignore
    expect(shown.ci).toBe('99.9% CI by query; dashed: target');
    expect(shown.finding).toContain('the 99.9% lower bound is');
    // A list of cards has them by different plans.
    expect(messagesIn('en', 'judgeCards').interval).toBe('CI');
  });
});

describe('a card names its figures', () => {
  const shown = (open: OpenEvidence, language: string) => {
    const evidence = evidenceOf(open);
    const card = { ...sampleCard(), scale: evidence.scale, results: cardFigures(evidence) };
    const { finding, figures } = cardPage(card, { at: card.adoption.at, fingerprint: '', sha256: '' }, language);
    return { finding, names: figures.map(({ name }) => name), figures: card.results.figures };
  };

  it('as sampled and weighted to the run, if items were drawn with unequal chances', () => {
    const usual = openSample();
    const items = usual.ratings.items.map((item, i) => ({ ...item, inclusionProbability: i < 8 ? 0.1 : 1 }));
    const unequal = { ...usual, ratings: { ...usual.ratings, items } };
    const { finding, names, figures } = shown(unequal, 'en');
    const [sampled, weighted] = figures;
    expect(names.slice(0, 4)).toEqual([
      'Agreement with annotators, as sampled',
      'Agreement with annotators, weighted to the run',
      'Corrected for selection, weighted to the run',
      'Cohen’s κ, unweighted, as sampled'
    ]);
    expect(names).toContain('Annotators with one another (human ceiling), as sampled');
    expect(weighted!.value).not.toBe(sampled!.value);
    expect(finding).toContain(`is ${proportion(weighted!.value)} [`);
    expect(finding).toContain('], weighted to the run, n = 48.');
    expect(shown(usual, 'en').names).not.toContain(names[1]);
    expect(shown(unequal, 'zh-Hans').names.slice(0, 4)).toEqual([
      ...['与标注员的一致性，按抽样', '与标注员的一致性，按评分运行加权', '经选择校正，按评分运行加权'],
      'Cohen κ，未加权，按抽样'
    ]);
  });

  it('as κ on scores', () => {
    const usual = openSample();
    const label = (said: string | null): string => (said === 'yes' ? '3' : '1');
    const items = usual.ratings.items.map((item) => ({
      ...item,
      humans: item.humans.map((one) => ({ ...one, label: label(one.label) })),
      judges: item.judges.map((one) => ({ ...one, label: label(one.label) }))
    }));
    const ratings = { ...usual.ratings, scale: four, items };
    const scores: OpenEvidence = { ...usual, ratings, ensemble: { ...usual.ensemble, rule: 'median' } };
    const { finding, names } = shown(scores, 'en');
    expect(finding).toMatch(/^The ensemble’s quadratic-weighted κ with up to 3 annotators is \./);
    expect(names).toEqual([
      'Quadratic-weighted κ with annotators',
      'Corrected for selection',
      'Quadratic-weighted κ with single annotators',
      'Items with an answer',
      'Test–retest consistency',
      'Annotators with one another, quadratic-weighted κ (human ceiling)'
    ]);
    expect(shown(scores, 'zh-Hans').names[0]).toBe('与标注员的二次加权 κ');
  });
});

describe('verifying a card', () => {
  const card = sampleCard();
  const file = fileOf(card);
  const anotherVersion =
    'The card was made by Voirdire 0.0.0. Another version may compute or word figures differently: verify it with that one too.';

  it('recomputes every figure, gate and part of a gate from the bundle alone', () => {
    const check = verifyCard(file);
    expect(check.problems).toEqual([]);
    expect(check).toMatchObject({ valid: true, notRecomputed: [], differences: [] });
    const { figures, gates } = card.results;
    expect(check.recomputed).toBe(figures.length + gates.length + gates.flatMap(({ parts }) => parts).length);
    expect(check.recomputed).toBeGreaterThan(20);
  });

  it('detects each of 200 single-byte changes anywhere in the file', () => {
    const random = seededRandom(18);
    const missed: number[] = [];
    for (let i = 0; i < 200; i++) {
      const place = random.below(file.length);
      const changed = Buffer.from(file);
      changed[place] = (changed[place]! + 1 + random.below(255)) % 256;
      if (verifyCard(changed).valid) missed.push(place);
    }
    expect(missed).toEqual([]);
  });

  it('detects another letter at each place of the signature, also the last, whose lower bits base64 ignores', () => {
    const text = file.toString();
    const from = text.indexOf('"signature":"') + '"signature":"'.length;
    const end = text.indexOf('"', from);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='.split('');
    const last = text.indexOf('=', from) - 1;
    const missed: string[] = [];
    for (let place = from; place < end; place++)
      for (const letter of place === last ? letters : [text[place] === 'A' ? 'B' : 'A'])
        if (
          letter !== text[place] &&
          verifyCard(Buffer.from(text.slice(0, place) + letter + text.slice(place + 1))).valid
        )
          missed.push(`${place}: ${letter}`);
    expect(missed).toEqual([]);
  });

  it('refuses added spaces, a byte order mark, other order and a further byte, which JSON would not notice', () => {
    const text = file.toString();
    const { signature, ...rest } = JSON.parse(text) as Record<string, unknown>;
    for (const changed of [
      ` ${text}`,
      `\uFEFF${text}`,
      `${text}\n`,
      text.trimEnd(),
      JSON.stringify({ signature, ...rest })
    ])
      expect(verifyCard(Buffer.from(changed)).valid).toBe(false);
  });

  it('names each figure that does not follow from the labels, though the signature holds', () => {
    const lied: JudgeCard = JSON.parse(canonicalJson(card)) as JudgeCard;
    lied.results.figures[0]!.value = 0.999;
    lied.results.gates[0]!.low = 0.99;
    const check = verifyCard(fileOf(lied));
    expect(check.valid).toBe(false);
    expect(check.differences.map(({ where }) => where)).toEqual(['Agreement with annotators, value', 'agreement, low']);
    expect(check.problems[0]).toMatch(
      /^Agreement with annotators, value: the card states 0\.999, but the labels give /
    );
    expect(check.problems.at(-1)).toBe(anotherVersion);
  });

  it('recomputes every check of the monitoring ledger, and names a figure of it that does not follow', () => {
    const baseline = ['a1', 'a1', 'a2', 'a2', 'a3', 'a3'].map((query) => ({ query, score: 1, agreement: 1 }));
    const answers = baseline.map((_, i) => ({ score: i === 0 ? 0 : 1, agreement: i === 0 ? 0 : 1 }));
    const anchors = { set: 1, sha256: 'ab', items: 6, loss: 0.05, flips: 0.1, candidates: 1, baseline };
    const figures = figuresOfLook(baseline, [answers], anchors);
    const look = { check: 1, sequence: 1, at: '2026-10-01T00:00:00.000Z', versions: [], changed: [], answers };
    const monitored = (flips: number): JudgeCard => ({
      ...card,
      ledger: [{ ...anchors, looks: [{ ...look, result: figures.result, figures: { ...figures, flips } }] }]
    });
    expect(verifyCard(fileOf(monitored(1)))).toMatchObject({
      ...{ valid: true, problems: [], recomputed: verifyCard(file).recomputed + 1 }
    });
    expect(verifyCard(fileOf(monitored(0))).problems).toEqual([
      'Check 1 of anchor set 1, flips: the card states 0, but the labels give 1.',
      anotherVersion
    ]);
  });

  it('names labels that do not belong to the commitment', () => {
    const lied: JudgeCard = JSON.parse(canonicalJson(card)) as JudgeCard;
    lied.labels.commitment.root = '0'.repeat(64);
    expect(verifyCard(fileOf(lied)).problems).toEqual(['The commitment does not match the labels in the card.']);
  });

  it('says which figures a mere commitment leaves unchecked', () => {
    const closed: JudgeCard = { ...card, labels: { ...card.labels, data: null, salt: null } };
    const check = verifyCard(fileOf(closed));
    expect(check).toMatchObject({ valid: true, recomputed: 0, problems: [] });
    expect(check.notRecomputed).toEqual([
      ...card.results.figures.map(({ name }) => name),
      ...card.results.gates.map(({ title }) => title)
    ]);
  });

  it('refuses another key than the one named', () => {
    const { fingerprint } = verifyCard(file);
    expect(verifyCard(file, { key: fingerprint!.toUpperCase() }).valid).toBe(true);
    expect(verifyCard(file, { key: '0'.repeat(64) }).problems).toEqual([
      `It was signed with the key ${fingerprint}, not with the one given by --key.`
    ]);
  });

  it('refuses what is no card', () => {
    for (const text of ['', '{}', 'null', '[]', '{"content":{"format":"voirdire-judge-card/1"}}'])
      expect(verifyCard(Buffer.from(text)).valid).toBe(false);
  });
});

describe('figures of a card', () => {
  it('do not depend on the pseudonyms: those of the open ratings are the same', () => {
    const evidence = sampleEvidence();
    const turned = sampleEvidence((id) => id.split('').reverse().join(''));
    const [a, b] = [evidence, turned].map((one) => cardFigures(one).figures);
    expect(b).toEqual(a);
  });

  const numbersOf = ({
    name,
    state,
    value,
    low,
    high,
    n
  }: Pick<Gate, 'name' | 'state' | 'value' | 'low' | 'high' | 'n'>) => ({
    ...{ name, state, value, low, high, n }
  });
  const gatesOf = ({ ratings, plan, facts, resampling }: OpenEvidence) =>
    adoptionProcedure(ratings, plan, facts, resampling).gates.map(numbersOf);
  const gatesOn = (evidence: CardEvidence) => cardFigures(evidence).gates.map(numbersOf);

  it('are those of a study under a sequential plan, without the names of leads who looked early', () => {
    const usual = openSample({ queries: 10, perQuery: 3 });
    const qids = [...new Set(usual.ratings.items.map(({ qid }) => qid))].reverse();
    const looks = [{ queries: 3, labels: 27, by: 'Ines Carvalho', at: 5 }];
    const open: OpenEvidence = {
      ...usual,
      plan: { ...usual.plan, target: 0.6, sequential: { rule: 'pocock', maximum: 10, looks: 2 } },
      facts: { ...usual.facts, sequential: { complete: qids, looks } }
    };
    const evidence = evidenceOf(open);
    const gates = gatesOf(open);
    expect(gatesOn(evidence)).toEqual(gates);
    expect(gates[0]).toMatchObject({ name: 'agreement', low: expect.any(Number) as number });
    expect(JSON.stringify(evidence)).not.toContain('Ines');
  });

  it('are those of the study if judges on two private servers have one public name', () => {
    const usual = openSample();
    const names = ['m@https://b.example/v1', 'm@https://a.example/v1', 'n'];
    const { ratings, facts } = usual;
    const [one, other] = ratings.judges.map(({ id }) => id);
    const open: OpenEvidence = {
      ...usual,
      // Both always give the same answer, so that the first one is chosen; only the other one was asked twice.
      ratings: {
        ...ratings,
        judges: ratings.judges.map((judge, i) => ({ ...judge, name: names[i]! })),
        items: ratings.items.map((item) => ({
          ...item,
          judges: [item.judges[0]!, { ...item.judges[0]!, judgeId: other! }, item.judges[2]!]
        }))
      },
      plan: { ...usual.plan, judges: [one!, other!] },
      facts: { ...facts, costs: {}, repeats: { code: [], answers: { [one!]: facts.repeats.answers[one!]! } } },
      ensemble: { judgeIds: [other!], rule: 'single' }
    };
    expect(gatesOn(evidenceOf(open))).toEqual(gatesOf(open));
  });
});
