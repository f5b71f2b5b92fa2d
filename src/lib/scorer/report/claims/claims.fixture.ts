import { pairClaims } from './claims.ts';

/** A list of four, of which the third has no address. */
export const REFERENCES = `

## References

[1] Harbour statistics 2024. https://a.example/one
[2] Ferry survey: https://b.example/two
[3] Port law, in print.
[4] Never cited: https://d.example/four
`;

/** Each claim as `text <= url`, so that a test reads like the report. */
export const pairs = (markdown: string): string[] => {
  const { sources, claims } = pairClaims(markdown);
  const urls = new Map(sources.map(({ key, url }) => [key, url]));
  return claims.map(({ text, source }) => `${text} <= ${urls.get(source)}`);
};
/** The same of a report with this text and the references above. */
export const cited = (text: string): string[] => pairs(`# Report\n\n${text}${REFERENCES}`);
/** The sources of a report, in their order. */
export const urls = (markdown: string): string[] => pairClaims(markdown).sources.map(({ url }) => url);
