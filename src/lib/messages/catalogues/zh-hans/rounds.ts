import type { Translation } from '../translation.ts';
import type en from '../en/rounds.ts';

export default {} satisfies Translation<typeof en>;
