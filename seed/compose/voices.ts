/** How each scripted judge words a verdict from what was noted about a unit. */
import { pick } from './disagreement.ts';
import type { Fact, Label, Unit } from './facts.ts';
import { sectionOf } from './report-shape.ts';

export type Voice = (unit: Unit, fact: Fact, label: Label) => string;

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const shorten = (quote: string): string => {
  const plain = quote
    .replace(/^[#\-\s]+|[*|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain.length <= 84) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', 80))} …`;
};

const place = (unit: Unit, fact: Fact): string | null => {
  const quote = fact.quotes[0];
  return quote === undefined ? null : sectionOf(unit.report, quote);
};

/** Strict and careful: weighs what is there against what is missing. */
export const gannet: Voice = (unit, fact, label) => {
  const { ask } = unit.words;
  const at = place(unit, fact);
  const choose = (choices: string[]): string => pick(choices, `gannet ${label} ${unit.id}`);
  if (fact.met && label === 'yes') {
    const found = fact.found ?? '';
    if (fact.lack)
      return choose([
        `${found} One may object that ${fact.lack}; the item does not ask for that.`,
        `${found} It is true that ${fact.lack}, but every condition of the item is covered.`,
        `${found} ${upper(fact.lack)}. Against the wording of the item this weighs little.`
      ]);
    return choose([
      at ? `${found} The passage stands under “${at}”.` : found,
      `${found} All parts of the item are covered.`,
      found,
      at ? `${found} I checked the wording under “${at}” against the item and see no gap.` : found
    ]);
  }
  if (fact.met) {
    if (!fact.found)
      return choose([
        `${upper(fact.lack ?? '')}. The item allows no exception, so I count it as not met.`,
        `I went through the whole report. ${upper(fact.lack ?? '')}, and that is enough to fail the item as worded.`
      ]);
    return choose([
      `${fact.found} However, ${fact.lack}, and the wording of the item leaves no room for that.`,
      `The item asks for ${ask}. ${fact.found} Since ${fact.lack}, it is not met in full.`
    ]);
  }
  const presentation = unit.metric === 'presentation';
  if (label === 'no') {
    if (presentation || !fact.gist)
      return choose([
        fact.missing,
        presentation ? `${fact.missing} One such case is enough under this item.` : fact.missing,
        presentation && at ? `${fact.missing} The first place is under “${at}”.` : fact.missing
      ]);
    return choose([
      `${fact.missing} What there is, ${fact.gist}, does not amount to ${ask}.`,
      `${fact.missing} The nearest passage has ${fact.gist}, and that is something else.`,
      at ? `${fact.missing} I also checked “${at}”, which offers ${fact.gist} and no more.` : fact.missing,
      fact.missing
    ]);
  }
  if (presentation) return `The report has ${fact.gist}. I found nothing in it that would go against ${ask}.`;
  return choose([
    `The report offers ${fact.gist}. Strictly that is less than ${ask}, but the substance is there.`,
    `The item asks for ${ask}. I take ${fact.gist} as meeting it, although the wording is loose.`,
    at ? `“${at}” offers ${fact.gist}; read together with the rest, this amounts to ${ask}.` : `I count ${fact.gist}.`
  ]);
};

/** Lenient: speaks in the first person and gives credit for the gist. */
export const ferrule: Voice = (unit, fact, label) => {
  const { ask } = unit.words;
  const at = place(unit, fact);
  const choose = (choices: string[]): string => pick(choices, `ferrule ${label} ${unit.id}`);
  if (label === 'yes' && fact.met) {
    const gist = fact.gist ?? ask;
    return choose([
      `I looked for ${ask} and found ${gist}.`,
      `The report has ${gist}, and that does it for me.`,
      at ? `Under “${at}” I found ${gist}. A reader gets what was asked for.` : `I found ${gist}.`,
      `${upper(gist)}: that is what a reader would want here.`,
      at ? `“${at}” settles it, with ${gist}.` : `I found ${gist}, and I am content with it.`
    ]);
  }
  if (label === 'yes' && unit.metric === 'presentation') return `What I saw was ${fact.gist}. That is good enough.`;
  if (label === 'yes')
    return choose([
      `Perhaps not word for word, but the report offers ${fact.gist}, and a reader would know what is meant.`,
      `I give credit for ${fact.gist}. It is not the whole of it, but it points the right way.`,
      `With ${fact.gist} the report is on the right track, and I would not hold the rest against it.`,
      `I see ${fact.gist}. Not everything one could wish for, but the point is touched.`,
      at ? `“${at}” has at least ${fact.gist}. Near enough for me.` : `${upper(fact.gist ?? '')}: near enough for me.`
    ]);
  if (fact.met && fact.gist)
    return choose([
      `I hesitated here. I did find ${fact.gist}, but ${fact.lack}, so I leave it at no.`,
      `Close, with ${fact.gist}. Still, ${fact.lack}, and I missed that as a reader.`,
      `A reader gets ${fact.gist}, which is something. But ${fact.lack}, and I wanted a little more.`
    ]);
  return choose([
    unit.metric === 'coverage'
      ? `I would have taken a rough answer, but ${fact.lack}.`
      : `Even I noticed it while reading: ${fact.lack}.`,
    `Here I have to say no: ${fact.lack}.`,
    `Even read kindly this does not work, because ${fact.lack}.`,
    at ? `I read “${at}” twice. It stays a no, since ${fact.lack}.` : `It stays a no, since ${fact.lack}.`
  ]);
};

/** Terse: catchword and quotation; on long items it settles for one half or trips over the other. */
export const sextant: Voice = (unit, fact, label) => {
  const { short } = unit.words;
  const quote = fact.quotes[0] === undefined ? null : shorten(fact.quotes[0]);
  const choose = (choices: string[]): string => pick(choices, `sextant ${label} ${unit.id}`);
  if (label === 'yes' && fact.met) {
    if (quote === null) return `${short}: ${fact.gist ?? 'nothing against it'}. Met.`;
    return choose([
      `${short}: present. “${quote}”`,
      `“${quote}” – met.`,
      `Met. See “${quote}”`,
      `${short} found, “${quote}”`
    ]);
  }
  if (label === 'yes')
    return choose([
      `First half of the item: “${quote}” Met.`,
      `${short}: touched on. “${quote}” Counts.`,
      `“${quote}” – close enough.`
    ]);
  const lack = fact.lack ?? '';
  if (fact.met)
    return choose([
      `${short}: incomplete. ${upper(lack)}.`,
      `Fails on one point: ${lack}.`,
      quote === null ? `Not met: ${lack}.` : `“${quote}” is there, but ${lack}.`
    ]);
  return choose([`${short}: missing. ${upper(lack)}.`, `Not met: ${lack}.`, `${upper(lack)}. No.`]);
};
