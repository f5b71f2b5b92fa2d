import type { Translation } from '../translation.ts';
import type en from '../en/judging.ts';

export default {} satisfies Translation<typeof en>;
