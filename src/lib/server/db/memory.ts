import { join } from 'node:path';
import { openDatabase, type OpenDatabase } from './client.ts';

/** A fresh database in memory with the real migrations: what domain tests run on. */
export const memoryDatabase = (): OpenDatabase => openDatabase(':memory:', join(process.cwd(), 'drizzle'));
