import { sha256 } from '../../server/db/id.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { faultOfSignature, type Signed } from '../../server/signing/signing.ts';
import { cardFigures, compareCardFigures, sameNumber, type FigureDifference } from './card-figures.ts';
import { CARD_FORMAT, CARD_KIND, type JudgeCard } from './card.ts';
import { ledgerFigures } from './ledger.ts';
import { evidenceCommitment } from './commitment.server.ts';

/** The outcome of verifying a card, from its file alone. */
export interface CardCheck {
  /** Whether nothing that could be checked was wrong. */
  valid: boolean;
  /** Everything that is wrong, as sentences; empty if valid. */
  problems: string[];
  /** The checks that passed, in order. */
  checked: string[];
  /** Figures, gates and parts of gates that were computed again, and those that the file cannot give. */
  recomputed: number;
  notRecomputed: string[];
  differences: FigureDifference[];
  /** SHA-256 of the file. */
  sha256: string;
  /** Null if the file is no card. */
  card: JudgeCard | null;
  fingerprint: string | null;
  signedAt: string | null;
}

/** The text of a signed card: canonical JSON and a line end, so that a card has exactly one text. */
export const bundleText = (signed: Signed<JudgeCard>): string => `${canonicalJson(signed)}\n`;

/** Reads a bundle without checking it; null if it is none. */
export function readCardBundle(text: string): Signed<JudgeCard> | null {
  try {
    const read = JSON.parse(text) as Signed<JudgeCard> | null;
    return read?.content?.format === CARD_FORMAT ? read : null;
  } catch {
    return null;
  }
}

/**
 * Verifies a card: that the file is byte for byte the one that was signed, that signature and fingerprint hold, that the
 * commitment belongs to the labels, and that every figure and gate follows from the labels by the product's own functions. Needs
 * no database. Whose key it is, the caller compares by the fingerprint.
 *
 * @param key fingerprint of the only key that is accepted; any by default.
 */
export function verifyCard(file: Uint8Array, { key }: { key?: string | undefined } = {}): CardCheck {
  const check: CardCheck = {
    ...{ valid: false, problems: [], checked: [], recomputed: 0, notRecomputed: [], differences: [] },
    ...{ sha256: sha256(file), card: null, fingerprint: null, signedAt: null }
  };
  const signed = readCardBundle(new TextDecoder('utf-8', { ignoreBOM: true }).decode(file));
  if (signed === null)
    return { ...check, problems: [`It is not a judge card in the format ${CARD_FORMAT}, or it was changed.`] };
  const found = { ...check, card: signed.content, fingerprint: signed.fingerprint, signedAt: signed.signedAt };
  const fault = faultOfSignature(signed, CARD_KIND);
  const problems = [
    fault,
    Buffer.compare(Buffer.from(bundleText(signed)), file) === 0
      ? null
      : 'The file is not byte-identical to the signed file: the formatting of its JSON was changed.',
    key === undefined || key.replaceAll(/[\s:]/g, '').toLowerCase() === signed.fingerprint
      ? null
      : `It was signed with the key ${signed.fingerprint}, not with the one given by --key.`
  ].filter((problem) => problem !== null);
  if (problems.length > 0) return { ...found, problems };
  const checked = ['The file is byte-identical to the signed file.', 'The signature (Ed25519) is valid.'];
  try {
    return { ...found, ...evidenceCheck(signed.content, checked) };
  } catch {
    return { ...found, checked, problems: ['Its labels cannot be read, so no figure can be recomputed.'] };
  }
}

function evidenceCheck(
  { labels, results, ledger, software }: JudgeCard,
  checked: string[]
): Pick<CardCheck, 'valid' | 'problems' | 'checked' | 'recomputed' | 'notRecomputed' | 'differences'> {
  const { commitment, data, salt } = labels;
  if (data === null || salt === null) {
    const notRecomputed = [
      ...results.figures.map(({ name }) => name),
      ...results.gates.map(({ title }) => title),
      ...(ledger ?? []).flatMap(({ set, looks }) => looks.map(({ check }) => `check ${check} of anchor set ${set}`))
    ];
    return { valid: true, problems: [], checked, recomputed: 0, notRecomputed, differences: [] };
  }
  const made = evidenceCommitment(data, salt);
  const committed = canonicalJson(made) === canonicalJson(commitment);
  if (committed) checked.push(`The commitment matches the labels of the ${data.items.length} items.`);
  const computed = JSON.parse(canonicalJson(cardFigures(data))) as typeof results;
  const { compared, differences } = compareCardFigures(results, computed);
  let checks = 0;
  for (const anchors of ledger ?? [])
    for (const [at, figures] of (ledgerFigures(anchors) ?? []).entries()) {
      const { check, figures: stated } = anchors.looks[at]!;
      const now = JSON.parse(canonicalJson(figures)) as typeof stated;
      for (const key of ['n', 'flips', 'agreement', 'adopted', 'flipped', 'result'] as const)
        if (!sameNumber(stated[key], now[key]))
          differences.push({
            where: `Check ${check} of anchor set ${anchors.set}, ${key}`,
            ...{ stated: stated[key], computed: now[key] }
          });
      checks++;
    }
  const problems = [
    ...(committed ? [] : ['The commitment does not match the labels in the card.']),
    ...differences.map(
      ({ where, stated, computed: now }) =>
        `${where}: the card states ${String(stated)}, but the labels give ${String(now)}.`
    ),
    ...(differences.length > 0
      ? [
          `The card was made by Voirdire ${software.version}. Another version may compute or word figures differently: verify it with that one too.`
        ]
      : [])
  ];
  return {
    valid: problems.length === 0,
    problems,
    checked,
    recomputed: compared + checks,
    notRecomputed: [],
    differences
  };
}
