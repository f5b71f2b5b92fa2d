import { version } from '../../package.json';

/** Version of this program. */
export const softwareVersion: string = version;
