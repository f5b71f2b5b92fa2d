#!/usr/bin/env node
// The command `voirdire` of the published package.
import { resolve } from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`Voirdire needs Node 22.18 or newer; this is ${process.version}. Install a newer one from nodejs.org.`);
  process.exit(1);
}
// An installed package can be replaced at any time: data belong to the folder in which the command runs.
process.env.VOIRDIRE_DATA ||= resolve('data');
await import('../src/cli/main.js');
