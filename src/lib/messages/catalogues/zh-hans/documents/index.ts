import parts from './parts.ts';

export default {
  ...parts
} as const;
