import type { Block, Exit, Split, Step } from './blocks.ts';
import { applicantId, applyStep, isApplyStep, isWait } from './blocks.ts';
import { completionMeanings, conditionMeanings } from './meanings.ts';
import type { Act, Choice } from './memory.ts';
import { agreedBy, isPassedOver, Memory, OracleRefusal } from './memory.ts';
import type { AskedPeople, Seat } from './people.ts';
import {
  actsFor,
  askedAdministrators,
  peopleAskedAt,
  peopleOf,
  presentPeopleOf,
  seatFor,
  seatOf,
  uniqueValues,
} from './people.ts';

const standing = '此前已同意，判断依据未变';

const plainEnd = { result: null, free: false } as const;
const ends = { approved: 'DONE', refused: 'REFUSED', withdrawn: 'RECALLED' } as const;

/**
 * Naive second implementation of approvals over the tree of blocks: the position is the last act of
 * each step, and after every command the route is walked from its beginning to the open steps.
 * Shares no rule with the engine, and is slow.
 */
export class Route extends Memory {
  protected picked: readonly string[] = [];
  protected offered = false;
  protected used = false;
  /** Step to which the current command returns. */
  protected target: string | null = null;
  private restarted: readonly Act[] | null = null;
  protected serial = 0;

  protected basisOf(step: Step): string {
    return JSON.stringify(this.plan.restsOn(step.id).map((name) => [name, this.facts[name]]));
  }

  /** Returns the agreement of an act, or the one by which the step was skipped. */
  private agreementOf(act: Act): Act | undefined {
    if (act.verdict !== 'agree' || act.basis !== this.basisOf(act.step)) return undefined;
    // True if only the clock has agreed.
    const isClocks = act.phase === 'done' && !act.words.some(({ agrees }) => agrees);
    if (isClocks) return undefined;
    return this.approvals.findLast(
      (other) => other.step.id === act.step.id && other.serial <= act.serial,
    );
  }

  /** Returns the acts before the given ones, skipping silent acts. */
  protected heard(before: readonly Act[], silent: (act: Act) => boolean): readonly Act[] {
    const seen = new Set<Act>();
    const look = (acts: readonly Act[]): Act[] =>
      acts.flatMap((act) => {
        if (seen.has(act)) return [];
        seen.add(act);
        return silent(act) ? look(act.before) : [act];
      });
    return look(before);
  }

  private passes(before: readonly Act[]): boolean {
    return this.heard(before, (act) => act.verdict === null).every(
      (act) => act.verdict === 'agree',
    );
  }

  private holds(text: string, before: readonly Act[]): boolean {
    return conditionMeanings[text]?.holds(this.facts, this.passes(before)) === true;
  }

  private alreadyApproved(step: Step, before: readonly Act[], user: string): string | null {
    const rule = step.same ?? this.rules.skipSame;
    const approved = (act: Act): boolean => {
      const agreement = this.agreementOf(act);
      return agreement !== undefined && agreedBy(agreement).includes(user);
    };
    const last = this.heard(before, isPassedOver);
    if (rule === 'consecutive') {
      return last.length > 0 && last.every(approved) ? '与上一环节办理人相同，自动通过' : null;
    }
    const any = rule === 'any' && [...this.allBefore(before)].some(approved);
    return any ? '办理人已在前面环节审批，自动通过' : null;
  }

  /** Walks the route from its beginning to all open steps. */
  protected go(): void {
    do {
      if (this.restarted) {
        this.forget();
        this.began = this.restarted;
        this.restarted = null;
      }
      const submitted = this.walk(applyStep, this.began);
      const last = submitted && this.walk(this.plan.route, submitted);
      if (last) this.finish(last, plainEnd);
    } while (this.restarted);
    this.target = null;
  }

  /** Returns the last acts of a completed block; null while it is open. */
  private walk(block: Block, before: readonly Act[]): readonly Act[] | null {
    if (this.status !== 'RUN' || this.restarted) return null;
    switch (block.is) {
      case 'step': {
        const act = this.acts.get(block.id) ?? this.enter(block, before);
        return act.phase === 'open' ? null : [act];
      }
      case 'sequence':
        return block.parts.reduce<readonly Act[] | null>(
          (at, part) => at && this.walk(part, at),
          before,
        );
      case 'restart':
        this.restarted = before;
        return null;
      case 'exit':
        this.finish(before, block);
        return null;
      case 'loop':
        return this.walkLoop(block, before);
      default: {
        const walked = (i: number) => this.walk(block.branches[i]?.block as Block, before);
        const { only } = this.choose(block, before);
        if (only !== null) {
          const arrived = walked(only);
          if (!arrived) return null;
          this.settle(block, only, before, arrived);
        }
        const ends = this.choose(block, before).taken.map(walked);
        return ends.includes(null) ? null : uniqueValues(ends.flatMap((acts) => acts ?? []));
      }
    }
  }

