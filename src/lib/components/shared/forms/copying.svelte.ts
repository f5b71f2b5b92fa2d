type Outcome = 'copied' | 'failed';

/** Copies texts to the clipboard. The outcome is that of one text: a button whose text changes can be pressed for the new one. */
export function copying(): { outcomeOf: (text: string) => Outcome | null; copy: (text: string) => Promise<void> } {
  let last = $state<{ text: string; outcome: Outcome } | null>(null);
  return {
    outcomeOf: (text) => (last?.text === text ? last.outcome : null),
    async copy(text) {
      try {
        // Browsers have a clipboard on https and on this computer only, and people can refuse its use.
        await navigator.clipboard.writeText(text);
        last = { text, outcome: 'copied' };
      } catch {
        last = { text, outcome: 'failed' };
      }
    }
  };
}
