import { cardPage, type CardHeads, type CardPage, type PageFigure } from '../../../alignment/card/card-page.ts';
import type { JudgeCard } from '../../../alignment/card/card.ts';
import { escapeXml } from '../../../alignment/charts/svg.ts';
import { htmlPage } from '../html/html-page.ts';
import { cardStyle } from './card-html-style.ts';

/**
 * A card as one HTML file that needs nothing else and prints on A4: style and pictures are inside, there is no script, and its
 * policy forbids a browser to load anything. It is to be read; what is verified is the bundle that it names.
 *
 * @param language of its text (BCP 47)
 */
export function writeCardHtml(
  card: JudgeCard,
  signed: { at: string; fingerprint: string; sha256: string },
  language: string
): string {
  const page = cardPage(card, signed, language);
  const { heads } = page;
  return htmlPage({
    language,
    title: page.title,
    style: cardStyle,
    body: `<main>
<article class="card">
<header><span class="brand">Voirdire</span><span>${escapeXml(page.line)}</span></header>
<div><h1>${escapeXml(page.title)}</h1>
<p class="say">${escapeXml(page.finding)}</p></div>
${judgesPart(page)}
<div class="pair"><div>
${figuresPart(page)}
${gatesPart(page)}
</div><div>
${factsPart(heads.evidence, page.evidence)}
${factsPart(heads.preregistration, page.preregistration)}
<section><h2>${escapeXml(heads.notCovered)}</h2><ul class="no">${page.notCovered.map((one) => `<li>${escapeXml(one)}</li>`).join('')}</ul></section>
</div></div>
<footer class="sig"><div><h2>${escapeXml(heads.signature)}</h2>${page.signer === null ? '' : `<p class="name">${escapeXml(page.signer)}</p>`}
${factList(page.signature)}</div>
<div><h2>${escapeXml(heads.verify)}</h2><ol>${page.steps.map(({ text, code }) => `<li>${escapeXml(text)}${code === null ? '' : `<br><code>${escapeXml(code)}</code>`}</li>`).join('')}</ol></div></footer>
</article>
</main>`
  });
}

type Facts = CardPage['evidence'];

const factList = (facts: Facts): string =>
  `<dl class="facts">${facts
    .map(
      ({ term, value, mono }) => `<dt>${escapeXml(term)}</dt><dd${mono ? ' class="mono"' : ''}>${escapeXml(value)}</dd>`
    )
    .join('')}</dl>`;

const factsPart = (title: string, facts: Facts): string =>
  `<section><h2>${escapeXml(title)}</h2>${factList(facts)}</section>`;

const judgesPart = ({ heads, judges }: CardPage): string =>
  `<section><h2>${escapeXml(heads.judges)}</h2><div class="js">${judges
    .map(({ name, facts }) => `<div><b>${escapeXml(name)}</b>${factList(facts)}</div>`)
    .join('')}</div></section>`;

const figuresPart = ({ heads, figures, axis, ci }: CardPage): string =>
  `<section><h2>${escapeXml(heads.figures)} <span class="label">${escapeXml(ci)}</span></h2><table><thead><tr><th scope="col">${escapeXml(heads.figure)}</th><th scope="col" class="p">${axisOf(axis, heads)}</th><th scope="col" class="num">${escapeXml(heads.value)}</th><th scope="col" class="num">${escapeXml(heads.interval)}</th><th scope="col" class="num">n</th></tr></thead><tbody>${figures
    .map(
      (figure) =>
        `<tr><th scope="row">${escapeXml(figure.name)}</th><td class="p">${pictureOf(figure, axis)}</td><td class="num">${escapeXml(figure.value)}</td><td class="num">${escapeXml(figure.interval)}</td><td class="num">${escapeXml(figure.n)}</td></tr>`
    )
    .join('')}</tbody></table></section>`;

const axisOf = (axis: CardPage['axis'], heads: CardHeads): string =>
  `<svg width="100%" height="16" role="img" aria-label="${escapeXml(heads.axis)}">${axis
    .map(
      ({ place, text }) =>
        `<text class="ax" x="${place}%" y="12" text-anchor="${place > 90 ? 'end' : place > 10 ? 'middle' : 'start'}">${escapeXml(text)}</text>`
    )
    .join('')}</svg>`;

function pictureOf({ at, from, to, ceiling }: PageFigure, axis: CardPage['axis']): string {
  const lines = axis.map(
    ({ place, target }) => `<line class="${target ? 'ref' : 'hair'}" x1="${place}%" x2="${place}%" y1="0" y2="22"/>`
  );
  const ci = from === null || to === null ? '' : `<line class="ci" x1="${from}%" x2="${to}%" y1="11" y2="11"/>`;
  const dot = at === null ? '' : `<circle class="${ceiling ? 'hollow' : 'full'}" cx="${at}%" cy="11" r="3.5"/>`;
  return `<svg width="100%" height="22" aria-hidden="true">${lines.join('')}${ci}${dot}</svg>`;
}

const gatesPart = ({ heads, gates, met }: CardPage): string =>
  `<section><h2>${escapeXml(heads.gates)} <span class="label">${escapeXml(met)}</span></h2><ul class="gl">${gates
    .map(
      ({ state, title, numbers }) =>
        `<li><b>${escapeXml(state)}</b><span>${escapeXml(title)}</span><span class="num">${escapeXml(numbers)}</span></li>`
    )
    .join('')}</ul></section>`;
