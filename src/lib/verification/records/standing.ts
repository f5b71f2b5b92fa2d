import { sql } from 'drizzle-orm';

/** The last revision of a rating `r`, unless that takes it back. */
export const isStandingRating = sql`r.label is not null and r.revision = (
  select max(l.revision) from rating l where l.assignment_id = r.assignment_id and l.subject_id = r.subject_id
)`;

/** The last review `v` of what an annotator said of a subject: a rating is reviewed again when its batch comes back. */
export const isStandingReview = sql`v.id = (
  select l.id from rating o join rating r on r.assignment_id = o.assignment_id and r.subject_id = o.subject_id
    join review l on l.rating_id = r.id
  where o.id = v.rating_id order by r.revision desc, l.revision desc limit 1
)`;
