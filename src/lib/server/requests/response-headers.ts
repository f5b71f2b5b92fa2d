/**
 * Headers that every answer carries, whatever its source: pages, files of the build, redirects, refusals and errors. A page
 * replaces the content policy with its own, which allows our scripts and styles.
 *
 * @param https whether people reach the server over https: only then may a browser be told to insist on it
 */
export const everyAnswer = (https: boolean): readonly (readonly [name: string, value: string])[] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
  ...(https ? [['Strict-Transport-Security', 'max-age=31536000'] as const] : [])
];
