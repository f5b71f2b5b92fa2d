#!/usr/bin/env node
// The command `voirdire`. Quiet while nothing is missing.
import { runCommandLine } from './bootstrap.mjs';

await runCommandLine(process.argv.slice(2));
