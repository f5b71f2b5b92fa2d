import type { Translation } from '../translation.ts';
import type en from '../en/refusals.ts';

export default {} satisfies Translation<typeof en>;
