/** Home pages, people and the administration of projects, one file per room. */
import connections from './connections.ts';
import crowd from './crowd.ts';
import home from './home.ts';
import importing from './importing.ts';
import managing from './managing.ts';
import people from './people.ts';
import spotChecks from './spot-checks.ts';

export default {
  ...connections,
  ...crowd,
  ...home,
  ...importing,
  ...managing,
  ...people,
  ...spotChecks
} as const;
