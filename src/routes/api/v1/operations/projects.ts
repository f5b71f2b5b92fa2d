import { z } from 'zod';
import { authorize, instance } from '$lib/server/auth/authorize.ts';
import { createProject, projectsOf, type Project } from '$lib/server/projects.ts';
import { projectOperation, instanceOperation } from '../operation.ts';
import { pagedBy, pageOfRows, listQuestionOf } from '../paged.ts';
import { arrangeRows } from '$lib/server/lists/arrange-rows.ts';
import { utcMoment } from '../moments.ts';

const project = z
  .object({
    slug: z.string().describe('Its address, as in /p/SLUG; the parameter `project` of other operations.'),
    name: z.string(),
    description: z.string(),
    demo: z.boolean().describe('Whether it is the demonstration.'),
    createdAt: utcMoment
  })
  .meta({ id: 'Project' });

export const projectOperations = [
  instanceOperation({
    id: 'listProjects',
    method: 'GET',
    path: '/projects',
    tag: 'Projects',
    summary: 'List the projects in which you have a role.',
    about: 'Admins get all projects. Projects in the archive are left out.',
    access: 'signed-in',
    query: pagedBy(['name', 'created']),
    answer: pageOfRows(project),
    run: ({ locals, person, query }) =>
      arrangeRows(projectsOf(locals.db, person), listQuestionOf(query), {
        text: ({ name, slug, description }) => [name, slug, description],
        orders: { name: ({ name }) => name, created: ({ createdAt }) => createdAt }
      })
  }),
  instanceOperation({
    id: 'createProject',
    method: 'POST',
    path: '/projects',
    tag: 'Projects',
    summary: 'Create a project.',
    about: 'For admins of the instance.',
    access: 'administer',
    body: z
      .strictObject({
        name: z.string().min(1).max(300),
        slug: z
          .string()
          .max(60)
          .optional()
          .describe('Lower-case letters, digits and hyphens; made of the name if absent.'),
        description: z.string().max(10_000).optional()
      })
      .meta({ id: 'NewProject' }),
    status: 201,
    answer: project,
    run: ({ locals, person, body: { name, slug, description } }): Project =>
      createProject(locals.db, authorize(person, instance, 'administer'), {
        name,
        ...(slug !== undefined && { slug }),
        ...(description !== undefined && { description })
      })
  }),
  projectOperation({
    id: 'getProject',
    method: 'GET',
    path: '/projects/{project}',
    tag: 'Projects',
    summary: 'Read one project.',
    access: 'enter',
    answer: project,
    run: ({ project }) => project
  })
];
