import type { Block, Split, Step } from './blocks.ts';
import type { Facts } from './meanings.ts';
import { type Cast, isVotingSeat, type Seat } from './people.ts';
import type { Plan } from './plan.ts';

/** The oracle's word for “this is refused”. No error: its stack would cost more than the command. */
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

/** Does the holder wait for people whom they asked before them? */
export const isSeatWaiting = ({ seats }: Act, { key }: Seat): boolean =>
  seats.some((other) => other.parent === key && !isVotingSeat(other));

/** People to whom the agreements belong: absent ones vote through who acts for them. */
export const agreedBy = ({ words }: Act): readonly string[] =>
  words.flatMap(({ who, agrees, seat }) => (agrees ? [seat.owner ?? who] : []));

/** Passed without anybody's approval. */
export const isPassedOver = ({ phase, verdict }: Pick<Act, 'phase' | 'verdict'>): boolean =>
  phase === 'passed' && verdict === null;

/** Decision that was made, or is being made, on a step. */
export interface Act {
  /** Counts acts; a later one has a greater number. */
  readonly serial: number;
  readonly step: Step;
  /** The acts that led here: the last one of each branch behind a join. */
  readonly before: readonly Act[];
  readonly phase: 'open' | 'done' | 'passed';
  readonly verdict: 'agree' | 'against' | null;
  /** The facts that the verdict rests on, as text. */
  readonly basis: string;
  readonly seats: readonly Seat[];
  /** Seats that were open when the act was decided. */
  readonly dropped: readonly Seat[];
  /** The people of a step in turn, in order. */
  readonly turns: readonly string[];
  readonly total: number;
  /** Votes in their order, each with the seat of its voter. */
  readonly words: readonly Statement[];
  /** Opinions that were given: no votes. */
  readonly opinions: readonly Statement[];
  /** People who took a word back, or were done without; they still count as people of the step. */
  readonly reopened: readonly string[];
  /** When a wait is over or a step is due, in hours; null where there is no such moment. */
  readonly due: number | null;
}

export interface Choice {
  readonly taken: readonly number[];
  readonly before: readonly Act[];
  /** Reopened by a return for this branch alone; the others are asked for when it has arrived. */
  readonly only: number | null;
  /** Acts whose arrival in that branch called for the others. */
  readonly settledBy: readonly Act[];
}

export interface Rules {
  readonly skipSame: 'none' | 'consecutive' | 'any';
  readonly resubmit: 'restart' | 'direct';
  readonly recall: 'untouched' | 'anytime';
}

/** Memory of a play: the state of each step, the ways chosen, and what was agreed to. */
export class Memory {
  readonly plan: Plan;
  readonly cast: Cast;
  readonly rules: Rules;
  facts: Facts = {};
  /** The hour of the present command. */
  now = 0;
  status: 'NONE' | 'RUN' | 'DONE' | 'REFUSED' | 'RECALLED' | 'DELETED' = 'NONE';
  suspended = false;
  protected suspendedAt = 0;
  /** Where each step stands now; a step that is not reached, or gone back over, has none. */
  acts = new Map<string, Act>();
  /** Agreements that were not gone back over. */
  approvals: readonly Act[] = [];
  /** Steps with which somebody has dealt. */
  dealt = new Set<string>();
  /** Person who acted on each step the last time. */
  lastActors = new Map<string, string>();
  /** Has anybody but the applicant acted since it was submitted? */
  touched = false;
  /** Lines of history and messages of the present command. */
  said: string[] = [];
  told: string[] = [];
  /** People done without in the present command. */
  protected removed: string[] = [];
  /** Person who has or had each item, and the item whose holder asked for it. */
  protected holders = new Map<number, string | null>();
  protected askers = new Map<number, number | null>();
  private keys = 0;
  protected choices = new Map<string, Choice>();
  /** The last act before a return led into a finished fork, by fork. */
  protected returnedInto = new Map<string, number>();
  /** Behind which acts the body of a loop began anew. */
  protected rounds = new Map<string, readonly Act[]>();
  /** Behind which acts the whole route began anew. */
  protected began: readonly Act[] = [];

  constructor(plan: Plan, cast: Cast, rules: Rules) {
    this.plan = plan;
    this.cast = cast;
    this.rules = rules;
  }

  /** A copy on which a command can be tried. */
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

  /** Is this where its step stands now, or was it gone back over? */
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

  /** Goes into a block that is behind us, for one branch alone. */
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

  /** Undoes what arrivals in reopened branches called for; answers the acts concerned. */
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

  /** Forgets a step's place and everything that followed from it, and voids those agreements. */
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

  /** Voids the agreements of a step and those that followed from it, but for those still in place. */
  protected voidBehind(step: string): void {
    this.approvals = this.approvals.filter(
      (act) =>
        this.acts.has(act.step.id) ||
        ![...this.allBefore([act])].some((other) => other.step.id === step),
    );
  }
}
