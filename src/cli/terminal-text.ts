/** Lines of progress begin with one of these: they replace the line before. */
const AGAIN = ['\r\x1b[2K', '\r'];
const CONTROL = /(?![\n\t]|\r\n)\p{Cc}/gu;

type Write = (text: string | Uint8Array, ...rest: never[]) => boolean;

/**
 * Shows control characters on a terminal as codes (`\x1b`): names, labels and replies of models come from other people and could
 * otherwise hide lines or send commands to it. Pipes and files get every text as it is.
 */
export function showControls(stream: { isTTY?: boolean; write: Write }): void {
  if (!stream.isTTY) return;
  const write = stream.write.bind(stream);
  stream.write = (text, ...rest) => write(typeof text === 'string' ? withCodes(text) : text, ...rest);
}

function withCodes(text: string): string {
  const again = AGAIN.find((start) => text.startsWith(start)) ?? '';
  return again + text.slice(again.length).replace(CONTROL, codeOf);
}

const codeOf = (control: string): string => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
