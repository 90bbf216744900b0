import type { Block, Split, Step } from './blocks.ts';
import type { Facts } from './meanings.ts';
import { type Cast, isVotingSeat, type Seat } from './people.ts';
import type { Plan } from './plan.ts';

/**
 * Result of the oracle for a refused command. Not an error: its stack trace would cost more than
 * the command.
 */
export class OracleRefusal {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export interface Statement {
  readonly who: string;
  readonly agrees: boolean;
  readonly seat: Seat;
}

/** True if the holder waits for people added before them. */
export const isSeatWaiting = ({ seats }: Act, { key }: Seat): boolean =>
  seats.some((other) => other.parent === key && !isVotingSeat(other));

/** Returns the people whose agreements count: absent people vote through their proxy. */
export const agreedBy = ({ words }: Act): readonly string[] =>
  words.flatMap(({ who, agrees, seat }) => (agrees ? [seat.owner ?? who] : []));

/** True for a step that was skipped without an approval. */
export const isPassedOver = ({ phase, verdict }: Pick<Act, 'phase' | 'verdict'>): boolean =>
  phase === 'passed' && verdict === null;

/** Visit of a step in the oracle, decided or open. */
export interface Act {
  /** Number of the act; later acts have greater numbers. */
  readonly serial: number;
  readonly step: Step;
  /** Acts that led here: the last one of each branch after a join. */
  readonly before: readonly Act[];
  readonly phase: 'open' | 'done' | 'passed';
  readonly verdict: 'agree' | 'against' | null;
  /** Facts on which the verdict is based, as text. */
  readonly basis: string;
  readonly seats: readonly Seat[];
  /** Seats that were open when the act was decided. */
  readonly dropped: readonly Seat[];
  /** People of a sequential step, in order. */
  readonly turns: readonly string[];
  readonly total: number;
  /** Votes in order, each with the seat of its voter. */
  readonly words: readonly Statement[];
  /** Opinions given, which are no votes. */
  readonly opinions: readonly Statement[];
  /** People who withdrew a vote or were removed; they still count as people of the step. */
  readonly reopened: readonly string[];
  /** End of a wait or deadline of a step, in hours; null without one. */
  readonly due: number | null;
}

export interface Choice {
  readonly taken: readonly number[];
  readonly before: readonly Act[];
  /** Branch for which a return reopened the fork; the others are walked when it has arrived. */
  readonly only: number | null;
  /** Acts whose arrival in that branch caused the other branches to be walked. */
  readonly settledBy: readonly Act[];
}

export interface Rules {
  readonly skipSame: 'none' | 'consecutive' | 'any';
  readonly resubmit: 'restart' | 'direct';
  readonly recall: 'untouched' | 'anytime';
}

/** State of the oracle: the acts of each step, the branches taken, and the agreements. */
export class Memory {
  readonly plan: Plan;
  readonly cast: Cast;
  readonly rules: Rules;
  facts: Facts = {};
  /** Hour of the current command. */
  now = 0;
  status: 'NONE' | 'RUN' | 'DONE' | 'REFUSED' | 'RECALLED' | 'DELETED' = 'NONE';
  suspended = false;
  protected suspendedAt = 0;
  /** Current act of each step; a step that was not reached, or was voided, has none. */
  acts = new Map<string, Act>();
  /** Agreements that were not voided. */
  approvals: readonly Act[] = [];
  /** Ids of steps that somebody has handled. */
  dealt = new Set<string>();
  /** Person who last acted on each step. */
  lastActors = new Map<string, string>();
  /** True if anybody but the applicant has acted since the submission. */
  touched = false;
  /** Entries of the history and messages of the current command. */
  said: string[] = [];
  told: string[] = [];
  /** People removed in the current command. */
  protected removed: string[] = [];
  /** Holder of each seat, by its number; `askers` has the number of the seat that added it. */
  protected holders = new Map<number, string | null>();
  protected askers = new Map<number, number | null>();
  private keys = 0;
  protected choices = new Map<string, Choice>();
  /** Number of the last act before a return into a finished fork, by fork. */
  protected returnedInto = new Map<string, number>();
  /** Acts after which the body of a loop began again. */
  protected rounds = new Map<string, readonly Act[]>();
  /** Acts after which the whole route began again. */
  protected began: readonly Act[] = [];

  constructor(plan: Plan, cast: Cast, rules: Rules) {
    this.plan = plan;
    this.cast = cast;
    this.rules = rules;
  }