  private walkLoop(
    block: Extract<Block, { is: 'loop' }>,
    before: readonly Act[],
  ): readonly Act[] | null {
    const behind = this.walk(block.body, this.rounds.get(block.id) ?? before);
    if (!behind) return null;
    const gate: Split = {
      is: 'exclusive',
      id: block.id,
      branches: [
        { when: '${!pass}', block: block.mend },
        { when: null, block: { is: 'sequence', parts: [] } },
      ],
    };
    if (this.choose(gate, behind).taken[0] === 1) return behind;
    const mended = this.walk(block.mend, behind);
    if (!mended) return null;
    const first = block.body.is === 'sequence' ? block.body.parts[0] : undefined;
    const begins = first?.is === 'step' ? first.id : '';
    this.goBackOver(begins);
    this.voidBehind(begins);
    this.rounds.set(block.id, mended);
    return this.walkLoop(block, before);
  }

  private choose(split: Split, before: readonly Act[]): Choice {
    const known = this.choices.get(split.id);
    if (known) return known;
    const open = split.branches.flatMap(({ when }, i) =>
      split.is === 'parallel' || (when !== null && this.holds(when, before)) ? [i] : [],
    );
    const fallback = split.branches.flatMap(({ when }, i) => (when === null ? [i] : []));
    const found = open.length > 0 ? open : fallback;
    const taken = split.is === 'exclusive' ? found.slice(0, 1) : found;
    if (taken.length === 0) throw new OracleRefusal(`no branch of ${split.id}`);
    const choice = { taken, before, only: null, settledBy: [] };
    this.choices.set(split.id, choice);
    return choice;
  }

  /** Walks the branches that the current facts require after the reopened branch has arrived. */
  private settle(split: Split, branch: number, before: readonly Act[], by: readonly Act[]): void {
    this.choices.delete(split.id);
    const { taken } = this.choose(split, before);
    const all = uniqueValues([branch, ...taken]);
    this.choices.set(split.id, { taken: all, before, only: null, settledBy: by });
  }

  /** Returns the result of the last decisions on all branches that led to an end. */
  private saidBefore(before: readonly Act[]): Exclude<Exit['result'], null> {
    const last = this.heard(
      before,
      (act) =>
        act.step.id !== applyStep.id &&
        (act.verdict === null || (act.verdict === 'agree' && isApplyStep(act.step))),
    );
    const against = last.filter((act) => act.verdict === 'against');
    if (against.length === 0) return 'approved';
    return against.every((act) => isApplyStep(act.step)) ? 'withdrawn' : 'refused';
  }

  private finish(before: readonly Act[], { result, free }: Omit<Exit, 'is'>): void {
    if (this.status !== 'RUN') return;
    this.say('end', null);
    const came = result ?? this.saidBefore(before);
    const agreed = this.approvals.some((act) => act.basis === this.basisOf(act.step));
    if (came === 'approved' && !free && !agreed) throw new OracleRefusal('nobody agreed');
    this.end(ends[came]);
    if (came !== 'withdrawn') this.tell(came, [applicantId]);
  }

  protected end(status: Exclude<Route['status'], 'RUN' | 'NONE'>): void {
    this.status = status;
    this.suspended = false;
    for (const [id, act] of this.acts) if (act.phase === 'open') this.acts.delete(id);
  }

