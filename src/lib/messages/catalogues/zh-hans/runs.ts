import type { Translation } from '../translation.ts';
import type en from '../en/runs.ts';

export default {} satisfies Translation<typeof en>;
