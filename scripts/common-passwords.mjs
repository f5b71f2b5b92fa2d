// node scripts/common-passwords.mjs FOLDER
// Writes src/lib/server/auth/sign-in/common-passwords-list.ts anew from the npm package @zxcvbn-ts/language-common (MIT), of which FOLDER
// is an installation. Kept are the 10,000 most frequent passwords of four characters or more and all others that are long enough
// for an account here, as the first six bytes of their SHA-256: the list holds no words that a reader would rather not see.
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { inRoot } from './process.mjs';

const folder = resolve(process.argv[2] ?? 'node_modules/@zxcvbn-ts/language-common');
const { name, version, main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const { dictionary } = createRequire(import.meta.url)(join(folder, main));
/** @type {string[]} */
const all = dictionary['passwords-common'];
const kept = all.filter((word, rank) => word.length >= (rank < 10_000 ? 4 : 10));
const bytes = Buffer.concat(
  kept.map((word) => hash('sha256', word.toLowerCase(), 'buffer').subarray(0, 6)).sort(Buffer.compare)
);
const lines = bytes.toString('base64').match(/.{1,120}/g) ?? [];
writeFileSync(
  inRoot('src/lib/server/auth/sign-in/common-passwords-list.ts'),
  `/**
 * ${kept.length} passwords that leaked most often, from ${name} ${version} (MIT, https://github.com/zxcvbn-ts/zxcvbn): the first six
 * bytes of the SHA-256 of each, one after the other, in base64. Written by \`scripts/common-passwords.mjs\`.
 */
export const commonPasswords = \`
${lines.join('\n')}
\`;
`
);
console.log(`${kept.length} passwords of ${name} ${version}`);
