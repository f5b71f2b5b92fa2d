import { escapeXml } from '../../../alignment/charts/svg.ts';
import { directionOf } from '../../../messages/languages.ts';

/**
 * An HTML file that needs nothing else: its style is inside, there is no script, and its policy forbids a browser to load anything.
 *
 * @param language of its text (BCP 47)
 * @param body HTML; every text in it is escaped
 */
interface HtmlFile {
  language: string;
  title: string;
  style: string;
  body: string;
}
export const htmlPage = ({ language, title, style, body }: HtmlFile): string =>
  `<!doctype html>
<html lang="${escapeXml(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>${escapeXml(title)}</title>
<style>
${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
