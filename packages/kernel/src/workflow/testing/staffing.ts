import { isApplyStep } from './blocks.ts';
import type { Act } from './memory.ts';
import { isSeatWaiting, OracleRefusal } from './memory.ts';
import type { Seat } from './people.ts';
import {
  actsFor,
  firstGroupAble,
  isOfDepartment,
  ownReferences,
  peopleMeantBy,
  peopleOf,
  presentPeopleOf,
  reassignedSeat,
  seatFor,
  seatOf,
} from './people.ts';
import { Route } from './route.ts';

export const assert = (holds: boolean, why: string): void => {
  if (!holds) throw new OracleRefusal(why);
};

/** Part of the oracle about people who left, whose tasks are reassigned. */
export abstract class StaffingOracle extends Route {
  /** Counts the votes on a step. */
  protected abstract weigh(act: Act): void;

  protected movable(): void {
    assert(this.status === 'RUN', 'it has ended');
    assert(!this.suspended, 'it is suspended');
  }

  protected replace(act: Act, seat: Seat, by: Seat): void {
    this.put({ ...act, seats: act.seats.map((other) => (other === seat ? by : other)) });
  }

  /** Gives the turn of an undecided step to the next person. */
  protected goOn(act: Act): void {
    const turn = act.turns[act.words.length];
    if (turn === undefined) this.put(act);
    else if (
      peopleMeantBy(this.cast, `user:${turn}`).length === 0 ||
      this.cast.concerned.has(turn)
    ) {
      this.say('reassign', act.step.id, '办理人账号已停用或为记录涉及的人员，不再征求其意见');
      const turns = act.turns.filter((_, i) => i !== act.words.length);
      this.weigh({ ...act, turns, total: turns.length });
    } else {
      const seat = seatFor(this.cast, turn, this.speaking(act));
      this.put({ ...act, seats: [...act.seats, seat] });
      this.tell('todo', [seat.who as string]);
    }
  }

  /** Returns people who act on a step, have acted, or will in turn. */
  protected acting(act: Act): string[] {
    return [...this.speaking(act), ...act.reopened];
  }

  /** Returns people with a vote on a step: given, requested, or pending in turn. */
  protected speaking(act: Act): string[] {
    const now = act.seats.flatMap(peopleOf);
    const spoken = [...act.words, ...act.opinions].flatMap(({ who, seat }) =>
      [who, seat.owner ?? []].flat(),
    );
    return [...spoken, ...now, ...act.turns.slice(act.words.length + 1)];
  }

  private offer(
    act: Act,
    seat: Seat,
    groups: readonly (readonly string[])[],
    except: readonly string[],
    why: string,
  ): boolean {
    const found = firstGroupAble(this.cast, groups, except);
    if (!found) return false;
    const there = presentPeopleOf(this.cast, found.users);
    const isWaiting = isSeatWaiting(act, seat);
    const person =
      there.length === 1 || isWaiting
        ? there[0]
        : there.find((user) => actsFor(this.cast, user, there) !== user);
    const now = this.acts.get(act.step.id) as Act;
    const given =
      person === undefined
        ? seatOf(null, found.pool)
        : seatFor(this.cast, person, except, found.pool);
    this.replace(now, seat, reassignedSeat(seat, given));
    this.say('reassign', act.step.id, why);
    if (!isWaiting) this.tell('todo', given.who === null ? there : [given.who]);
    return true;
  }

  private items(): readonly (readonly [Act, Seat])[] {
    return [...this.acts.values()].flatMap((act) =>
      isApplyStep(act.step) ? [] : act.seats.map((seat) => [act, seat] as const),
    );
  }

