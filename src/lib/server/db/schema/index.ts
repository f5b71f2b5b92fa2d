export * from './people.ts';
export * from './audit.ts';
export * from './benchmark.ts';
export * from './runs.ts';
export * from './studies.ts';
export * from './alignment.ts';
export * from './verification.ts';
