import { fail } from '@sveltejs/kit';
import { libraryTextIn } from '$lib/messages/library-text.ts';
import { messagesIn } from '$lib/messages/words.ts';
import { metricWordIn } from '$lib/scorer/suites/metric-words.ts';
import { archiveThing, restoreThing } from '$lib/server/managing/archiving.ts';
import { deleteThing, previewDeletion } from '$lib/server/managing/deleting.ts';
import { thingOf, type Manager } from '$lib/server/managing/managed-thing.ts';
import { editableName, renameThing } from '$lib/server/managing/renaming.ts';
import { isThingKind, type ThingKindName } from '$lib/server/managing/things.ts';
import { settleAfter } from '$lib/verification/work/progress.server.ts';
import { refuse } from '$lib/errors.ts';
import { sayIn } from '$lib/messages/say-in.ts';
import { attempt } from './answer.ts';
import { refuseUnseen, seenOf } from './seen-values.ts';

type Db = App.Locals['db'];

/** The kind that an address names. */
export const kindIn = (text: string | undefined): ThingKindName =>
  text !== undefined && isThingKind(text) ? text : refuse.notFound('kind of thing');

/** A thing as its page shows it: what can be done with it, and what each act would do. */
export function managedThing(language: string, db: Db, grant: Manager, kind: ThingKindName, id: string) {
  const thing = thingOf(db, grant, kind, id);
  const editable = editableName(db, thing);
  const { hanging, obstacle } = previewDeletion(db, grant, kind, id, (name) => metricWordIn(language, name));
  return {
    ...{ kind, account: kind === 'account' },
    ...{ label: libraryTextIn(language)(thing.label), name: thing.name, archivedAt: thing.archivedAt },
    ...{ editable, seen: seenOf(editable) },
    ...{ hanging, obstacle: obstacle && sayIn(language, obstacle) }
  };
}

/**
 * Carries out what a form of a thing's page asks for.
 *
 * @returns the sentence that is shown, or the refusal; `deleted` if the thing is gone
 */
export async function changeThing(
  open: () => { db: Db; grant: Manager; kind: ThingKindName; id: string },
  act: 'rename' | 'archive' | 'restore' | 'delete',
  form: FormData,
  language: string
) {
  const [typed, newName] = [String(form.get('typed') ?? ''), form.get('name')];
  const done = await attempt(() => {
    const { db, grant, kind, id } = open();
    const say = messagesIn(language, 'managing');
    if (act === 'rename') {
      refuseUnseen(form, editableName(db, thingOf(db, grant, kind, id)));
      const { label } = renameThing(db, grant, kind, id, String(newName ?? ''));
      return { said: say.renamed({ name: libraryTextIn(language)(label) }) };
    }
    if (act === 'delete') {
      deleteThing(db, grant, kind, id, typed, (name) => metricWordIn(language, name));
      settleAfter(db, grant, kind);
      return { deleted: true as const };
    }
    (act === 'archive' ? archiveThing : restoreThing)(db, grant, kind, id);
    settleAfter(db, grant, kind);
    if (kind === 'account') return { said: act === 'archive' ? say.disabled : say.enabled };
    const thing = messagesIn(language, 'things').noun({ kind: kind.replaceAll('-', '') });
    return { said: (act === 'archive' ? say.archived : say.restored)({ thing }) };
  });
  return 'said' in done || 'deleted' in done
    ? done
    : fail(done.status, { ...done.data, typed, newName: newName === null ? null : String(newName) });
}
