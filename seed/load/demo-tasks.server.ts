import type { ProjectGrant } from '../../src/lib/server/auth/authorize.ts';
import type { Db } from '../../src/lib/server/db/client.ts';
import { editMaterial, materialRevisions } from '../../src/lib/verification/benchmark/material.server.ts';
import { importTopics } from '../../src/lib/verification/topics/topics.server.ts';
import { demoTasks, demoTopics } from '../daily-tasks.ts';

/** Brings topics and DailyReport's tasks of the demo's queries into a project. What is there already stays. */
export function writeDemoTasks(db: Db, manage: ProjectGrant<'manage'>): void {
  importTopics(db, manage, demoTopics);
  for (const [qid, content] of Object.entries(demoTasks))
    if (!materialRevisions(db, manage, qid).some(({ suite }) => suite === 'daily-report'))
      editMaterial(db, manage, { qid, suite: 'daily-report', content, reason: '', revision: 0 });
}
