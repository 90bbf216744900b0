/**
 * Random money: people perform actions on arrivals, divisions, bookings, expenses and projects,
 * several at the same time, and a separate tally computes the expected sums. Shares no code with
 * the ledgers: amounts are whole fen, states are plain words, sums are added up from acknowledged
 * operations.
 */

import { createHash } from 'node:crypto';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Fault, Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { home, type LawApplication } from './application.ts';
import { type stateColumns, states } from './money-states.ts';

/** Returns a random generator; equal seeds give equal plays. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (most: number): number => Math.floor(next() * most),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  };
};

type Random = ReturnType<typeof randomOf>;

export const yuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;
export const fenOf = (text: string | null): number => Math.round(Number(text ?? 0) * 100);

export interface Project {
  readonly id: string;
  /** Fen by item; empty for a lump sum. */
  budget: Record<string, number>;
  readonly isLump: boolean;
  /** True if the project is concluded. */
  isEnded?: boolean;
}
interface Arrival {
  readonly id: string;
  amount: number;
  isReversed: boolean;
}
export interface Division {
  readonly id: string;
  readonly arrival: Arrival;
  readonly project: Project;
  readonly amount: number;
  /** Invoice that it pays, and the amount. */
  readonly bill?: string;
  readonly settled?: number;
  /** State: claimed, granted, booking (in approval), booked, refused */
  state: 'claimed' | 'granted' | 'booking' | 'booked' | 'refused';
}
interface Booking {
  readonly id: string;
  readonly division: Division;
  readonly tax: number;
  readonly overhead: number;
  readonly indirect: number;
  readonly performance: number;
  readonly items: Readonly<Record<string, number>>;
  state: 'asked' | 'booked' | 'back' | 'void';
}
export interface Expense {
  readonly id: string;
  readonly project: Project;
  readonly item: string;
  readonly amount: number;
  readonly invoice: string;
  /** True for an advance that other expenses settle. */
  readonly isAdvance?: boolean;
  /** Advance that it settles, and the returned cash. */
  readonly settles?: { readonly advance: Expense; readonly cash: number };
  state: 'asked' | 'agreed' | 'paid' | 'back' | 'void';
}

/** Operation of a play: returns the change of the tally once acknowledged. */
export interface Operation {
  readonly name: string;
  /** Name and record of the operation, for people. */
  readonly about: string;
  run(): Promise<() => void>;
}

export const items = ['10201', '10202'] as const;

/** Numbers of acknowledged and refused operations, by name. */
export type Counts = Map<string, { done: number; refused: number }>;

/** University of a play of money. */
export abstract class MoneyWorld {
  protected readonly app: LawApplication;
  protected readonly random: Random;
  readonly counts: Counts = new Map();
  readonly projects: Project[] = [];
  readonly arrivals: Arrival[] = [];
  readonly divisions: Division[] = [];
  readonly bookings: Booking[] = [];
  readonly expenses: Expense[] = [];
  protected people: Readonly<Record<'leader' | 'office' | 'finance', Actor>> | null = null;
  protected readonly files = new Map<string, string[]>();
  protected readonly handlers = new Map<string, Actor>();
  protected serial = 0;
  protected series = '';
  /** States of the records of this play, by table and id, as last read. */
  private codes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  /** Numbers of refusals by operation and message, without numbers. */
  readonly refusals = new Map<string, number>();

  constructor(app: LawApplication, seed: number) {
    this.app = app;
    this.random = randomOf(seed);
  }

  protected get engine() {
    return this.app.parts.engine;
  }

  protected resource(key: string): Resource {
    const found = this.engine.resources.get(key);
    if (!found) throw new Error(`no ${key}`);
    return found;
  }

  protected person(name: 'leader' | 'office' | 'finance'): Actor {
    const found = this.people?.[name];
    if (!found) throw new Error('the play has not begun');
    return found;
  }

