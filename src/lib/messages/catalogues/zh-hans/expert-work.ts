import type { Translation } from '../translation.ts';
import type en from '../en/expert-work.ts';

export default {} satisfies Translation<typeof en>;
