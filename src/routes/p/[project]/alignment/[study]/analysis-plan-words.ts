export * from '$lib/alignment/preregistration/analysis-plan-words.ts';
