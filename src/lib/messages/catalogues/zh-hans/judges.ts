import type { Translation } from '../translation.ts';
import type en from '../en/judges.ts';

export default {} satisfies Translation<typeof en>;
