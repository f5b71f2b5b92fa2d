import type { Person } from '$lib/server/auth/authorize.ts';
import type { Db } from '$lib/server/db/client.ts';
import { metricTitleIn } from '$lib/scorer/suites/metric-words.ts';
import { workToTake } from '$lib/studies/judging/leases/leases.server.ts';
import { myStudies } from '$lib/studies/judging/queue.server.ts';
import { ownMedianSeconds, waitingFor } from '$lib/studies/judging/waiting.server.ts';

/** A person's studies with the next thing to do in each. @param language of the person */
export function studyQueue(db: Db, person: Person, language: string, slug?: string) {
  return myStudies(db, person)
    .filter((study) => slug === undefined || study.project.slug === slug)
    .map((study) => ({
      ...study,
      slug: study.project.slug,
      metricTitle: metricTitleIn(language, study.metric),
      medianSeconds: ownMedianSeconds(db, person, study.id),
      waiting: waitingFor(db, person, study.id),
      free: study.status === 'open' && study.done === study.total ? workToTake(db, person, study.id) : null
    }));
}
