import type { Metric } from '../../scorer/metric.ts';
import type { Verdict } from '../../scorer/verdict.ts';
import type { ReferenceCriterion, ReferenceJudge } from './results.ts';
import type { ReferenceSummary } from './summary.ts';

export interface Answered {
  verdicts: readonly Verdict[];
  contradictions: string[];
  from: string;
}

const MOST_NOTED = 20;

/** Counts what was converted and keeps what people should hear about it. */
export class Tally {
  readonly units = { judged: 0, unscored: 0 };
  readonly #contradictions: string[] = [];
  readonly #reasons = new Map<string, number>();

  add({ verdicts, contradictions, from }: Answered): void {
    for (const verdict of verdicts) {
      if (verdict.state !== 'unscored') this.units.judged += 1;
      else {
        this.units.unscored += 1;
        this.#reasons.set(verdict.reason, (this.#reasons.get(verdict.reason) ?? 0) + 1);
      }
    }
    if (contradictions.length > 0) this.#contradictions.push(`${from}: ${contradictions.join('; ')}`);
  }

  notes(): string[] {
    const more = this.#contradictions.length - MOST_NOTED;
    return [
      ...[...this.#reasons].map(([reason, n]) => `${n} ${n === 1 ? 'unit is' : 'units are'} unscored: ${reason}`),
      ...this.#contradictions.slice(0, MOST_NOTED),
      ...(more > 0
        ? [`… and ${more} more results that contradict their own parts; ours are computed from the parts`]
        : [])
    ];
  }
}

/** Our means by system, criterion and judge, to be compared with those that a summary tells. */
export class Means {
  readonly #scores = new Map<string, number[]>();
  readonly #games = new Map<string, { wins: number; losses: number; ties: number }>();

  add(
    of: { system: string; criterion: ReferenceCriterion; judge: number },
    { protocol, settings }: Metric,
    verdicts: readonly Verdict[]
  ): void {
    const key = JSON.stringify([of.system, of.criterion, of.judge]);
    const { value, figures } = protocol.combine(verdicts, settings);
    const { orderWins, orderLosses } = figures;
    if (typeof orderWins === 'number' && typeof orderLosses === 'number') {
      const { wins, losses, ties } = this.#games.get(key) ?? { wins: 0, losses: 0, ties: 0 };
      const tied = 2 - orderWins - orderLosses;
      this.#games.set(key, { wins: wins + orderWins, losses: losses + orderLosses, ties: ties + tied });
    }
    this.#scores.set(key, [...(this.#scores.get(key) ?? []), ...(value === null ? [] : [value])]);
  }

  against({ judge, means, games }: ReferenceSummary, judges: readonly ReferenceJudge[]): string[] {
    const at = judges.findIndex(({ provider, model }) => provider === judge.provider && model === judge.model);
    const played = games.flatMap(({ system, criterion, ...told }) => {
      const ours = this.#games.get(JSON.stringify([system, criterion, at]));
      if (!ours || (ours.wins === told.wins && ours.losses === told.losses && ours.ties === told.ties)) return [];
      const said = ({ wins, losses, ties }: typeof told) => `${wins} won, ${losses} lost and ${ties} tied`;
      return [
        `${system}, ${criterion}, by ${judge.provider}/${judge.model}, each order a game: the summary has ${said(told)}, the results come to ${said(ours)}`
      ];
    });
    const averaged = means.flatMap(({ system, criterion, mean, count }) => {
      const scores = this.#scores.get(JSON.stringify([system, criterion, at]));
      if (!scores) return [];
      const ours = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      if (scores.length === count && Math.abs(ours - mean) < 0.005) return [];
      const here = scores.length === 0 ? 'no score' : `${ours.toFixed(1)} of ${scores.length}`;
      return [
        `${system}, ${criterion}, by ${judge.provider}/${judge.model}: the summary has a mean of ${mean.toFixed(1)} of ${count} reports, the results come to ${here}`
      ];
    });
    return [...averaged, ...played];
  }
}
