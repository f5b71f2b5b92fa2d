import type { Translation } from '../../translation.ts';
import type en from '../../en/library/imports.ts';

export default {} satisfies Translation<typeof en>;
