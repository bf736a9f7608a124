/** Several people choose: for each attribute the column that more than half of the answers name. */

/** One person's answers: attribute to rule id; null for "none of these". */
export type Ballot = Readonly<Record<string, string | null>>;

export interface VoteResult {
  /** Attribute to rule id, where a majority agrees. */
  readonly selected: ReadonlyMap<string, string>;
  /** Attributes without a majority, with the count of each answer, most first. */
  readonly undecided: ReadonlyMap<
    string,
    readonly { readonly rule: string | null; readonly votes: number }[]
  >;
}

/**
 * `columnOf` makes rules that give the same values count as one answer; the rule kept is the one named most often, the
 * first by name among equals.
 */
export function majorityVote(
  ballots: readonly Ballot[],
  columnOf: (rule: string) => string | number = (rule) => rule,
): VoteResult {
  const attributes = [...new Set(ballots.flatMap((ballot) => Object.keys(ballot)))].sort();
  const selected = new Map<string, string>();
  const undecided = new Map<string, { rule: string | null; votes: number }[]>();
  for (const attribute of attributes) {
    const tally = new Map<string | number | null, Map<string | null, number>>();
    let answers = 0;
    for (const ballot of ballots) {
      const rule = ballot[attribute];
      if (rule === undefined) continue;
      answers++;
      const column = rule === null ? null : columnOf(rule);
      const names = tally.get(column) ?? new Map<string | null, number>();
      tally.set(column, names.set(rule, (names.get(rule) ?? 0) + 1));
    }
    const ranked = [...tally.values()]
      .map((names) => {
        const [first] = [...names].sort((a, b) => b[1] - a[1] || (String(a[0]) < String(b[0]) ? -1 : 1));
        return { rule: first![0], votes: [...names.values()].reduce((sum, n) => sum + n, 0) };
      })
      .sort((a, b) => b.votes - a.votes);
    const [best] = ranked;
    if (best !== undefined && best.rule !== null && best.votes * 2 > answers)
      selected.set(attribute, best.rule);
    else undecided.set(attribute, ranked);
  }
  return { selected, undecided };
}
