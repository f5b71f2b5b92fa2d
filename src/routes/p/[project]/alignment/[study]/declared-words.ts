export * from '$lib/alignment/declared-words.ts';
