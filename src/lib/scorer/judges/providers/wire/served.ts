/** Characters of a name that a server gives of what answered: a longer one is no name. */
const LONGEST_NAME = 200;

/** The model that a server says answered; null if it says none, or something that is no name. */
export const servedName = (said: unknown): string | null => {
  const name = typeof said === 'string' ? said.trim() : '';
  return name === '' || name.length > LONGEST_NAME ? null : name;
};

/** Further identity of the server that answered (`Reply.backend`): a part of the reply. */
export const servedBy = (said: unknown): { backend?: string } => {
  const name = servedName(said);
  return name === null ? {} : { backend: name };
};
