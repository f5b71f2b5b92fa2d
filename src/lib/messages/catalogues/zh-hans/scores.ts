import type { Translation } from '../translation.ts';
import type en from '../en/scores.ts';

export default {} satisfies Translation<typeof en>;
