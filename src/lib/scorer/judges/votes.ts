import { playersOf } from './players.ts';
import type { Question, Reply } from '../call.ts';
import type { Ballot, Capabilities, Vote, VoteOutcome } from '../capabilities.ts';
import { type Judge, JudgeCallError } from '../judge.ts';

/**
 * Outcome of votes: the label with the most valid votes. Undecided (null) with the reason if two or more labels have the
 * most, or fewer votes are valid than the minimum. `share` is that label's share of the valid votes, of a tie each label's;
 * null without any.
 */
export const countVotes = <Label extends string>(
  votes: readonly Vote<Label>[],
  { of, minimumValid }: Pick<Ballot<Label>, 'of' | 'minimumValid'>,
  failed: string[] = []
): VoteOutcome<Label> => {
  const counts = Object.fromEntries(of.map((label) => [label, 0])) as Record<Label, number>;
  for (const { label } of votes) if (label !== null) counts[label] += 1;
  const valid = votes.filter(({ label }) => label !== null).length;
  const most = Math.max(...of.map((label) => counts[label]));
  const leading = of.filter((label) => counts[label] === most);
  const reason =
    valid < minimumValid
      ? `${valid} of ${votes.length} votes are valid, and at least ${minimumValid} have to be.`
      : leading.length > 1
        ? `The votes are tied: ${leading.map((label) => `${counts[label]} ${label}`).join(', ')}.`
        : null;
  return {
    valid,
    counts,
    label: reason === null ? leading[0]! : null,
    reason,
    share: valid === 0 ? null : most / valid,
    votes: [...votes],
    failed
  };
};

/** Asks one model, which plays the question's role. */
type AskPlayer = (question: Question, usable: (reply: Reply) => boolean, player: Judge) => Promise<Reply>;

const endings = { refused: 'The model refused to answer.', cut: 'The reply was cut off at its limit of tokens.' };

/**
 * Votes by the models that play the question's role, `repeats` of each: every vote is a call of its own, under its own key. In
 * the order of the models, then of the repeats. A call that fails, a refusal and a reply that cannot be read are votes without
 * a label, with the problem; they are not asked again.
 */
export const createVote =
  (judge: Judge, ask: AskPlayer): Capabilities['vote'] =>
  async (question, ballot) => {
    const { of, read, repeats, minimumValid } = ballot;
    const whole = [repeats, minimumValid].every((n) => Number.isInteger(n) && n >= 1);
    if (!whole || new Set(of).size !== of.length || of.length < 2)
      throw new Error(
        'vote requires two or more different labels, and whole numbers of repeats and valid votes from 1 on'
      );
    type Label = (typeof of)[number];
    const readSafely = (reply: Reply): { label: Label; rationale: string } | null => {
      if (reply.ending !== 'complete') return null;
      try {
        const said = read(reply);
        return said !== null && of.includes(said.label) ? said : null;
      } catch {
        return null;
      }
    };
    const failed: string[] = [];
    const cast = async (player: Judge, trial: number): Promise<Vote<Label>> => {
      const vote = { judge: player.spec, trial };
      const invalid = (problem: string): Vote<Label> => ({ ...vote, label: null, rationale: '', problem });
      try {
        const reply = await ask(question, (one) => readSafely(one) !== null, player);
        if (reply.ending !== 'complete') return invalid(endings[reply.ending]);
        const said = readSafely(reply);
        return said ? { ...vote, ...said, problem: null } : invalid('The reply was not usable.');
      } catch (error) {
        if (!(error instanceof JudgeCallError)) throw error;
        failed.push(error.message);
        return invalid(error.message);
      }
    };
    const trials = Array.from({ length: repeats }, (_, trial) => trial);
    const votes = playersOf(judge, question.role).flatMap((player) => trials.map((trial) => cast(player, trial)));
    return countVotes(await Promise.all(votes), ballot, failed);
  };