  /** Makes projects of one leader. */
  async begin(projects: number, series: string): Promise<void> {
    this.series = series;
    const ids = this.app.people[home];
    const actor = async (account: string): Promise<Actor> => {
      const found = await currentActorOf(this.engine, {
        id: ids?.get(account) ?? '',
        tenantId: home,
        roles: [],
      });
      if (!found) throw new Error(`no ${account}`);
      return found;
    };
    this.people = {
      leader: await actor('teacher'),
      office: await actor('rd_fund'),
      finance: await actor('finance'),
    };
    const system = this.engine.asSystem('law', home);
    for (let index = 0; index < projects; index += 1) {
      const isLump = index % 3 === 0;
      const budget: Record<string, number> = isLump ? {} : { '10201': 30_000, '10202': 20_000 };
      const { id } = await system.save(this.resource('programInfo'), {
        programName: `项目${series}-${index}`,
        programNum: `H${series}${String(index).padStart(4, '0')}`,
        programKind: 'horizontal',
        level: '06',
        programLeader: this.person('leader').id,
        departmentId: this.app.departments[home]?.get('310'),
        startDate: '2026-01-01',
        endDate: '2027-12-31',
        fundMode: isLump ? '2' : '1',
        status: '20',
        budget: Object.entries(budget).map(([itemCode, fen]) => ({ itemCode, amount: yuan(fen) })),
      });
      this.projects.push({ id, budget, isLump });
    }
  }

  /** Makes a file without a record, as an upload leaves it. */
  protected async file(
    catalog: string,
    by: 'leader' | 'office' = 'leader',
  ): Promise<readonly object[]> {
    if (!this.files.get(by)?.length) {
      const sha256 = createHash('sha256').update('play').digest();
      await this.app.database.query(
        `insert into blob (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, 'play', 5, now()) on conflict do nothing`,
        [home, sha256],
      );
      const rows = await this.app.database.query<{ id: string }>(
        `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time)
         select $1, (random() * 9e18)::bigint, $2, '附件.pdf', 'pdf', 5, $3, $4, now()
           from generate_series(1, 200) returning id::text`,
        [home, '99', sha256, this.person(by).id],
      );
      this.files.set(
        by,
        rows.map(({ id }) => id),
      );
    }
    return [{ id: this.files.get(by)?.pop(), catalog }];
  }

  /** Completes the open task of a record as its assignee. */
  protected async handle(record: string, flag: 'approve' | 'return'): Promise<void> {
    const [task] = await this.app.database.query<{ id: string; actor: string | null }>(
      `select t.id::text, coalesce(t.assignee_id, (select u.id from users u
            where u.tenant_id = t.tenant_id and u.id <> t.applicant_id and t.candidates && wf_groups(t.tenant_id, u.id)
            order by u.id limit 1))::text as actor
         from wf_task t where t.tenant_id = $1 and t.business_id = $2 and t.status = 'TODO'`,
      [home, record],
    );
    if (!task?.actor) throw new Refused(['无待办任务', 'No open task']);
    const known = this.handlers.get(task.actor);
    const actor =
      known ?? (await currentActorOf(this.engine, { id: task.actor, tenantId: home, roles: [] }));
    if (!actor) throw new Error('nobody handles it');
    this.handlers.set(task.actor, actor);
    await this.app.parts.workflow.execute(this.engine, actor, {
      on: { task: task.id },
      command:
        flag === 'approve'
          ? { is: 'agree', task: task.id, comment: '' }
          : { is: 'back', task: task.id, to: 'applicant', comment: '退回' },
    });
  }