  protected leave(from: readonly string[], to: string | null): void {
    this.movable();
    const why = '办理人账号已停用，由他人接办';
    let handed = 0;
    for (const [act, seat] of this.items()) {
      if (seat.who === null || !from.includes(seat.who)) continue;
      const own = act.step.together ? [] : ownReferences(act.step, this.facts);
      const groups = [
        to === null ? [] : [`user:${to}`],
        seat.owner === null ? [] : [`user:${seat.owner}`],
        own,
        act.step.people.some(isOfDepartment) ? this.cast.deputies : [],
        [this.cast.administrators],
      ];
      const now = this.acts.get(act.step.id) as Act;
      const except = [...from, ...this.acting(now).filter((user) => user !== seat.owner)];
      if (this.offer(act, seat, groups, except, why)) handed += 1;
    }
    for (const act of [...this.acts.values()]) {
      if (act.phase !== 'open') continue;
      const past = act.turns.slice(0, act.words.length + 1);
      const coming = act.turns.slice(act.words.length + 1);
      if (!coming.some((who) => from.includes(who))) continue;
      const able = to !== null && peopleMeantBy(this.cast, `user:${to}`).length > 0;
      const heir = able && !this.cast.concerned.has(to) && !act.turns.includes(to) ? [to] : [];
      const first = coming.findIndex((who) => from.includes(who));
      const kept = coming.flatMap((who, i) => {
        if (!from.includes(who)) return [who];
        return i === first ? heir : [];
      });
      this.put({ ...act, turns: [...past, ...kept], total: past.length + kept.length });
      this.say('reassign', act.step.id, why);
      handed += 1;
    }
    assert(handed > 0, 'nothing to hand over');
  }

  /** Assigns the open tasks of a person whose absence begins to their proxy. */
  protected beginAbsence(person: string): void {
    this.movable();
    let given = 0;
    for (const [act, seat] of this.items()) {
      if (seat.who !== person || seat.owner !== null) continue;
      const now = this.acts.get(act.step.id) as Act;
      const next = seatFor(this.cast, person, this.acting(now), seat.pool);
      if (next.owner === null) continue;
      this.replace(now, seat, reassignedSeat(seat, next));
      this.say('reassign', act.step.id, '办理人不在岗，由代理人办理');
      if (!isSeatWaiting(now, seat)) this.tell('todo', [next.who as string]);
      given += 1;
    }
    assert(given > 0, 'nothing to give');
  }

  /** Reassigns the open tasks of a step to these people, otherwise to the administrators. */
  protected handOver(act: Act, to: readonly string[], why: string): void {
    this.put({ ...act, due: null });
    for (const seat of act.seats.filter((other) => !isSeatWaiting(act, other))) {
      const now = this.acts.get(act.step.id) as Act;
      const given = this.offer(now, seat, [to, [this.cast.administrators]], this.acting(now), why);
      if (!given) this.say('elapse', act.step.id, why);
      else if (seat.who !== null) this.tell('lapsed', [seat.who]);
    }
  }

  /** Returns a task from a proxy to the absent person. */
  protected reclaim(act: Act, seat: Seat, user: string): void {
    assert(seat.owner === user && seat.who !== null, 'nobody has it for them');
    this.replace(act, seat, reassignedSeat(seat, seatOf(user, seat.pool)));
    this.say('reclaim', act.step.id);
    this.tell('reclaimed', [seat.who as string]);
  }

  protected rescue(): void {
    this.movable();
    let rescued = 0;
    for (const [act, seat] of this.items()) {
      const able =
        seat.who === null
          ? firstGroupAble(this.cast, [seat.pool], this.speaking(act)) !== null
          : peopleMeantBy(this.cast, `user:${seat.who}`).length > 0;
      if (able) continue;
      const everybody = this.acting(this.acts.get(act.step.id) as Act);
      const acting = everybody.filter((user) => user !== seat.owner);
      const added = [...seat.pool, this.cast.administrators];
      const offered =
        this.offer(act, seat, [seat.pool], acting, '原候选人无法办理，改由本环节其他人员办理') ||
        this.offer(act, seat, [added], acting, '无人可办理，已增加管理员为候选人');
      if (offered) rescued += 1;
    }
    assert(rescued > 0, 'everybody can act');
  }
}
