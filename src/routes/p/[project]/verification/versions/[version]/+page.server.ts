import type { PageServerLoad } from './$types';
import { versionFileNames } from '$lib/exchange/export/version/version-files.server.ts';
import { versionLineage, versionRecord } from '$lib/verification/release/finalise.server.ts';
import { getVersion } from '$lib/verification/release/versions.server.ts';
import { wordDiff } from '$lib/verification/vocabulary/word-diff.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { answer } from '../../../../../answer.ts';
import { grantFor } from '../../../../../grants.ts';
import { verificationCrumbs } from '../../crumbs.ts';
import { versionNumber } from '../../version-number.ts';

const SHOWN = 100;

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { db } = event.locals;
    const { project, grant } = grantFor(event, 'read-benchmark');
    const number = versionNumber(event.params.version);
    const say = messagesIn(event.locals.language, 'versions');
    const { version, finalisation, changes, previous, rubrics } = versionRecord(db, grant, number);
    const { content } = getVersion(db, grant, number);
    // A query that a round dropped has its history here; one that left otherwise is in the version before.
    const here = new Set([...content.queries, ...versionLineage(db, grant, number)].map(({ qid }) => qid));
    return {
      crumbs: verificationCrumbs(
        event.locals.language,
        project,
        { label: say.versions, href: `/p/${project.slug}/verification/versions` },
        { label: say.number({ number }) }
      ),
      made: (['made', 'frozen', 'same'] as const).find((how) => event.url.searchParams.has(how)) ?? null,
      version: {
        number,
        contentHash: version.contentHash,
        queries: version.queries,
        items: version.items,
        frozenAt: version.frozenAt
      },
      finalisation,
      previous,
      changes: changes.slice(0, SHOWN).map((change) => ({
        ...change,
        in: change.key === 'topic' || change.key === 'rubric' ? null : here.has(change.qid) ? number : previous,
        diff: change.before !== null && change.after !== null ? wordDiff(change.before, change.after) : null
      })),
      changed: changes.length,
      files: versionFileNames({ content }).filter((name) => finalisation !== null || !/lineage|datasheet/.test(name)),
      rubrics,
      queries: getVersion(db, grant, number).content.queries.map(({ qid, text, items }) => ({
        qid,
        text,
        items: items.length
      }))
    };
  });
