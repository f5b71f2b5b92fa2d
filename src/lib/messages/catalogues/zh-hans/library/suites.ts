import type { Translation } from '../../translation.ts';
import type en from '../../en/library/suites.ts';

export default {} satisfies Translation<typeof en>;
