import { describe, expect, it } from 'vitest';
import type { Refusal } from '../errors.ts';
import { authorize, instance, operator } from './auth/authorize.ts';
import { memoryDatabase } from './db/memory.fixture.ts';
import { createProject } from './projects.ts';

const creating = (): ((name: string, slug?: string) => string) => {
  const { db } = memoryDatabase();
  const grant = authorize(operator, instance, 'administer');
  return (name, slug) => createProject(db, grant, { name, ...(slug !== undefined && { slug }) }).slug;
};
const problemsOf = (create: () => unknown): unknown => {
  try {
    create();
  } catch (error) {
    return (error as Refusal).problems;
  }
  return null;
};

describe('the address of a new project', () => {
  it.each([
    ['Summer heat', 'summer-heat'],
    ['Évaluation d’été', 'evaluation-d-ete'],
    ['项目评测', 'project'],
    ['تقييم', 'project'],
    ['🧪', 'project'],
    [`${'w'.repeat(49)} and more`, 'w'.repeat(49)]
  ])('is derived from a name in any script: %s', (name, slug) => {
    expect(creating()(name)).toBe(slug);
  });

  it('is numbered if another project has it', () => {
    const create = creating();
    expect(['项目评测', '第二个项目', '2026 基准', '2026 评测', '第三个项目'].map((name) => create(name))).toEqual([
      'project',
      'project-2',
      '2026',
      '2026-2',
      'project-3'
    ]);
  });

  it('is not numbered for a second project of the same name, and the field of the name says so', () => {
    const create = creating();
    create('Summer heat');
    expect(problemsOf(() => create('Summer HEAT'))).toMatchObject([{ column: 'name' }]);
  });

  it('is refused if it was written and is taken or malformed', () => {
    const create = creating();
    create('One', 'one');
    expect(problemsOf(() => create('Two', 'one'))).toMatchObject([{ column: 'slug' }]);
    expect(problemsOf(() => create('Two', '项目'))).toMatchObject([{ column: 'slug' }]);
  });
});
