import { AskingOracle } from './asking.ts';
import { applicantId, applyStep, isApplyStep, isCounting, isWait, managerIds } from './blocks.ts';
import type { Parameters } from './meanings.ts';
import type { Act } from './memory.ts';
import { agreedBy, isSeatWaiting, OracleRefusal } from './memory.ts';
import type { Seat } from './people.ts';
import { isVotingSeat, mayTakeSeat, peopleMeantBy, reassignedSeat, seatFor } from './people.ts';
import type { Item, PlayerStatement } from './said.ts';
import { assert } from './staffing.ts';

const lapses = {
  agree: '超时未办理，自动同意',
  refuse: '超时未办理，自动不通过',
  return: '超时未办理，自动退回申请人',
  handOver: '超时未办理，转由他人办理',
} as const;

/** Second implementation of all commands on a route, with which plays compare the engine. */
export class Oracle extends AskingOracle {
  /**
   * Performs a command on a copy.
   * @param now hour of the command
   * @returns the changed oracle, or the refusal
   */
  tryOut(
    said: PlayerStatement,
    user: string,
    now: number,
  ): { readonly after: Oracle } | { readonly refused: string } {
    const after = this.copy();
    after.now = now;
    try {
      after.carryOut(said, user);
      after.tellLosers(this, said, user);
      return { after };
    } catch (error) {
      if (error instanceof OracleRefusal) return { refused: error.message };
      throw error;
    }
  }

  private carryOut(said: PlayerStatement, user: string): void {
    if ('facts' in said && said.facts) this.facts = { ...this.facts, ...said.facts };
    switch (said.is) {
      case 'start':
        this.start(said.param);
        break;
      case 'agree':
        this.agree(said, user);
        break;
      case 'disagree':
        this.disagree(said, user);
        break;
      case 'back':
        this.back(said, user);
        break;
      case 'refuse':
        this.refuse(said, user);
        break;
      case 'claim':
        this.claim(said.item, user);
        break;
      case 'unclaim':
        this.unclaim(said.item, user);
        break;
      case 'withdraw':
        this.withdraw(said.item, user);
        break;
      case 'transfer':
        this.transfer(said, user);
        break;
      case 'sign':
        this.sign(this.ones(said.item, user), said);
        break;
      case 'remove':
        this.remove(said.item, user);
        break;
      case 'reclaim': {
        const { act, seat } = this.live(said.item);
        this.reclaim(act, seat, user);
        break;
      }
      case 'begin':
        this.beginAbsence(said.person);
        break;
      case 'reschedule':
        throw new OracleRefusal('no calendar has changed');
      case 'leave':
        this.leave(said.from, said.to);
        break;
      case 'rescue':
        this.rescue();
        break;
      case 'elapse':
        this.elapse(said);
        break;
      default:
        this.whole(said, user);
    }
  }

  private start(param: Parameters): void {
    assert(this.status !== 'RUN', 'it runs already');
    this.forget();
    this.facts = { ...this.facts, param };
    this.dealt.clear();
    this.lastActors.clear();
    this.status = 'RUN';
    this.suspended = false;
    this.touched = false;
    this.go();
    const act = this.acts.get(applyStep.id) as Act;
    this.say('start', applyStep.id);
    this.agreed(act, act.seats[0] as Seat, applicantId);
  }

  private whole(
    said: Extract<PlayerStatement, { is: 'recall' | 'suspend' | 'activate' | 'delete' }>,
    user: string,
  ): void {
    const manages = managerIds.includes(user);
    assert(this.status === 'RUN', 'it has ended');
    if (said.is === 'recall') {
      assert(!this.suspended && user === applicantId, 'not the applicant');
      const late = this.touched && this.rules.recall === 'untouched' && !this.atApply();
      assert(!late, 'somebody has acted');
      this.say('recall', null);
      this.end('RECALLED');
    } else if (said.is === 'delete') {
      const own = user === applicantId && !this.suspended && this.atApply();
      assert(own || (manages && said.comment !== ''), 'not the manager’s');
      this.say('backDraft', null);
      this.end('DELETED');
      if (user !== applicantId) this.tell('ended', [applicantId]);
    } else {
      assert(manages && this.suspended === (said.is === 'activate'), 'not now');
      this.suspended = said.is === 'suspend';
      if (this.suspended) this.suspendedAt = this.now;
      else this.extendWaits(this.now - this.suspendedAt);
      this.say(said.is, null);
    }
  }

  private extendWaits(hours: number): void {
    for (const act of [...this.acts.values()]) {
      if (act.phase === 'open' && act.due !== null) this.put({ ...act, due: act.due + hours });
    }
  }

  /** Ends a wait whose time has passed. */
  private elapse({ step, last }: Extract<PlayerStatement, { is: 'elapse' }>): void {
    this.movable();
    const act = this.acts.get(step);
    if (!last || act?.phase !== 'open' || act.due === null) throw new OracleRefusal('it is over');
    assert(act.due <= this.now, 'it is too early');
    if (!isWait(act.step)) {
      this.timeOut(act);
      return;
    }
    this.say('elapse', step);
    this.put({ ...act, phase: 'done' });
    this.go();
  }

