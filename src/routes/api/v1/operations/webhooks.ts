import { env } from '$env/dynamic/private';
import { z } from 'zod';
import { projectEvents } from '$lib/exchange/events/project-events.ts';
import {
  changeWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  redeliver
} from '$lib/exchange/webhooks/webhooks.server.ts';
import { refuse } from '$lib/errors.ts';
import { parseFetchAllow } from '$lib/scorer/web/fetching/allow-list.ts';
import { guardFor, type Guard } from '$lib/scorer/web/fetching/guard.ts';
import type { ProjectGrant } from '$lib/server/auth/authorize.ts';
import { utcMoment } from '../moments.ts';
import { projectOperation } from '../operation.ts';
import { cutPage, pageOfRows, pageParameters } from '../paged.ts';

const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.string()).describe(`Some of ${projectEvents.join(', ')}.`),
    paused: z.boolean().describe('Whether nothing is sent, because a backup was restored.'),
    at: utcMoment
  })
  .meta({ id: 'Webhook' });

const delivery = z
  .object({
    id: z.string(),
    webhook: z.string().describe('Id of the webhook.'),
    event: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    tries: z.int(),
    status: z.int().nullable().describe('Status of the last answer; null without one.'),
    problem: z.string().nullable().describe('Why the last attempt failed.'),
    at: utcMoment,
    next: utcMoment.nullable().describe('Next attempt; null if none follows.')
  })
  .meta({ id: 'WebhookDelivery' });

const url = z.string().max(2_000).describe('Public address with https:// or http://.');
const events = z.array(z.enum(projectEvents)).min(1).max(projectEvents.length);

/** The rules by which this server sends requests. */
const ownGuard = (): Guard => guardFor(parseFetchAllow(env.VOIRDIRE_FETCH_ALLOW));

const shownWebhooks = (db: App.Locals['db'], grant: ProjectGrant<'manage'>) =>
  listWebhooks(db, grant).map(({ id, url: address, events: names, createdAt, pausedAt }) => ({
    ...{ id, url: address, events: names, paused: pausedAt !== null, at: createdAt }
  }));

const shownWebhook = (db: App.Locals['db'], grant: ProjectGrant<'manage'>, id: string) =>
  shownWebhooks(db, grant).find((one) => one.id === id) ?? refuse.notFound('webhook');

export const webhookOperations = [
  projectOperation({
    id: 'listWebhooks',
    method: 'GET',
    path: '/projects/{project}/webhooks',
    tag: 'Webhooks',
    summary: 'List the webhooks of a project, without their secrets.',
    access: 'manage',
    query: pageParameters(),
    answer: pageOfRows(webhook),
    run: ({ locals: { db }, grant, query }) => cutPage(shownWebhooks(db, grant), query)
  }),
  projectOperation({
    id: 'createWebhook',
    method: 'POST',
    path: '/projects/{project}/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook.',
    about:
      'The secret is in this answer only. States that last already are no events for it. A project can have ten webhooks.',
    access: 'manage',
    body: z.strictObject({ url, events: events.default([...projectEvents]) }).meta({ id: 'NewWebhook' }),
    status: 201,
    answer: webhook.extend({ secret: z.string().describe('Key of the signatures.') }).meta({ id: 'MadeWebhook' }),
    run: ({ locals: { db }, grant, body }) => {
      const { id, secret } = makeWebhook(db, grant, body, ownGuard());
      return { ...shownWebhook(db, grant, id), secret };
    }
  }),
  projectOperation({
    id: 'changeWebhook',
    method: 'PATCH',
    path: '/projects/{project}/webhooks/{webhook}',
    tag: 'Webhooks',
    summary: 'Change address or events of a webhook, and resume it if it is paused.',
    about: 'Its secret and its deliveries stay.',
    access: 'manage',
    body: z.strictObject({ url: url.optional(), events: events.optional() }).meta({ id: 'WebhookChange' }),
    answer: webhook,
    run: ({ locals: { db }, grant, params, body }) => {
      changeWebhook(db, grant, params.webhook!, body, ownGuard());
      return shownWebhook(db, grant, params.webhook!);
    }
  }),
  projectOperation({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/projects/{project}/webhooks/{webhook}',
    tag: 'Webhooks',
    summary: 'Delete a webhook with its deliveries; those that wait are not sent.',
    access: 'manage',
    answer: z.object({ deleted: z.string().describe('Id of the webhook.') }).meta({ id: 'DeletedWebhook' }),
    run: ({ locals: { db }, grant, params }) => {
      deleteWebhook(db, grant, params.webhook!);
      return { deleted: params.webhook! };
    }
  }),
  projectOperation({
    id: 'listDeliveries',
    method: 'GET',
    path: '/projects/{project}/deliveries',
    tag: 'Webhooks',
    summary: 'List the newest 100 deliveries of the webhooks of a project, or of one webhook.',
    access: 'manage',
    query: pageParameters().extend({ webhook: z.string().max(100).optional().describe('Of this webhook only.') }),
    answer: pageOfRows(delivery),
    run: ({ locals: { db }, grant, query: { webhook: of, ...asked } }) =>
      cutPage(
        listDeliveries(db, grant, of).map(({ id, webhookId, event, state, tries, status, problem, at, nextAt }) => ({
          ...{ id, webhook: webhookId, event, state, tries, status, problem, at },
          next: state === 'waiting' ? nextAt : null
        })),
        asked
      )
  }),
  projectOperation({
    id: 'redeliver',
    method: 'POST',
    path: '/projects/{project}/deliveries/{delivery}/redeliver',
    tag: 'Webhooks',
    summary: 'Send an event once more, as a new delivery within 15 seconds.',
    access: 'manage',
    status: 202,
    answer: z.object({ delivery: z.string().describe('Id of the new delivery.') }).meta({ id: 'Redelivery' }),
    run: ({ locals: { db }, grant, params }) => ({ delivery: redeliver(db, grant, params.delivery!) })
  })
];
