import type { Aside } from '$lib/alignment/workers/aside.server.ts';
import type { Problem, RefusalCode } from '$lib/errors.ts';
import type { PageKeys } from '$lib/components/shared/keys/key-actions.ts';
import type { Db } from '$lib/server/db/client.ts';
import type { WriteFault } from '$lib/server/db/write-faults.ts';
import type { SentForms } from '$lib/server/requests/sent-forms.ts';
import type { Person } from '$lib/server/auth/authorize.ts';
import type { RunDriver } from '$lib/scorer/runs/driving/driver.server.ts';

declare global {
  namespace App {
    interface Locals {
      db: Db;
      /** Null for visitors who are not signed in. */
      actor: Person | null;
      /** The use of the session was last noted an hour ago or more. */
      sessionStale: boolean;
      driver: RunDriver;
      /** Forms, and requests with an idempotency key, that are handled once. */
      sentForms: SentForms;
      /** Where figures of studies are computed, away from this thread. */
      aside: Aside;
      theme: 'light' | 'dark' | 'system';
      /** Tag of the language that the visitor reads: of the account, the cookie or the browser. */
      language: string;
      /** The visitor's keys on pages of work. */
      keys: PageKeys;
      /** Set if the disk failed in the course of this request. */
      writeFault?: WriteFault;
    }
    interface Error {
      message: string;
      code?: RefusalCode;
      problems?: Problem[];
      /** Reference to quote when asking for help. */
      reference?: string;
    }
    interface PageData {
      /** The way to the page from the list of projects, which stands before it (`AppBar`). */
      crumbs?: { label: string; href?: string }[];
      /** Pages on which people work fill the window and show no project tabs. */
      fillsWindow?: boolean;
      /** Of the project in view, for those who work in it. */
      inbox?: { href: string; unread: number; label: string } | null;
      /** Kind and id of the thing that the page is about, if leads can rename, archive or delete it. */
      manage?: string;
    }
  }
}

export {};
