const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*Safari\//]
];
const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/]
];

/** For a browser that is none of those known here. */
export const OTHER_BROWSER = 'Another browser';

/** Browser and system of a `User-Agent`, e.g. "Firefox on Windows"; the header itself is kept nowhere. */
export function browserName(userAgent: string | null | undefined): string {
  const agent = (userAgent ?? '').slice(0, 1000);
  const nameIn = (list: typeof browsers): string | undefined => list.find(([, pattern]) => pattern.test(agent))?.[0];
  const browser = nameIn(browsers) ?? OTHER_BROWSER;
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}
