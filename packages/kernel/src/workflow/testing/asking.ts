import { isApplyStep, managerIds } from './blocks.ts';
import { type Act, isSeatWaiting, OracleRefusal } from './memory.ts';
import { isVotingSeat, peopleMeantBy, peopleOf, type Seat, seatFor } from './people.ts';
import { ReturningOracle } from './returning.ts';
import type { Item, PlayerStatement } from './said.ts';
import { assert } from './staffing.ts';

interface HeldSeat {
  readonly act: Act;
  readonly seat: Seat;
}

/** Part of the oracle about people added by the holder of a task. */
export abstract class AskingOracle extends ReturningOracle {
  /** Records an opinion, which is no vote: the holder continues when everybody has answered. */
  protected opine(act: Act, seat: Seat, user: string, agrees: boolean): void {
    this.holders.set(seat.key, user);
    this.say('opinion', act.step.id);
    const opinions = [...act.opinions, { who: user, agrees, seat }];
    const seats = act.seats.filter((other) => other !== seat);
    this.released(this.put({ ...act, seats, opinions }), seat.parent);
  }

  private released(act: Act, asker: number | null): void {
    const seat = act.seats.find(({ key }) => key === asker);
    if (seat && !isSeatWaiting(act, seat)) this.tell('todo', peopleOf({ ...seat, owner: null }));
  }

  private depth(key: number): number {
    const asker = this.askers.get(key) ?? null;
    return asker === null ? 0 : 1 + this.depth(asker);
  }

  protected sign(
    { act, seat }: HeldSeat,
    { how, to }: Extract<PlayerStatement, { is: 'sign' }>,
  ): void {
    assert(!isApplyStep(act.step) && seat.who !== null, 'not here');
    assert(how !== 'P' || (isVotingSeat(seat) && act.turns.length === 0), 'not beside');
    assert(this.depth(seat.key) < 3, 'too deep');
    const people = [...new Set(to)];
    assert(people.length > 0, 'nobody');
    for (const who of people) {
      const able =
        peopleMeantBy(this.cast, `user:${who}`).length > 0 && !this.cast.concerned.has(who);
      assert(able && !this.speaking(act).includes(who), 'cannot be asked');
    }
    this.say('addSign', act.step.id, { P: '并加签', B: '前加签', D: '委派' }[how]);
    let now = how === 'P' ? { ...act, total: act.total + people.length } : act;
    for (const who of people) {
      const others = people.filter((other) => other !== who);
      const given = seatFor(this.cast, who, [...this.speaking(now), ...others]);
      now = this.put({ ...now, seats: [...now.seats, { ...given, kind: how, parent: seat.key }] });
      this.tell('todo', [given.who as string]);
    }
  }

  /** Removes an added person, and people whom that person had added. */
  protected remove(item: Item, user: string): void {
    assert(item.is === 'open' || item.is === 'waiting', 'it is over');
    this.movable();
    const act = this.acts.get(item.step);
    const seat = act?.seats.find(({ who }) => who === item.who);
    if (!act || !seat || seat.parent === null) throw new OracleRefusal('the route asks them');
    const asked = this.holders.get(seat.parent) === user;
    assert(asked || managerIds.includes(user), 'somebody else asked them');
    const gone = [seat];
    for (const other of gone) {
      gone.push(...act.seats.filter(({ parent, kind }) => parent === other.key && kind !== 'P'));
    }
    const holders = gone.flatMap(({ who }) => who ?? []);
    for (const who of holders) this.tell('removed', [who]);
    this.removed.push(...holders);
    this.say('removeSign', act.step.id);
    const left = {
      ...act,
      seats: act.seats.filter((other) => !gone.includes(other)),
      reopened: [...act.reopened, ...gone.flatMap(peopleOf)],
    };
    if (isVotingSeat(seat)) this.weigh({ ...left, total: act.total - 1 });
    else this.released(this.put(left), seat.parent);
  }
}
