import type { Translation } from '../translation.ts';
import type en from '../en/survey.ts';

export default {} satisfies Translation<typeof en>;
