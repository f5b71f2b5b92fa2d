#!/usr/bin/env node
import { carryOut } from './program.ts';

await carryOut(process.argv.slice(2));
