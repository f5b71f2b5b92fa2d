import type { Translation } from '../translation.ts';
import type en from '../en/projects.ts';

export default {} satisfies Translation<typeof en>;
