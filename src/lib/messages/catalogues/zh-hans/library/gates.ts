import type { Translation } from '../../translation.ts';
import type en from '../../en/library/gates.ts';

export default {} satisfies Translation<typeof en>;