  /** Returns a copy on which a command can be tried. */
  copy(): this {
    const copy = Object.assign(Object.create(Object.getPrototypeOf(this)), this) as this;
    copy.acts = new Map(this.acts);
    copy.choices = new Map(this.choices);
    copy.returnedInto = new Map(this.returnedInto);
    copy.rounds = new Map(this.rounds);
    copy.dealt = new Set(this.dealt);
    copy.lastActors = new Map(this.lastActors);
    copy.holders = new Map(this.holders);
    copy.askers = new Map(this.askers);
    copy.removed = [];
    copy.said = [];
    copy.told = [];
    return copy;
  }

  /** True if the act is its step's current one and was not voided. */
  protected isInPlace({ step, serial }: Act): boolean {
    return this.acts.get(step.id)?.serial === serial;
  }

  protected forget(): void {
    this.acts.clear();
    this.choices.clear();
    this.rounds.clear();
    this.approvals = [];
    this.began = [];
  }

  protected put(given: Act): Act {
    const seats = given.seats.map((seat) => {
      if (seat.key > 0) return seat;
      this.keys += 1;
      return { ...seat, key: this.keys };
    });
    for (const { key, who, parent } of seats) {
      this.holders.set(key, who);
      this.askers.set(key, parent);
    }
    const act = { ...given, seats };
    this.acts.set(act.step.id, act);
    return act;
  }

  say(operation: string, step: string | null, why: string | null = null): void {
    this.said.push(`${operation} ${step ?? ''} ${why ?? ''}`);
  }

  tell(kind: string, people: readonly string[]): void {
    if (people.length > 0) this.told.push(`${kind} ${[...people].sort().join()}`);
  }

  /** Reopens a completed block for one branch. */
  protected reopen(split: Split, branch: number): void {
    const choice = this.choices.get(split.id);
    if (!choice) return;
    this.choices.set(split.id, { ...choice, only: branch, settledBy: [] });
    split.branches.forEach((other, i) => {
      if (i !== branch) this.forgetBlock(other.block);
    });
  }

  protected forgetBlock(block: Block): void {
    switch (block.is) {
      case 'step':
        this.acts.delete(block.id);
        break;
      case 'sequence':
        for (const part of block.parts) this.forgetBlock(part);
        break;
      case 'loop':
        this.choices.delete(block.id);
        this.rounds.delete(block.id);
        this.forgetBlock(block.body);
        this.forgetBlock(block.mend);
        break;
      case 'restart':
      case 'exit':
        break;
      default:
        this.choices.delete(block.id);
        for (const branch of block.branches) this.forgetBlock(branch.block);
    }
  }

  /**
   * Returns the acts of branches that were walked because reopened branches arrived.
   */
  protected settledBehind(led: readonly Act[]): readonly Act[] {
    return this.plan.splits.flatMap((split) => {
      const choice = this.choices.get(split.id);
      if (!choice?.settledBy.some((act) => led.includes(act))) return [];
      const [first] = choice.taken;
      return split.branches.flatMap((_, i) =>
        i === first
          ? []
          : [...this.acts.values()].filter((act) => this.plan.isIn(act.step.id, split.id, i)),
      );
    });
  }

  protected unsettle(led: readonly Act[]): void {
    for (const split of this.plan.splits) {
      const choice = this.choices.get(split.id);
      if (choice?.settledBy.some((act) => led.includes(act))) {
        this.reopen(split, choice.taken[0] as number);
      }
    }
  }

  protected allBefore(before: readonly Act[], found = new Set<Act>()): ReadonlySet<Act> {
    for (const act of before) {
      if (found.has(act)) continue;
      found.add(act);
      this.allBefore(act.before, found);
    }
    return found;
  }

  /**
   * Removes a step's current act and everything that followed from it; `voidBehind` voids the agreements.
   */
  protected goBackOver(step: string): void {
    const serial = this.acts.get(step)?.serial;
    const known = new Map<Act, boolean>();
    const follows = (act: Act): boolean => {
      const answer = known.get(act) ?? (act.serial === serial || act.before.some(follows));
      known.set(act, answer);
      return answer;
    };
    for (const [id, act] of this.acts) if (follows(act)) this.acts.delete(id);
    for (const [id, { before }] of this.choices) {
      if (before.some(follows)) this.choices.delete(id);
    }
    for (const [id, before] of this.rounds) if (before.some(follows)) this.rounds.delete(id);
    if (this.began.some(follows)) this.began = [];
  }

  /**
   * Voids the agreements of a step and those that followed from it, except those of current acts.
   */
  protected voidBehind(step: string): void {
    this.approvals = this.approvals.filter(
      (act) =>
        this.acts.has(act.step.id) ||
        ![...this.allBefore([act])].some((other) => other.step.id === step),
    );
  }
}
