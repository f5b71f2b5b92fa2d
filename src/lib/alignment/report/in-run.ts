/** An address of a study's report with the judges of another run; as it is for the run from which the items were drawn. */
export function addressInRun(address: string, run: number | null): string {
  if (run === null) return address;
  const [path = '', hash] = address.split('#');
  return `${path}${path.includes('?') ? '&' : '?'}run=${run}${hash === undefined ? '' : `#${hash}`}`;
}

/** Number of the run that an address names; null for none. */
export const runInAddress = ({ searchParams }: URL): number | null =>
  /^[1-9]\d{0,8}$/.test(searchParams.get('run') ?? '') ? Number(searchParams.get('run')) : null;
