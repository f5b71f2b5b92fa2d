export * from '$lib/alignment/adoption/declared-words.ts';
