import type { Translation } from '../translation.ts';
import type en from '../en/prompts.ts';

export default {} satisfies Translation<typeof en>;
