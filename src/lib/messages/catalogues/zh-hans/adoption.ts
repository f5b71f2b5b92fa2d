import type { Translation } from '../translation.ts';
import type en from '../en/adoption.ts';

export default {} satisfies Translation<typeof en>;
