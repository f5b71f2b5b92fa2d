import { createHmac } from 'node:crypto';

/**
 * Foreign text between two lines that its author cannot forge.
 *
 * The marker is HMAC-SHA256(key, name and content): the author of the content does not know the key, so no text can hold
 * its own closing line; the same content and key give the same marker, so replies can be shared between runs.
 */
export const delimit = (name: string, content: string, key: string): string => {
  if (key === '') throw new Error('delimit requires a key');
  const mark = createHmac('sha256', key).update(`${name}\n`).update(content, 'utf8').digest('hex').slice(0, 32);
  return `<<<${name} ${mark}>>>\n${content}\n<<<end of ${name} ${mark}>>>`;
};
