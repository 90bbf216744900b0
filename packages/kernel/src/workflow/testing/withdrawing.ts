import { isApplyStep, isWait } from './blocks.ts';
import { type Act, isSeatWaiting, OracleRefusal, type Statement } from './memory.ts';
import { isVotingSeat, peopleOf, type Seat } from './people.ts';
import type { Item } from './said.ts';
import { assert, StaffingOracle } from './staffing.ts';

const isUntouched = ({ claimed, handed, kind }: Seat): boolean =>
  !claimed && !handed && kind === 'N';

/** Part of the oracle about withdrawing the actor’s vote (取回). */
export abstract class WithdrawingOracle extends StaffingOracle {
  /** Returns acts that an act led to: open steps, skipped ones, and those voided since. */
  private ledTo(act: Act): readonly Act[] {
    const found = new Set([act]);
    for (let size = 0; size < found.size; ) {
      size = found.size;
      for (const settled of this.settledBehind([...found])) found.add(settled);
      for (const other of this.allBefore([...this.acts.values()])) {
        if (other.before.some((old) => found.has(old))) found.add(other);
      }
    }
    found.delete(act);
    return [...found];
  }

  /** Withdraws an opinion: the person is asked again, and the holder who added them waits. */
  private withdrawOpinion(act: Act, opinion: Statement, user: string): void {
    const { seat } = opinion;
    const asker = act.seats.find(({ key }) => key === seat.parent);
    if (act.phase !== 'open' || !asker) throw new OracleRefusal('who asked has gone on');
    this.say('withdraw', act.step.id);
    if (!isSeatWaiting(act, asker)) this.tell('takenBack', peopleOf({ ...asker, owner: null }));
    this.put({
      ...act,
      opinions: act.opinions.filter((other) => other !== opinion),
      seats: [...act.seats, { ...seat, who: user, claimed: false, handed: false, key: 0 }],
      reopened: [...act.reopened, user, ...peopleOf({ ...seat, who: null })],
    });
  }

  protected withdraw(item: Item, user: string): void {
    const act = this.acts.get(item.step);
    this.movable();
    assert(item.is === 'last' && act !== undefined && !isApplyStep(act.step), 'not theirs');
    const opinion = act?.opinions.findLast(({ who }) => who === user);
    if (act !== undefined && opinion && item.who === user) {
      this.withdrawOpinion(act, opinion, user);
      return;
    }
    const word = act?.words.findLast(({ who }) => who === user);
    assert(item.who === user && (word === undefined || isVotingSeat(word.seat)), 'not theirs');
    if (act === undefined || word === undefined) throw new OracleRefusal('not theirs');
    const inTurn = act.turns.length > 0;
    assert(!inTurn || act.words.at(-1) === word, 'the next has acted');
    const asks = ({ key }: Seat): boolean => [...this.askers.values()].includes(key);
    const next = act.seats.some((seat) => !isUntouched(seat) || asks(seat));
    assert(!inTurn || !next, 'the next has acted');
    const forks = this.plan.places.get(act.step.id) ?? [];
    const old = forks.some(([fork]) => act.serial <= (this.returnedInto.get(fork) ?? 0));
    assert(!old, 'it was returned since');
    const led = this.ledTo(act);
    const untouched = (next: Act): boolean =>
      next.phase === 'passed' ||
      (next.phase === 'open' &&
        // A wait whose time runs cannot be undone.
        !isWait(next.step) &&
        next.words.length === 0 &&
        next.opinions.length === 0 &&
        next.reopened.length === 0 &&
        // A holder who added people has acted, whatever the result.
        next.seats.every((seat) => isUntouched(seat) && !asks(seat)));
    assert(led.every(untouched), 'the next has acted');
    const left = { ...act, words: act.words.filter((other) => other !== word) };
    const decided = act.phase === 'done' && (this.isEnough(left) || this.isLost(left));
    assert(!decided, 'the others have decided it');
    this.say('withdraw', act.step.id);
    this.unsettle([act, ...led]);
    this.goBackOver(act.step.id);
    this.approvals = this.approvals.filter((old) => old.step.id !== act.step.id);
    const others = act.phase === 'done' ? act.dropped : inTurn ? [] : act.seats;
    this.put({
      ...act,
      phase: 'open',
      due: act.phase === 'open' || (act.due ?? 0) > this.now ? act.due : null,
      verdict: null,
      seats: [...others, { ...word.seat, who: user, claimed: false, handed: false, key: 0 }],
      words: left.words,
      reopened: [...act.reopened, user, ...peopleOf({ ...word.seat, who: null })],
    });
  }
}