  /** Draws an action on one of these records; refused if its state has changed meanwhile. */
  protected act<T extends { readonly id: string; state: string }>(
    name: string,
    key: string,
    who: 'leader' | 'office' | 'finance',
    from: readonly T[],
    asks: (one: T) => RowLike,
    then: (one: T) => void,
  ): Operation | null {
    if (from.length === 0) return null;
    const one = this.random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        const actor = this.engine.as(this.person(who));
        const { row } = await actor.read(this.resource(key), one.id);
        const input = { version: row.version, ...asks(one) };
        await actor.perform(this.resource(key), name, one.id, input);
        return () => then(one);
      },
    };
  }

  /** Counts a refusal by operation and message. */
  protected note(fault: Fault): void {
    const said = `${fault.name}: ${fault.label[0].replace(/[\d.]+/g, 'n')}`;
    this.refusals.set(said, (this.refusals.get(said) ?? 0) + 1);
  }

  protected of<T extends { state: string }>(
    all: readonly T[],
    ...states: readonly T['state'][]
  ): readonly T[] {
    return all.filter(({ state }) => states.includes(state));
  }

  protected decide<T extends { readonly id: string; state: string }>(
    name: string,
    from: readonly T[],
    flag: 'approve' | 'return',
    then: (one: T) => Promise<() => void>,
  ): Operation | null {
    if (from.length === 0) return null;
    const one = this.random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        await this.handle(one.id, flag);
        return then(one);
      },
    };
  }

  protected async stateOf(table: string, id: string): Promise<string> {
    const [found] = await this.app.database.query<{ status: string }>(
      `select status from ${table} where id = $1`,
      [id],
    );
    return found?.status ?? '';
  }

  protected void<T extends { readonly id: string; state: string }>(
    name: string,
    key: string,
    from: readonly T[],
  ): Operation | null {
    if (from.length === 0 || this.random.below(3) > 0) return null;
    const one = this.random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        await this.engine.as(this.person('office')).abolish(this.resource(key), one.id, '作废');
        return () => {
          one.state = 'void';
        };
      },
    };
  }

  /** Id of the first record of the play; records of earlier plays have smaller ids. */
  protected get first(): string {
    const [project] = this.projects;
    if (!project) throw new Error('the play has not begun');
    return project.id;
  }

  /**
   * Sets the states of records from the database.
   * @throws Error for a movement that is missing or that nobody performed
   */
  protected take<S extends string>(
    table: keyof typeof stateColumns,
    all: readonly { readonly id: string; state: S }[],
    states: Readonly<Record<string, S>>,
  ): void {
    const found = this.codes.get(table) ?? new Map<string, string>();
    for (const one of all) {
      const code = found.get(one.id);
      if (code === undefined) throw new Error(`${table} ${one.id} was acknowledged and is lost`);
      const state = states[code];
      if (state === undefined) throw new Error(`${table} ${one.id} is in the state ${code}`);
      one.state = state;
    }
    if (found.size !== all.length) {
      throw new Error(`${table}: ${found.size} stored, ${all.length} acknowledged`);
    }
  }

  /**
   * Reads the states of records from the database: two operations on one record may happen in
   * either order.
   */
  async settle(): Promise<void> {
    const codes = new Map<string, Map<string, string>>();
    const rows = await this.app.database.query<Record<'of' | 'id' | 'code', string>>(states, [
      home,
      this.first,
    ]);
    for (const { of, id, code } of rows) {
      const kept = codes.get(of) ?? new Map<string, string>();
      codes.set(of, kept.set(id, code));
    }
    this.codes = codes;
    this.take('funding_divide', this.divisions, {
      '0': 'granted',
      '1': 'booking',
      '2': 'booked',
      '8': 'refused',
      '9': 'claimed',
    });
    this.take('jfdzys', this.bookings, bookingOf);
    this.take('funds_expenditure', this.expenses, expenseOf);
    // Simultaneous changes of one budget: the last one counts.
    const budgets = await this.app.database.query<{ id: string; item: string; amount: string }>(
      `select parent_id::text as id, item_code as item, amount::text from program_budget
        where tenant_id = $1 and parent_id >= $2`,
      [home, this.first],
    );
    for (const project of this.projects) {
      project.budget = Object.fromEntries(
        budgets
          .filter(({ id }) => id === project.id)
          .map(({ item, amount }) => [item, fenOf(amount)]),
      );
    }
    const arrived = codes.get('funding_arrive');
    for (const one of this.arrivals) one.isReversed = arrived?.get(one.id) === '4';
  }
}

export const bookingOf: Readonly<Record<string, Booking['state']>> = {
  '1': 'asked',
  '2': 'booked',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'void',
};

export const expenseOf: Readonly<Record<string, Expense['state']>> = {
  '1': 'asked',
  '2': 'agreed',
  '3': 'paid',
  '4': 'back',
  '5': 'back',
  '6': 'back',
  '7': 'void',
};
