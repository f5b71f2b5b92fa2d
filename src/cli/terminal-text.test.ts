import { describe, expect, it } from 'vitest';
import { showControls } from './terminal-text.ts';

/** Output of a stream for texts, after `showControls`. */
function written(isTTY: boolean, ...texts: (string | Uint8Array)[]): (string | Uint8Array)[] {
  const out: (string | Uint8Array)[] = [];
  const stream = { isTTY, write: (text: string | Uint8Array) => out.push(text) > 0 };
  showControls(stream);
  for (const text of texts) stream.write(text);
  return out;
}

describe('showControls', () => {
  it('shows control characters of a name on a terminal as codes', () => {
    expect(written(true, '  Mal\x1b]0;x\x07lory\x1b[1A\x1b[2K\x9b31m  lead\r\n\tof heat\rx\n')).toEqual([
      '  Mal\\x1b]0;x\\x07lory\\x1b[1A\\x1b[2K\\x9b31m  lead\r\n\tof heat\\x0dx\n'
    ]);
  });

  it('leaves lines of progress, which replace the line before, and letters of any script', () => {
    const texts = ['\r\x1b[2K3 of 8 judged (38%)', '\r1,000 labels read', '系统 – «é»\n'];
    expect(written(true, ...texts)).toEqual(texts);
  });

  it('changes nothing in a pipe or a file', () => {
    const texts = ['a\x1bb', new TextEncoder().encode('a\x1bb')];
    expect(written(false, ...texts)).toEqual(texts);
  });
});
