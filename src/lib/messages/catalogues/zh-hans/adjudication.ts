import type { Translation } from '../translation.ts';
import type en from '../en/adjudication.ts';

export default {} satisfies Translation<typeof en>;
