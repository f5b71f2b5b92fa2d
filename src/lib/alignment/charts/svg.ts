import { colours, type Colour } from './colours.ts';
import { at, drawn, type DrawnMark, type Picture } from './picture.ts';

/** Text for XML and HTML, between tags and in attributes; what XML does not allow, escaped or not, becomes `\ufffd`. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

type Attributes = Readonly<Record<string, string | number>>;

const written = (all: Attributes): string =>
  Object.entries(all)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join('');

const attributesOf = ({ d, x, y, fill, stroke, width, dashes, anchor, weight }: DrawnMark): Attributes =>
  Object.fromEntries(
    Object.entries({
      ...{ d, x, y, fill, stroke },
      ...{ 'stroke-width': width, 'stroke-dasharray': dashes, 'text-anchor': anchor, 'font-weight': weight }
    }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  );

const inside = (picture: Picture, colour: (attributes: Attributes) => Attributes): string =>
  [
    `<title>${escapeXml(picture.title)}</title><desc>${escapeXml(picture.description)}</desc>`,
    ...picture.marks.map(drawn).map((mark) => {
      const tag = mark.text === null ? 'path' : 'text';
      const open = `<${tag}${written(colour(attributesOf(mark)))}`;
      const text =
        (mark.title === null ? '' : `<title>${escapeXml(mark.title)}</title>`) +
        (mark.text === null ? '' : escapeXml(mark.text));
      return text === '' ? `${open}/>` : `${open}>${text}</${tag}>`;
    })
  ].join('\n');

/** The picture inside an HTML page that has the design's colours: it follows the page's theme. No script, no address. */
export const inlineSvg = (picture: Picture): string =>
  `<svg class="chart"${written({
    role: 'img',
    'aria-label': picture.title,
    viewBox: `0 0 ${at(picture.width)} ${at(picture.height)}`,
    width: at(picture.width),
    height: at(picture.height)
  })}>${inside(picture, (attributes) => attributes)}</svg>`;

const light = (attributes: Attributes): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      String(value).replace(/^var\(--(.+)\)$/, (_, colour: string) => colours[colour as Colour][0])
    ])
  );

const margin = 12;

/**
 * The picture as a file of its own, light on a light ground. Colours are written out at each mark: programs that know
 * neither style sheets nor `var()` show it as browsers do.
 */
export function svgFile(picture: Picture): string {
  const [width, height] = [at(picture.width + 2 * margin), at(picture.height + 2 * margin)];
  const root = {
    xmlns: 'http://www.w3.org/2000/svg',
    role: 'img',
    'aria-label': picture.title,
    viewBox: `${-margin} ${-margin} ${width} ${height}`,
    width,
    height,
    'font-family': "'Liberation Sans', 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif",
    'font-size': 12
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg${written(root)}>`,
    '<style>text { font-variant-numeric: tabular-nums lining-nums }</style>',
    `<rect${written({ x: -margin, y: -margin, width, height, fill: colours.sheet[0] })}/>`,
    inside(picture, light),
    '</svg>',
    ''
  ].join('\n');
}
