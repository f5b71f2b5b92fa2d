import { fail } from '@sveltejs/kit';
import type { Actions, PageServerLoad } from './$types';
import { importFiles } from '$lib/exchange/import-files.server.ts';
import { systemCategories } from '$lib/verification/systems.ts';
import { answer, attempt } from '../../../answer.ts';
import { grantFor } from '../../../grants.ts';

export const load: PageServerLoad = (event) =>
  answer(() => {
    const { project } = grantFor(event, 'manage');
    return {
      crumbs: [
        { label: 'Projects', href: '/' },
        { label: project.name, href: `/p/${project.slug}` },
        { label: 'Import' }
      ],
      categories: Object.entries(systemCategories).map(([value, label]) => ({ value, label }))
    };
  });

export const actions: Actions = {
  default: async (event) => {
    const form = await event.request.formData();
    const chosen = form.getAll('files').filter((f): f is File => f instanceof File && f.size > 0);
    const system = String(form.get('system') ?? '').trim();
    const collected = String(form.get('collected') ?? '').trim();
    const files = await Promise.all(
      chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }))
    );
    // A chosen folder sends its paths beside the files: browsers strip them from the names.
    const paths = form.getAll('paths').map(String);
    const named = files.map((file, i) => ({ ...file, name: paths[i] || file.name }));
    const done = await attempt(() => {
      const { grant } = grantFor(event, 'manage');
      const described = Object.fromEntries(
        ['provider', 'family', 'backbone', 'category', 'collectedHow', 'collectedAt'].map((f) => [
          f,
          String(form.get(f) ?? '')
        ])
      );
      return importFiles(event.locals.db, grant, named, {
        ...(system === '' ? {} : { system, systems: { [system]: described } }),
        createQueries: form.get('createQueries') === 'on',
        ...(collected !== '' && { collected })
      });
    });
    return 'kind' in done ? done : fail(done.status, { ...done.data, files: chosen.map((f) => f.name) });
  }
};
