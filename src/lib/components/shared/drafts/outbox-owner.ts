let owner = '';

/** Name under which the person who is signed in keeps what is not sent yet (`server/auth/accounts/outbox-of.ts`); empty for visitors. */
export const outboxOwner = (): string => owner;
export const setOutboxOwner = (name: string): void => void (owner = name);
