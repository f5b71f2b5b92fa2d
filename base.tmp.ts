import { readFileSync, globSync, writeFileSync } from 'node:fs';
import { pairClaims } from './src/lib/scorer/report/claims/claims.ts';
import { readStructure } from './src/lib/scorer/report/structure/structure.ts';
const out: Record<string, unknown> = {};
const add = (k: string, t: string) => { out[k] = { claims: pairClaims(t), cites: readStructure(t).citations.map(c => [c.style, c.raw, c.numbers, c.start]) }; };
for (const f of globSync('/work/shared/data/liveresearchbench/reports/*/*.md')) add(f, readFileSync(f, 'utf8'));
for (const l of readFileSync('/work/shared/data/deep_research_bench/claude-3-7-sonnet-latest.jsonl', 'utf8').trim().split('\n')) { const d = JSON.parse(l); add('drb' + d.id, d.article); }
for (const f of globSync('seed/**/*.md')) add(f, readFileSync(f, 'utf8'));
for (const f of globSync('tests/**/*.md')) add(f, readFileSync(f, 'utf8'));
writeFileSync(process.argv[2]!, JSON.stringify(out));
console.log(Object.keys(out).length);
