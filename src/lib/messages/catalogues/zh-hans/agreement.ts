import type { Translation } from '../translation.ts';
import type en from '../en/agreement.ts';

export default {} satisfies Translation<typeof en>;
