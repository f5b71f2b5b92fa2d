import type { Translation } from '../translation.ts';
import type en from '../en/reveal.ts';

export default {} satisfies Translation<typeof en>;
