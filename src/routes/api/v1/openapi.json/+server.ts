import type { RequestHandler } from './$types';
import { openApiDocument } from '../openapi.ts';
import { operations } from '../operations/index.ts';

let text: string | undefined;

/** The OpenAPI 3.1 document of the API. It is public and holds no data. */
export const GET: RequestHandler = () => {
  text ??= `${JSON.stringify(openApiDocument(operations), null, 2)}\n`;
  return new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