  /** Performs the action of the clock for an overdue step. */
  private timeOut(act: Act): void {
    const { id, due } = act.step;
    const then = due?.overdue ?? null;
    if (then === null) throw new OracleRefusal('nothing happens by itself');
    const why = lapses[then];
    if (then === 'return') {
      this.sendBack(act, applyStep.id, this.rules.resubmit === 'direct', why);
      return;
    }
    if (then === 'handOver') {
      this.handOver(act, due?.to ?? [], why);
      return;
    }
    this.say('elapse', id, why);
    const done = this.close(act, then === 'agree' ? 'agree' : 'against');
    // If one of several people had agreed, the step counts as approved by a person.
    if (then === 'agree' && agreedBy(act).length > 0) this.approvals = [...this.approvals, done];
    if (then === 'agree') this.go();
    else {
      this.tell('refused', [applicantId]);
      this.end('REFUSED');
    }
  }

  /** Adds a message for each person who lost a task by the command. */
  private tellLosers(before: Oracle, said: PlayerStatement, user: string): void {
    const kinds: Partial<Record<PlayerStatement['is'], string>> = {
      back: 'cancelled',
      disagree: 'cancelled',
      remove: 'cancelled',
      withdraw: 'takenBack',
    };
    // A vote against may complete the votes that suffice to agree: then nothing is returned.
    const agreed =
      (said.is === 'disagree' || said.is === 'remove') &&
      this.acts.get(said.item.step)?.verdict === 'agree';
    const then = said.is === 'elapse' && this.plan.steps.get(said.step)?.due?.overdue;
    const lapsed = then === 'agree' ? 'lapsed' : then === 'return' ? 'cancelled' : undefined;
    const told = agreed ? undefined : (lapsed ?? kinds[said.is]);
    const kind = this.status !== 'RUN' ? 'ended' : told;
    if (kind === undefined || before.status !== 'RUN') return;
    const lost = [...before.acts.values()].flatMap((act) => {
      const still = [...this.acts.values()].find((other) => other.serial === act.serial);
      const there = still?.phase === 'open' ? still.seats.map((seat) => seat.who) : [];
      const kept = [...there, ...this.removed];
      return act.seats.flatMap(({ who }) => (who === null || kept.includes(who) ? [] : [who]));
    });
    this.tell(
      kind,
      [...new Set(lost)].filter((who) => who !== user && who !== applicantId),
    );
  }

  private live(item: Item): { readonly act: Act; readonly seat: Seat } {
    assert(item.is === 'open', 'it is done already');
    this.movable();
    const act = this.acts.get(item.step);
    const seat = act?.seats.find(
      ({ who, pool }) => who === item.who && (who !== null || pool.join('+') === item.pool),
    );
    if (!act || !seat) throw new Error(`the oracle knows no item of ${item.who} on ${item.step}`);
    assert(!isSeatWaiting(act, seat), 'it waits for others');
    return { act, seat };
  }

  /** True if the person may take the seat; nobody votes twice on a step. */
  private mayTake(
    { act, seat }: { readonly act: Act; readonly seat: Seat },
    user: string,
  ): boolean {
    const speaks = seat.who === null && this.speaking(act).includes(user);
    return !speaks && mayTakeSeat(this.cast, act.step, seat, user);
  }

  private ones(item: Item, user: string): { readonly act: Act; readonly seat: Seat } {
    const found = this.live(item);
    assert(this.mayTake(found, user), 'it is not theirs');
    return found;
  }

  private claim(item: Item, user: string): void {
    const { act, seat } = this.live(item);
    assert(seat.who === null && this.mayTake({ act, seat }, user), 'not theirs to take');
    this.replace(act, seat, { ...seat, who: user, claimed: true });
    this.say('claim', act.step.id);
  }

  private unclaim(item: Item, user: string): void {
    const { act, seat } = this.live(item);
    assert(seat.who === user && seat.pool.length > 0, 'nothing to put back');
    assert(seat.owner === null, 'it is somebody else’s');
    this.replace(act, seat, { ...seat, who: null, claimed: false });
    this.say('unclaim', act.step.id);
  }

  /** Performs an agreement on a step, with all consequences. */
  private agreed(act: Act, seat: Seat, user: string): void {
    const rest = act.seats.filter((other) => other !== seat);
    this.holders.set(seat.key, user);
    this.weigh({ ...act, seats: rest, words: [...act.words, { who: user, agrees: true, seat }] });
  }

  /** Counts the votes. After a vote against, earlier agreements may now suffice. */
  protected weigh(next: Act): void {
    if (this.isLost(next)) {
      this.lose(next);
      return;
    }
    if (!this.isEnough(next)) {
      this.goOn(next);
      return;
    }
    const done = this.close(next, 'agree');
    if (!isApplyStep(next.step)) this.approvals = [...this.approvals, done];
    this.go();
    assert(this.picked.length === 0 || !this.offered || this.used, 'nobody of those');
  }

  private close(act: Act, verdict: 'agree' | 'against'): Act {
    this.dealt.add(act.step.id);
    const basis = this.basisOf(act.step);
    return this.put({ ...act, phase: 'done', verdict, basis, seats: [], dropped: act.seats });
  }

