export interface ScoreOptions {
  metric: string[];
  judge: string[];
  reports?: string[];
  queries?: string[];
  createQueries?: boolean;
  project?: string;
  system?: string[];
  name?: string;
  out?: string;
  resume?: boolean;
  again?: boolean;
  concurrency?: number;
  cache: boolean;
  maxUnscored: { of: 'units' | 'percent'; most: number };
  data?: string;
  json?: boolean;
}
