/** A document to read: nothing on it needs a script, and its content is not sent twice. */
export const csr = false;
