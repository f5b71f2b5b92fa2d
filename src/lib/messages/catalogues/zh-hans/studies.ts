import type { Translation } from '../translation.ts';
import type en from '../en/studies.ts';

export default {} satisfies Translation<typeof en>;
