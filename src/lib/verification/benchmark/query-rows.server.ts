import type { schema } from '../../server/db/client.ts';

/** Queries and items of checklists as they are stored. */
export type Query = typeof schema.query.$inferSelect;
export type ChecklistItem = typeof schema.checklistItem.$inferSelect;