  private enter(step: Step, before: readonly Act[]): Act {
    this.serial += 1;
    const act: Act = {
      serial: this.serial,
      step,
      before,
      phase: 'open',
      verdict: null,
      basis: '',
      seats: [],
      dropped: [],
      turns: [],
      total: 1,
      words: [],
      opinions: [],
      reopened: [],
      due: step.hours === null ? null : this.now + step.hours,
    };
    // A wait always begins again, since its time is granted for the current content of the record.
    if (isWait(step)) return this.put({ ...act, total: 0 });
    if (isApplyStep(step)) {
      if (step.id !== applyStep.id) this.tell('todo', [applicantId]);
      return this.put({ ...act, seats: [seatOf(applicantId)] });
    }
    const forward = this.target !== step.id;
    const basis = this.basisOf(step);
    const stands = this.approvals.some((old) => old.step.id === step.id && old.basis === basis);
    if (forward && stands) return this.pass({ ...act, verdict: 'agree', basis }, standing);
    if (forward && step.skip !== null && this.holds(step.skip, before)) {
      return this.pass(act, '满足跳过条件，自动通过');
    }
    const asked = peopleAskedAt(this.cast, step, this.facts);
    if (asked === 'nobody') return this.enterEmpty(act, forward);
    if (asked === null) throw new OracleRefusal(`nobody at all for ${step.id}`);
    const [only] = asked.users;
    const same =
      forward && asked.users.length === 1
        ? this.alreadyApproved(step, before, only as string)
        : null;
    return same === null ? this.open(act, asked) : this.pass(act, same);
  }

  private pass(act: Act, why: string): Act {
    this.say('skip', act.step.id, why);
    return this.put({ ...act, phase: 'passed' });
  }

  private enterEmpty(act: Act, forward: boolean): Act {
    const { empty, id } = act.step;
    if (empty === 'skip' && forward) return this.pass(act, '审批人为空，自动通过');
    if (empty === 'refuse') {
      this.say('refuse', id, '审批人为空，自动不通过');
      this.tell('refused', [applicantId]);
      this.end('REFUSED');
      return act;
    }
    const asked = askedAdministrators(this.cast, act.step);
    if (!asked) throw new OracleRefusal(`nobody at all for ${id}`);
    return this.open(act, asked);
  }

  private open(begun: Act, { users, references, why }: AskedPeople): Act {
    const hours = begun.step.due?.hours;
    const act = hours === undefined ? begun : { ...begun, due: this.now + hours };
    if (why !== null) this.say('reassign', act.step.id, why);
    const { together } = act.step;
    if (!together) {
      this.offered = true;
      const chosen = users.find((user) => this.picked.includes(user));
      if (chosen !== undefined) this.used = true;
      const there = presentPeopleOf(this.cast, users);
      const known = there.find((user) => user === this.lastActors.get(act.step.id));
      const only = there.length === 1 ? there[0] : undefined;
      const left = there.find((user) => actsFor(this.cast, user, there) !== user);
      const person = chosen ?? only ?? known ?? left;
      const pool = uniqueValues(references);
      const seat = person === undefined ? seatOf(null, pool) : seatFor(this.cast, person, [], pool);
      this.tell('todo', seat.who === null ? there : [seat.who]);
      return this.put({ ...act, seats: [seat] });
    }
    const now = together.sequential ? users.slice(0, 1) : users;
    const seats: Seat[] = [];
    for (const user of now) {
      const seat = seatFor(this.cast, user, [...users, ...seats.flatMap(peopleOf)]);
      seats.push(seat);
      this.tell('todo', [seat.who as string]);
    }
    return this.put({
      ...act,
      seats,
      total: users.length,
      turns: together.sequential ? users : [],
    });
  }

  /** True if the agreements suffice. */
  protected isEnough(act: Act, agreed = agreedBy(act).length): boolean {
    const { agree = 'all' } = act.step.together?.votes ?? {};
    if (agree === 'all') return agreed >= act.total || this.isComplete(act, agreed);
    if (agree === 'any') return agreed > 0;
    return agreed * 100 >= agree * act.total || this.isComplete(act, agreed);
  }

  private isComplete(act: Act, agreed: number): boolean {
    const rule = act.step.together?.completion;
    return rule != null && completionMeanings[rule]?.enough(agreed, act.total, this.facts) === true;
  }

  /** True if the votes against suffice, or the required agreements are out of reach. */
  protected isLost(act: Act): boolean {
    const { agree = 'all', against = 'veto' } = act.step.together?.votes ?? {};
    const no = act.words.length - agreedBy(act).length;
    if (against === 'veto') return no > 0;
    const left = act.total - no;
    const hopeless =
      agree === 'any' ? left === 0 : left * 100 < (agree === 'all' ? 100 : agree) * act.total;
    return hopeless || (against !== 'count' && no * 100 >= against * act.total);
  }
}
