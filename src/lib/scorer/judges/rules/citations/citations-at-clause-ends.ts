import type { Structure } from '../../../report/structure/parts.ts';
import { clusters as clustersOf } from '../reading/clusters.ts';
import type { Cluster } from '../reading/clusters.ts';
import { abstain, no, quoteAt, yes } from '../reading/finding.ts';
import type { Check } from '../reading/finding.ts';
import { ruleWords } from '../reading/rule-words.ts';

const CLAUSE_ENDS_BEFORE = /(?:[,;:…，、；：،؛—–|]|[.!?。！？؟۔][)）」』》”"’'»]?)$/;
const CLAUSE_ENDS_AFTER = /^(?:$|[.,;:!?…。，、；：！？،؛؟۔)\]）】」』》”"’'»(（—–|/*_~<]|-\s|→|\+|&)/;
const NEXT_CLAUSE =
  /^(?:and|or|but|nor|yet|so|while|whereas|although|though|because|since|which|who|where|when|with|without|as|than|then|versus|vs\.?|if|plus|including|despite|unless|until|before|after|e\.g\.|i\.e\.)\b/i;
const NEXT_CLAUSE_CHINESE = /^(?:而|但|并|且|和|与|及|或|以及|其中|同时|因此|所以|然而)/;
const ARTICLE = /(?:^|[\s(])(?:the|an?|this|these|those|its|their|our|his|her)\s*$/i;
const FUNCTION_WORD =
  /^(?:and|or|but|the|an?|in|on|of|to|for|with|while|which|that|as|by|from|is|are|was|were|has|have|had|can|at|its|it|this|than|also|not|be|will|may|who|when|where|after|before|since|due|into|over|under|across|among|between|through|per|via)(?!\p{L})/iu;

type Position = 'end' | 'inside-word' | 'before-noun' | 'middle';

/** Citations stand at the ends of clauses or sentences and interrupt nothing (p7). */
export const citationsAtClauseEnds: Check = (report) => {
  const marks = report.citations.filter(
    ({ style, author }) => style !== 'link' && style !== 'bare-url' && author?.narrative !== true
  );
  if (marks.length === 0)
    return abstain(
      report.citations.length === 0 && report.references.length === 0
        ? ruleWords.bare
        : report.citations.length === 0
          ? ruleWords.noCitationToPlace
          : ruleWords.linksWithoutPlace
    );
  const clusters = clustersOf(report, marks);
  const at: Record<Position, Cluster[]> = { end: [], 'inside-word': [], 'before-noun': [], middle: [] };
  for (const one of clusters) at[position(report, one)].push(one);
  const show = (some: readonly Cluster[]) => some.map(({ line, start }) => quoteAt(report, line, start));
  const inside = at['inside-word'];
  const noun = at['before-noun'];
  if (inside.length > 0) return no(ruleWords.insideWord({ n: inside.length, n2: clusters.length }), show(inside));
  if (noun.length > 0) return no(ruleWords.beforeNoun({ n: noun.length, n2: clusters.length }), show(noun));
  if (at.middle.length === 0)
    return yes(clusters.length === 1 ? ruleWords.oneAtClauseEnd : ruleWords.atClauseEnds({ n: clusters.length }));
  return abstain(ruleWords.midSentence({ n: at.middle.length, n2: clusters.length }), show(at.middle));
};

function position(report: Structure, { line, start, end }: Cluster): Position {
  const offset = report.offsets[line - 1] ?? 0;
  const text = report.lines[line - 1] ?? '';
  const before = text.slice(Math.max(0, start - offset - 80), start - offset);
  const after = text.slice(end - offset, end - offset + 80);
  if (/\p{Script=Latin}$/u.test(before) && /^\p{Ll}/u.test(after) && !FUNCTION_WORD.test(after)) return 'inside-word';
  const rest = after.trimStart();
  const head = before.trimEnd();
  // `[3] https://…` is an entry written into the text.
  if (/^<?https?:/.test(rest)) return 'middle';
  // `et al. [3] show`: a stop before a small letter ends an abbreviation, not a sentence.
  const abbreviated = head.endsWith('.') && /^\p{Ll}/u.test(rest);
  if (CLAUSE_ENDS_AFTER.test(rest) || (CLAUSE_ENDS_BEFORE.test(head) && !abbreviated)) return 'end';
  if (NEXT_CLAUSE.test(rest) || NEXT_CLAUSE_CHINESE.test(rest)) return 'end';
  return ARTICLE.test(before) && /^\p{L}/u.test(rest) ? 'before-noun' : 'middle';
}
