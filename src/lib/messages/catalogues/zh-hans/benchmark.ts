import type { Translation } from '../translation.ts';
import type en from '../en/benchmark.ts';

export default {} satisfies Translation<typeof en>;
