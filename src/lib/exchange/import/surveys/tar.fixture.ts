/** A tar archive of texts by path; `{ link }` makes a symbolic link. Names above 100 characters go as GNU long names. */
export function tarOf(files: Readonly<Record<string, string | { link: string }>>): Uint8Array {
  const blocks: Buffer[] = [];
  const add = (name: string, type: string, content: Buffer, link = ''): void => {
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\0' + '00', 257);
    header.fill(0x20, 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148
    );
    blocks.push(header, content, Buffer.alloc((512 - (content.length % 512)) % 512));
  };
  for (const [path, given] of Object.entries(files)) {
    if (path.length > 100) add('././@LongLink', 'L', Buffer.from(`${path}\0`));
    if (typeof given === 'string') add(path, path.endsWith('/') ? '5' : '0', Buffer.from(given));
    else add(path, '2', Buffer.alloc(0), given.link);
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
