import { rows, texts } from './database.ts';

/** Lower-case letters and digits only: the same words, however they were escaped on their way. */
export const squash = (text: string): string =>
  text
    .replace(/\\u[0-9a-f]{4}|\\[nrt]|&#?\w+;|<[^>]{1,200}>/gi, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Words that name a system or a judge of the demo, or are known to the server alone. */
export function namesAndIds(data: string): string[] {
  const systems = rows(data, 'select id, name, provider, backbone, collected_how from system').flatMap(Object.values);
  const judges = rows(data, `select id, fingerprint, spec, model from judge`).flatMap(Object.values);
  const known = [...systems, ...judges, ...texts(data, 'select name from run'), 'scripted:'];
  // `rules` is a word of its own language; its row is known by id and fingerprint.
  return [...new Set(known.map(String))].filter((word) => word !== 'rules' && word !== 'null');
}

/** Pieces of the demo judges' texts that occur in none of the texts that every person may read. */
export const rationalePieces = (data: string): string[] =>
  piecesApart(data, texts(data, 'select distinct rationale from verdict'));

/** Such pieces of what judges said of an assignment’s items on which one of them differs from the person; leaving an item to others is no saying. */
export const rationalePiecesOf = (data: string, assignmentId: string): string[] =>
  piecesApart(
    data,
    texts(
      data,
      `select distinct v.rationale from assignment_item a join study_item i on i.id = a.study_item_id
       join study s on s.id = i.study_id
       join verdict v on v.run_id = s.run_id and v.metric = s.metric and v.report_id = i.report_id and v.item = i.unit_key
       join assignment own on own.id = a.assignment_id
       where a.assignment_id = ? and v.repeat = 0 and v.state = 'judged' and exists (
         select 1 from verdict other join human_verdict h on h.study_item_id = i.id and h.user_id = own.user_id
         where other.run_id = v.run_id and other.metric = v.metric and other.report_id = v.report_id and other.item = v.item
           and other.repeat = 0 and other.state = 'judged' and other.label <> h.label)`,
      assignmentId
    )
  );

function piecesApart(data: string, written: string[]): string[] {
  const open = squash(
    [
      ...texts(data, 'select markdown from report_text'),
      ...texts(data, 'select text from query'),
      ...texts(data, 'select text from study_item')
    ].join('\n')
  );
  return pieces(written, open);
}

/** Returns the notes and reasons of preferences that people other than this person wrote. */
export const notesOfOthers = (data: string, email: string): string[] =>
  texts(
    data,
    `select note from human_verdict h join user u on u.id = h.user_id where u.email <> ? and length(note) > 8
     union select p.note from preference p join user u on u.id = p.user_id where u.email <> ? and length(p.note) > 8`,
    email,
    email
  ).map(squash);

export const namesOfOthers = (data: string, email: string): string[] =>
  rows(data, 'select name, email from user where email <> ?', email).flatMap(Object.values).map(String);

/** 40 characters, every 10. */
function pieces(written: string[], open: string): string[] {
  const found = new Set<string>();
  for (const text of written.map(squash))
    for (let at = 0; at + 40 <= text.length; at += 10) {
      const piece = text.slice(at, at + 40);
      if (!open.includes(piece)) found.add(piece);
    }
  return [...found];
}
