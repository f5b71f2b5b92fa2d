import type { Translation } from '../../translation.ts';
import type en from '../../en/library/study-kinds.ts';

export default {} satisfies Translation<typeof en>;
