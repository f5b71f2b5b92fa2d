import type { RequestHandler } from './$types';
import { answer } from '../../../../../../answer.ts';
import { finishedTo } from '../../../review-work.ts';

export const POST: RequestHandler = (event) => answer(() => Response.json({ href: finishedTo(event) }));