  private agree(said: Extract<PlayerStatement, { is: 'agree' }>, user: string): void {
    const { act, seat } = this.ones(said.item, user);
    if (!isVotingSeat(seat)) {
      this.touched = true;
      this.opine(act, seat, user, true);
      return;
    }
    if (seat.kind === 'N') this.lastActors.set(act.step.id, seat.owner ?? user);
    this.touched = act.step.id !== applyStep.id && (this.touched || user !== applicantId);
    this.picked = said.picked;
    this.offered = false;
    this.used = false;
    if (act.step.id === applyStep.id && said.param)
      this.facts = { ...this.facts, param: said.param };
    this.say(isApplyStep(act.step) ? 'submit' : 'approve', act.step.id);
    this.agreed(act, seat, user);
    this.picked = [];
  }

  private disagree(said: Extract<PlayerStatement, { is: 'disagree' }>, user: string): void {
    const { act, seat } = this.ones(said.item, user);
    if (seat.kind === 'N') this.lastActors.set(act.step.id, seat.owner ?? user);
    assert(said.comment !== '' && seat.kind !== 'D', 'no comment, or only an opinion');
    const { step } = act;
    if (isCounting(step) && !isVotingSeat(seat)) {
      this.touched = true;
      this.opine(act, seat, user, false);
      return;
    }
    const asked = this.plan.asksPass(step.id);
    const to = step.onAgainst ?? 'applicant';
    const direct = this.rules.resubmit === 'direct';
    if (!asked && to !== 'refuse' && !isCounting(step)) {
      this.sendBack(act, this.leadsTo(act, to) ?? applyStep.id, direct);
      this.touched ||= user !== applicantId;
      return;
    }
    this.touched ||= user !== applicantId;
    this.say('disagree', step.id);
    const words = [...act.words, { who: user, agrees: false, seat }];
    this.holders.set(seat.key, user);
    const next = { ...act, words, seats: act.seats.filter((other) => other !== seat) };
    this.weigh(next);
  }

  /** Performs the consequences of “against” on a step. */
  private lose(act: Act): void {
    const to = act.step.onAgainst ?? 'applicant';
    if (this.plan.asksPass(act.step.id)) {
      this.close(act, 'against');
      this.go();
      if (this.status === 'RUN' && this.atApply()) this.tell('returned', [applicantId]);
    } else if (to === 'refuse') {
      this.tell('refused', [applicantId]);
      this.end('REFUSED');
    } else {
      this.put(act);
      const direct = this.rules.resubmit === 'direct';
      const target = this.leadsTo(act, to);
      const why = target ? '表决未通过' : '流程所定的退回环节此时无法退回，改为退回申请人';
      this.sendBack(act, target ?? applyStep.id, direct, why);
    }
  }

  private refuse(said: Extract<PlayerStatement, { is: 'refuse' }>, user: string): void {
    const { act, seat } = this.ones(said.item, user);
    assert(!isCounting(act.step) && seat.kind !== 'D', 'it is voted on, or only an opinion');
    assert(
      act.step.refuse && !isApplyStep(act.step) && said.comment !== '',
      'cannot be refused here',
    );
    this.say('refuse', act.step.id);
    this.tell('refused', [applicantId]);
    this.end('REFUSED');
  }

  private back(said: Extract<PlayerStatement, { is: 'back' }>, user: string): void {
    const { act, seat } = this.ones(said.item, user);
    if (seat.kind === 'N') this.lastActors.set(act.step.id, seat.owner ?? user);
    assert(!isApplyStep(act.step) && said.comment !== '', 'not from here');
    assert(!isCounting(act.step) && seat.kind !== 'D', 'it is voted on, or only an opinion');
    this.sendBack(
      act,
      this.targetOf(act, said.to),
      said.direct ?? this.rules.resubmit === 'direct',
    );
    this.touched ||= user !== applicantId;
  }

  private transfer({ item, to }: Extract<PlayerStatement, { is: 'transfer' }>, user: string): void {
    const { act, seat } = this.live(item);
    const own = this.mayTake({ act, seat }, user);
    assert(own || managerIds.includes(user), 'not theirs');
    assert(to !== seat.who && !(own && to === user), 'to themselves');
    assert(own || to !== seat.owner, 'who acts for them has it');
    assert(!isApplyStep(act.step) && !this.cast.concerned.has(to), 'not to those whom it names');
    assert(peopleMeantBy(this.cast, `user:${to}`).length > 0, 'nobody of that name');
    const others = act.seats.map((other) => (other === seat ? { ...seat, owner: null } : other));
    assert(!this.acting({ ...act, seats: others }).includes(to), 'acts there already');
    const given = seatFor(this.cast, to, [...this.speaking(act), ...(own ? [user] : [])]);
    this.replace(act, seat, reassignedSeat(seat, { ...given, pool: seat.pool }));
    this.say('transfer', act.step.id);
    this.tell('todo', [given.who as string]);
    if (!own && seat.who !== null) this.tell('reassigned', [seat.who]);
  }
}
