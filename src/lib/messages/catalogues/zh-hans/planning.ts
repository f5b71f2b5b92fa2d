import type { Translation } from '../translation.ts';
import type en from '../en/planning.ts';

export default {} satisfies Translation<typeof en>;
