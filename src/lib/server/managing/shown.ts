import { and, isNull, type SQL } from 'drizzle-orm';
import { schema } from '../db/client.ts';

/** Reports that lists and choices show: the newest revision of each, unless it is in the archive. */
export const isShownReport = (): SQL => and(isNull(schema.report.archivedAt), isNull(schema.report.replacedAt))!;
