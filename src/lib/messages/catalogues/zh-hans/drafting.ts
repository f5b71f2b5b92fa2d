import type { Translation } from '../translation.ts';
import type en from '../en/drafting.ts';

export default {} satisfies Translation<typeof en>;
