import { poll } from './poll.ts';

/** How often a page asks for the state of its run, in ms. */
const EVERY = 1000;

interface Shown<Progress, Live> {
  progress: Progress;
  live: Live;
}

/**
 * The state of a run on its page: as the page was given it, and while the run is under way as the server says every second. To be
 * called while the page's component is made.
 *
 * @param page The page's own data; `address` answers with the same two as JSON
 * @param ended Called once the run is no longer under way: all of the page's data has changed
 */
export function followRun<Progress extends { status: string }, Live>(
  page: () => Shown<Progress, Live> & { address: string },
  ended: () => Promise<unknown>
): Readonly<Shown<Progress, Live>> {
  let asked = $state.raw<Shown<Progress, Live> | null>(null);
  const address = $derived(page().address);
  const underWay = $derived(page().progress.status === 'running');
  $effect(() => {
    const from = address;
    if (!underWay) {
      asked = null;
      return;
    }
    return poll(async () => {
      const response = await fetch(from);
      if (!response.ok) return;
      asked = (await response.json()) as Shown<Progress, Live>;
      if (asked.progress.status !== 'running') await ended();
    }, EVERY);
  });
  return {
    get progress() {
      return (asked ?? page()).progress;
    },
    get live() {
      return (asked ?? page()).live;
    }
  };
}
