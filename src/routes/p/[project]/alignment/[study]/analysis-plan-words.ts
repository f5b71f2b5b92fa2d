export * from '$lib/alignment/adoption/analysis-plan-words.ts';
