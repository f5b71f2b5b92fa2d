/** Ten domains of application, and one for what fits none (arXiv 2508.15804, section 2.1.3), in the wording of the paper. */
import { seededRandom } from '../../../../stats/numbers/rng.ts';
import { shuffled } from '../../../../stats/numbers/shuffle.ts';

export const domains = {
  A: 'Basic Research and Scientific Exploration',
  B: 'Information and Communications Technology',
  C: 'Artificial Intelligence and Data Intelligence',
  D: 'Healthcare and Biomedicine',
  E: 'Manufacturing and Smart Manufacturing',
  F: 'Transportation and Smart Mobility',
  G: 'Public Safety and Social Governance',
  H: 'Finance and Business Services',
  I: 'Energy and Environmental Sustainability',
  J: 'Culture, Media, and Digital Content',
  K: 'Unknown Category'
} as const;
export type DomainKey = keyof typeof domains;

export const domainKeys = Object.keys(domains) as DomainKey[];
const unknownDomain: DomainKey = 'K';
export const isDomainKey = (name: unknown): name is DomainKey => domainKeys.some((key) => key === name);

export const levels = ['sentence', 'paragraph', 'detailed'] as const;
export type PromptLevel = (typeof levels)[number];

/** The level at which a survey's prompt is written: one of the three, uniformly over surveys, always the same for a seed. */
export function levelOf(arxiv: string, seed = 42): PromptLevel {
  let hash = 0xcbf29ce484222325n;
  for (const character of arxiv)
    hash = ((hash ^ BigInt(character.codePointAt(0)!)) * 0x100000001b3n) & ((1n << 64n) - 1n);
  return levels[seededRandom(hash + BigInt(seed)).below(levels.length)]!;
}

interface DrawnSurvey {
  arxiv: string;
  domain: DomainKey;
}

export interface Draw {
  drawn: DrawnSurvey[];
  /** Per domain: how many there were, how many were drawn. */
  counts: { domain: DomainKey; from: number; drawn: number }[];
}

/**
 * Surveys drawn by domain, uniformly. Surveys of the unknown domain are not drawn: the paper
 * has ten domains of ten. The seed fixes the draw whatever the order of the surveys; each domain has a stream of its own, so that
 * a survey more in one changes no other. The official draw (its program is not published) cannot be repeated by it.
 */
export function drawByDomain(
  surveys: readonly { arxiv: string; domain: DomainKey }[],
  { perDomain = 10, seed = 42 }: { perDomain?: number; seed?: number } = {}
): Draw {
  const known = domainKeys.filter((key) => key !== unknownDomain);
  const byDomain = domainKeys.map((domain) => {
    const own = surveys.filter((one) => one.domain === domain).map(({ arxiv }) => arxiv);
    return { domain, from: [...new Set(own)].sort() };
  });
  const drawn = byDomain.flatMap(({ domain, from }, k): DrawnSurvey[] => {
    if (!known.includes(domain)) return [];
    const random = seededRandom(BigInt(seed) * 1_000_003n + BigInt(k));
    return shuffled(from, random)
      .slice(0, perDomain)
      .map((arxiv) => ({ arxiv, domain }));
  });
  const counts = byDomain.map(({ domain, from }) => ({
    ...{ domain, from: from.length },
    drawn: drawn.filter((one) => one.domain === domain).length
  }));
  return { drawn, counts };
}
