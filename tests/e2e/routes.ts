import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { personWith } from './browsing.ts';
import { texts } from './database.ts';
import type { RunningServer } from './server.ts';

/** Route ids by the files in the folders, groups in parentheses left out; `page` if there is one to look at. */
export function routesOnDisk(): { id: string; page: boolean }[] {
  const root = join(import.meta.dirname, '../../src/routes');
  const found = new Map<string, boolean>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!/^\+(page|server)(\.server)?\.(svelte|ts)$/.test(entry.name)) continue;
    const folder = entry.parentPath.slice(root.length).replaceAll('\\', '/');
    const id = folder.replaceAll(/\/\([^)]+\)/g, '') || '/';
    found.set(id, found.get(id) === true || entry.name.startsWith('+page'));
  }
  return [...found].map(([id, page]) => ({ id, page })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The address of a route in the demo: each parameter stands for something that is there. */
export function addressesIn(server: RunningServer): (id: string) => string {
  const one = (sql: string, ...values: string[]): string => texts(server.data, sql, ...values)[0]!;
  const addresses: Record<string, string> = {
    '[project]': 'demo',
    '[run]': '3',
    '[making]': '1',
    '[talk]': '1',
    '[check]': '1',
    '[unit]': '1',
    '[item]': '1',
    '[report]': one('select id from report limit 1'),
    '[system]': one('select id from system limit 1'),
    '[qid]': 'water01',
    '[suite]': 'report-bench',
    '[metric]': 'presentation',
    '[hash]': one('select content_hash from page_fetch where content_hash is not null limit 1'),
    '[format]': 'csv',
    '[file]': 'scores.csv',
    '[token]': 'x'.repeat(43),
    '[...path]': 'projects',
    '[kind]': 'run',
    '[thing]': one('select id from run where number = 3'),
    '[account]': one('select id from user where email = ?', personWith(server, 'annotator').email),
    '[assignment]': one(
      `select a.id from assignment a join study s on s.id = a.study_id join user u on u.id = a.user_id
       where s.number = 2 and u.email = ? order by a.position desc limit 1`,
      personWith(server, 'annotator').email
    )
  };
  // The round in progress has work in every stage.
  const held = (stage: string, role: string): string =>
    texts(
      server.data,
      `select a.id from verification_assignment a join user u on u.id = a.user_id
       where a.stage = ? and a.status <> 'withdrawn' order by u.email = ? desc, a.assigned_at desc limit 1`,
      stage,
      personWith(server, role).email
    )[0]!;
  const verification: Record<string, Record<string, string>> = {
    annotate: { '[assignment]': held('annotation', 'annotator') },
    review: { '[assignment]': held('review', 'reviewer') },
    inspect: { '[assignment]': held('inspection', 'reviewer') },
    adjudicate: {
      '[round]': '2',
      '[subject]': one(`select s.id from subject s join round_query q on q.id = s.round_query_id
        where q.stage = 'adjudication' order by q.position, s.position limit 1`)
    },
    rounds: {
      '[round]': '2',
      '[qid]': 'buildings01',
      '[inspection]': one(`select i.id from inspection i join inspection_batch b on b.id = i.batch_id
        join verification_round r on r.id = b.round_id where r.number = 2 order by b.number limit 1`)
    },
    drafts: { '[draft]': 'schools01' },
    making: { '[making]': '1' },
    topics: { '[topic]': 'night-trains' },
    versions: { '[version]': '1', '[file]': 'dataset.csv' }
  };
  const asked: Record<string, string> = { '/p/[project]/judges/compare/export.[format]': '?study=1&run=1' };
  return (id) =>
    `${id}${asked[id] ?? ''}`.replaceAll(/\[[^\]]+\]/g, (name) => {
      const [, folder = ''] = /^\/p\/\[project\]\/verification\/([^/]+)/.exec(id) ?? [];
      const there = verification[folder]?.[name];
      if (there !== undefined) return there;
      if (name === '[format]' && id.includes('/traces/')) return 'jsonl';
      if (name === '[file]' && id.includes('/template/')) return 'tasks.xlsx';
      if (name === '[suite]' && id.endsWith('/importance')) return 'daily-report';
      // The figures of study 1 have been looked at; those of study 2 are still closed.
      const value =
        name === '[study]' ? (/\/alignment\/(?!.*\/unblind$)|\/export\./.test(id) ? '1' : '2') : addresses[name];
      if (value === undefined) throw new Error(`addressesIn requires a value for ${name} in ${id}`);
      return value;
    });
}
