/**
 * Random money: people do to arrivals, divisions, bookings, expenses and projects what their pages offer, several at
 * once, and an account of its own says what ought to stand afterwards. It shares no code with the ledgers: amounts are
 * whole fen, states are plain words, sums are added up anew from what was acknowledged.
 */
import { createHash } from 'node:crypto';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { home, type LawApplication } from './application.ts';

/** A generator of random numbers from a seed: the same seed, the same play. */
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

const yuan = (fen: number): string =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;
const fenOf = (text: string | null): number => Math.round(Number(text ?? 0) * 100);

interface Project {
  readonly id: string;
  /** Fen by item; none in a lump sum. */
  budget: Record<string, number>;
  readonly isLump: boolean;
}
interface Arrival {
  readonly id: string;
  amount: number;
  isReversed: boolean;
}
interface Division {
  readonly id: string;
  readonly arrival: Arrival;
  readonly project: Project;
  readonly amount: number;
  /** claimed, granted, booking (in approval), booked, turned down */
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
interface Expense {
  readonly id: string;
  readonly project: Project;
  readonly item: string;
  readonly amount: number;
  readonly invoice: string;
  state: 'asked' | 'agreed' | 'paid' | 'back' | 'void';
}

/** What an operation does: it answers how the account changes once it is acknowledged; a refusal changes nothing. */
interface Operation {
  readonly name: string;
  /** Records that it changes: of two in one batch that share one, at most as many may succeed as `once` says. */
  readonly about: string;
  run(): Promise<() => void>;
}

const items = ['10201', '10202'] as const;

/** Names of operations with how often they were acknowledged and refused. */
export type Counts = Map<string, { done: number; refused: number }>;

/** A university whose money is played with. */
export class MoneyPlay {
  readonly #app: LawApplication;
  readonly #random: Random;
  readonly counts: Counts = new Map();
  readonly projects: Project[] = [];
  readonly arrivals: Arrival[] = [];
  readonly divisions: Division[] = [];
  readonly bookings: Booking[] = [];
  readonly expenses: Expense[] = [];
  #people: Readonly<Record<'leader' | 'office' | 'finance', Actor>> | null = null;
  #files: string[] = [];
  readonly #handlers = new Map<string, Actor>();
  #serial = 0;
  #series = '';
  /** Records of plays before this one. */
  #earlier: ReadonlySet<string> = new Set();

  constructor(app: LawApplication, seed: number) {
    this.#app = app;
    this.#random = randomOf(seed);
  }

  get #engine() {
    return this.#app.parts.engine;
  }

  #resource(key: string): Resource {
    const found = this.#engine.resources.get(key);
    if (!found) throw new Error(`no ${key}`);
    return found;
  }

  #person(name: 'leader' | 'office' | 'finance'): Actor {
    const found = this.#people?.[name];
    if (!found) throw new Error('the play has not begun');
    return found;
  }

  /** Projects with and without budget control, of one leader. */
  async begin(projects: number, series: string): Promise<void> {
    this.#series = series;
    const earlier = await this.#app.database.query<{ id: string }>(
      `select id::text from funding_divide union all select id::text from jfdzys union all select id::text from funds_expenditure`,
    );
    this.#earlier = new Set(earlier.map(({ id }) => id));
    const ids = this.#app.people[home];
    const actor = async (account: string): Promise<Actor> => {
      const found = await asOfNow(this.#engine, {
        id: ids?.get(account) ?? '',
        tenantId: home,
        roles: [],
      });
      if (!found) throw new Error(`no ${account}`);
      return found;
    };
    this.#people = {
      leader: await actor('teacher'),
      office: await actor('rd_fund'),
      finance: await actor('finance'),
    };
    const system = this.#engine.asSystem('law', home);
    for (let index = 0; index < projects; index += 1) {
      const isLump = index % 3 === 0;
      const budget: Record<string, number> = isLump ? {} : { '10201': 30_000, '10202': 20_000 };
      const { id } = await system.save(this.#resource('programInfo'), {
        programName: `项目${series}-${index}`,
        programNum: `H${series}${String(index).padStart(4, '0')}`,
        programKind: 'horizontal',
        level: '06',
        programLeader: this.#person('leader').id,
        departmentId: this.#app.departments[home]?.get('310'),
        startDate: '2026-01-01',
        endDate: '2027-12-31',
        fundMode: isLump ? '2' : '1',
        status: '20',
        budget: Object.entries(budget).map(([itemCode, fen]) => ({ itemCode, amount: yuan(fen) })),
      });
      this.projects.push({ id, budget, isLump });
    }
  }

  /** Files that wait for a record, as an upload leaves them. */
  async #file(catalog: string): Promise<readonly object[]> {
    if (this.#files.length === 0) {
      const sha256 = createHash('sha256').update('play').digest();
      await this.#app.database.query(
        `insert into blob (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, 'play', 5, now()) on conflict do nothing`,
        [home, sha256],
      );
      const rows = await this.#app.database.query<{ id: string }>(
        `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time)
         select $1, (random() * 9e18)::bigint, $2, '附件.pdf', 'pdf', 5, $3, $4, now()
           from generate_series(1, 200) returning id::text`,
        [home, '99', sha256, this.#person('leader').id],
      );
      this.#files = rows.map(({ id }) => id);
    }
    return [{ id: this.#files.pop(), catalog }];
  }

  /** Whoever has the open task of a record completes it. */
  async #handle(record: string, flag: 'approve' | 'return'): Promise<void> {
    const [task] = await this.#app.database.query<{ id: string; actor: string | null }>(
      `select t.id::text, coalesce(t.assignee_id, (select u.id from users u
            where u.tenant_id = t.tenant_id and u.id <> t.applicant_id and t.candidates && wf_groups(t.tenant_id, u.id)
            order by u.id limit 1))::text as actor
         from wf_task t where t.tenant_id = $1 and t.business_id = $2 and t.status = 'TODO'`,
      [home, record],
    );
    if (!task?.actor) throw new Refused(['无待办任务', 'No open task']);
    const known = this.#handlers.get(task.actor);
    const actor =
      known ?? (await asOfNow(this.#engine, { id: task.actor, tenantId: home, roles: [] }));
    if (!actor) throw new Error('nobody handles it');
    this.#handlers.set(task.actor, actor);
    await this.#app.parts.workflow.execute(this.#engine, actor, {
      on: { task: task.id },
      command:
        flag === 'approve'
          ? { is: 'agree', task: task.id, comment: '' }
          : { is: 'back', task: task.id, to: 'applicant', comment: '退回' },
    });
  }

  /** Money that came in; small sums, so that limits are met in every third step. */
  #arrive(): Operation {
    const amount = 100 + this.#random.below(40_000);
    return {
      name: 'arrive',
      about: 'new',
      run: async () => {
        const { id } = await this.#engine
          .as(this.#person('office'))
          .submit(this.#resource('fundingArrive'), {
            fundingSource: '江陵电力公司',
            arriveType: '02',
            arriveDate: '2026-03-01',
            arriveAmount: yuan(amount),
            isPublic: '1',
          });
        return () => void this.arrivals.push({ id, amount, isReversed: false });
      },
    };
  }

  #claim(): Operation | null {
    if (this.arrivals.length === 0) return null;
    const arrival = this.#random.pick(this.arrivals);
    const project = this.#random.pick(this.projects);
    const amount = this.#random.pick([
      arrival.amount,
      1 + this.#random.below(arrival.amount),
      Math.ceil(arrival.amount / 2),
    ]);
    return {
      name: 'claim',
      about: 'new',
      run: async () => {
        const { id } = await this.#engine
          .as(this.#person('leader'))
          .submit(this.#resource('fundingDivide'), {
            arriveId: arrival.id,
            programId: project.id,
            divideAmount: yuan(amount),
          });
        return () => void this.divisions.push({ id, arrival, project, amount, state: 'claimed' });
      },
    };
  }

  /** Does an action of a record, if it is where the play thinks; others refuse by themselves. */
  #act<T extends { readonly id: string; state: string }>(
    name: string,
    key: string,
    who: 'leader' | 'office' | 'finance',
    from: readonly T[],
    asks: (one: T) => Readonly<Record<string, unknown>>,
    then: (one: T) => void,
  ): Operation | null {
    if (from.length === 0) return null;
    const one = this.#random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        await this.#engine
          .as(this.#person(who))
          .perform(this.#resource(key), name, one.id, asks(one));
        return () => then(one);
      },
    };
  }

  #of<T extends { state: string }>(
    all: readonly T[],
    ...states: readonly T['state'][]
  ): readonly T[] {
    return all.filter(({ state }) => states.includes(state));
  }

  #book(): Operation | null {
    const open = this.#of(this.divisions, 'granted');
    if (open.length === 0) return null;
    const division = this.#random.pick(open);
    const { amount, project } = division;
    // 8 % of what is left behind the tax; the tax is typed.
    const tax = Math.min(amount, this.#random.below(50));
    const overhead = Math.round(((amount - tax) * 8) / 100);
    const performance = this.#random.pick([0, Math.floor(amount / 50)]);
    const indirect = overhead + performance;
    const net = amount - tax - indirect;
    if (net <= 0) return null;
    const first = this.#random.below(net + 1);
    const given: Record<string, number> = project.isLump
      ? {}
      : first === 0 || first === net
        ? { [this.#random.pick(items)]: net }
        : { '10201': first, '10202': net - first };
    return {
      name: 'book',
      about: `book ${division.id}`,
      run: async () => {
        const { id } = await this.#engine
          .as(this.#person('leader'))
          .submit(this.#resource('jfdzys'), {
            divideId: division.id,
            ticketType: '04',
            taxAmount: yuan(tax),
            indirectFee: yuan(indirect),
            performanceFee: yuan(performance),
            items: Object.entries(given).map(([itemCode, fen]) => ({
              itemCode,
              amount: yuan(fen),
            })),
            attachments: await this.#file('26'),
          });
        const [stored] = await this.#app.database.query<{
          tax: string;
          overhead: string;
          indirect: string;
          performance: string;
          net: string;
        }>(
          `select tax_amount::text as tax, manage_fee::text as overhead, indirect_fee::text as indirect,
                  coalesce(performance_fee, 0)::text as performance, net_amount::text as net from jfdzys where id = $1`,
          [id],
        );
        return () => {
          division.state = 'booking';
          this.bookings.push({
            id,
            division,
            tax: fenOf(stored?.tax ?? null),
            overhead: fenOf(stored?.overhead ?? null),
            indirect: fenOf(stored?.indirect ?? null),
            performance: fenOf(stored?.performance ?? null),
            items: project.isLump ? { '0': fenOf(stored?.net ?? null) } : given,
            state: 'asked',
          });
        };
      },
    };
  }

  #decide<T extends { readonly id: string; state: string }>(
    name: string,
    from: readonly T[],
    flag: 'approve' | 'return',
    then: (one: T) => Promise<() => void>,
  ): Operation | null {
    if (from.length === 0) return null;
    const one = this.#random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        await this.#handle(one.id, flag);
        return then(one);
      },
    };
  }

  async #stateOf(table: string, id: string): Promise<string> {
    const [found] = await this.#app.database.query<{ status: string }>(
      `select status from ${table} where id = $1`,
      [id],
    );
    return found?.status ?? '';
  }

  #spend(): Operation | null {
    const project = this.#random.pick(this.projects);
    const item = this.#random.pick(items);
    const amount = 1 + this.#random.below(12_000);
    // Every tenth invoice was used before.
    this.#serial += 1;
    const used = this.#random.below(10) === 0 ? this.#random.below(this.#serial) : this.#serial;
    const invoice = `M${this.#series}X${used}`;
    return {
      name: 'spend',
      about: `invoice ${invoice}`,
      run: async () => {
        const { id } = await this.#engine
          .as(this.#person('leader'))
          .submit(this.#resource('fundsExpenditure'), {
            programId: project.id,
            expenseType: '01',
            expenseDate: '2026-04-01',
            payee: '江陵仪器公司',
            receivablesAccount: '6222020200001234567',
            openingBank: '工商银行江陵支行',
            reason: '实验材料',
            items: [{ itemCode: item, amount: yuan(amount), invoiceNum: invoice, remark: '材料' }],
            attachments: await this.#file('25'),
          });
        return () =>
          void this.expenses.push({ id, project, item, amount, invoice, state: 'asked' });
      },
    };
  }

  /** The budget of a project moves between its items, or grows. */
  #adjust(): Operation | null {
    const project = this.#random.pick(this.projects.filter(({ isLump }) => !isLump));
    if (!project) return null;
    const moved = this.#random.below(15_000);
    const [from, to] = this.#random.pick([
      ['10201', '10202'],
      ['10202', '10201'],
    ] as const);
    const budget = {
      ...project.budget,
      [from]: Math.max(0, (project.budget[from] ?? 0) - moved),
      [to]: (project.budget[to] ?? 0) + moved,
    };
    return {
      name: 'adjust',
      about: `adjust ${project.id}`,
      run: async () => {
        const system = this.#engine.asSystem('law', home);
        const { row } = await system.read(this.#resource('programInfo'), project.id);
        await system.save(this.#resource('programInfo'), {
          id: project.id,
          version: row.version,
          budget: Object.entries(budget).map(([itemCode, fen]) => ({
            itemCode,
            amount: yuan(fen),
          })),
        });
        return () => {
          project.budget = budget;
        };
      },
    };
  }

  #reverse(): Operation | null {
    const open = this.arrivals.filter(({ isReversed }) => !isReversed);
    if (open.length === 0 || this.#random.below(4) > 0) return null;
    const arrival = this.#random.pick(open);
    return {
      name: 'reverse',
      about: `reverse ${arrival.id}`,
      run: async () => {
        await this.#engine
          .as(this.#person('finance'))
          .perform(this.#resource('fundingArrive'), 'reverse', arrival.id, { reason: '退款' });
        return () => {
          arrival.isReversed = true;
        };
      },
    };
  }

  /** One thing that somebody may try now; null where there is nothing to try it on. */
  #next(): Operation | null {
    const { divisions, bookings, expenses } = this;
    const none = () => ({});
    const afterwards =
      (table: string, states: Readonly<Record<string, string>>) =>
      async (one: { readonly id: string; state: string }): Promise<() => void> => {
        const state = states[await this.#stateOf(table, one.id)];
        return () => {
          if (state !== undefined) one.state = state;
        };
      };
    const choices: readonly (() => Operation | null)[] = [
      () => this.#arrive(),
      () => this.#claim(),
      () => this.#claim(),
      () =>
        this.#act(
          'assign',
          'fundingDivide',
          'office',
          this.#of(divisions, 'claimed'),
          none,
          (one) => {
            one.state = 'granted';
          },
        ),
      () =>
        this.#act(
          'assign',
          'fundingDivide',
          'office',
          this.#of(divisions, 'claimed'),
          none,
          (one) => {
            one.state = 'granted';
          },
        ),
      () =>
        this.#act(
          'refuse',
          'fundingDivide',
          'office',
          this.#of(divisions, 'claimed'),
          () => ({ reason: '不符' }),
          (one) => {
            one.state = 'refused';
          },
        ),
      () =>
        this.#act(
          'unassign',
          'fundingDivide',
          'office',
          this.#of(divisions, 'granted', 'booking'),
          none,
          (one) => {
            one.state = 'claimed';
          },
        ),
      () => this.#book(),
      () => this.#book(),
      () =>
        this.#decide(
          'approve booking',
          this.#of(bookings, 'asked'),
          'approve',
          afterwards('jfdzys', bookingOf),
        ),
      () =>
        this.#decide(
          'approve booking',
          this.#of(bookings, 'asked'),
          'approve',
          afterwards('jfdzys', bookingOf),
        ),
      () =>
        this.#decide(
          'return booking',
          this.#of(bookings, 'asked'),
          'return',
          afterwards('jfdzys', bookingOf),
        ),
      () => this.#void('void booking', 'jfdzys', this.#of(bookings, 'booked')),
      () => this.#spend(),
      () => this.#spend(),
      () =>
        this.#decide(
          'approve expense',
          this.#of(expenses, 'asked'),
          'approve',
          afterwards('funds_expenditure', expenseOf),
        ),
      () =>
        this.#decide(
          'approve expense',
          this.#of(expenses, 'asked'),
          'approve',
          afterwards('funds_expenditure', expenseOf),
        ),
      () =>
        this.#decide(
          'return expense',
          this.#of(expenses, 'asked'),
          'return',
          afterwards('funds_expenditure', expenseOf),
        ),
      () => this.#recall(),
      () => this.#void('void expense', 'fundsExpenditure', this.#of(expenses, 'agreed')),
      () =>
        this.#act(
          'pay',
          'fundsExpenditure',
          'finance',
          this.#of(expenses, 'agreed', 'paid'),
          () => ({ voucherNum: '记-1', payDate: '2026-05-01' }),
          (one) => {
            one.state = 'paid';
          },
        ),
      () =>
        this.#act(
          'reversePay',
          'fundsExpenditure',
          'finance',
          this.#of(expenses, 'paid'),
          () => ({ reason: '退票' }),
          (one) => {
            one.state = 'agreed';
          },
        ),
      () => this.#adjust(),
      () => this.#reverse(),
    ];
    return this.#random.pick(choices)();
  }

  #recall(): Operation | null {
    const open = this.#of(this.expenses, 'asked');
    if (open.length === 0) return null;
    const one = this.#random.pick(open);
    return {
      name: 'recall expense',
      about: `recall ${one.id}`,
      run: async () => {
        await this.#engine
          .as(this.#person('leader'))
          .recall(this.#resource('fundsExpenditure'), one.id);
        return () => {
          one.state = 'back';
        };
      },
    };
  }

  #void<T extends { readonly id: string; state: string }>(
    name: string,
    key: string,
    from: readonly T[],
  ): Operation | null {
    if (from.length === 0 || this.#random.below(3) > 0) return null;
    const one = this.#random.pick(from);
    return {
      name,
      about: `${name} ${one.id}`,
      run: async () => {
        await this.#engine.as(this.#person('office')).abolish(this.#resource(key), one.id, '作废');
        return () => {
          one.state = 'void';
        };
      },
    };
  }

  /**
   * Some operations at once, each on a connection of its own.
   * @throws what is no refusal
   */
  async step(atOnce: number): Promise<number> {
    const operations: Operation[] = [];
    while (operations.length < atOnce) {
      const one = this.#next();
      if (!one) continue;
      operations.push(one);
      // Twice the same: at most one of them counts.
      if (this.#random.below(8) === 0) operations.push(one);
    }
    const answers = await Promise.all(
      operations.map(async (one) => {
        const count = this.counts.get(one.name) ?? { done: 0, refused: 0 };
        this.counts.set(one.name, count);
        try {
          const after = await one.run();
          count.done += 1;
          return after;
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          count.refused += 1;
          return null;
        }
      }),
    );
    for (const after of answers) after?.();
    return operations.length;
  }

  /** States of records as the database has them: two operations on one record may come in either order. */
  async settle(): Promise<void> {
    const read = async (table: string): Promise<ReadonlyMap<string, string>> => {
      const rows = await this.#app.database.query<{ id: string; status: string }>(
        `select id::text, status from ${table} where tenant_id = $1 and is_deleted = 0`,
        [home],
      );
      return new Map(rows.map(({ id, status }) => [id, status]));
    };
    const take = async (
      table: string,
      all: readonly { readonly id: string; state: string }[],
      states: Readonly<Record<string, string>>,
    ): Promise<void> => {
      const found = await read(table);
      for (const one of all) {
        const status = found.get(one.id);
        if (status === undefined)
          throw new Error(`${table} ${one.id} was acknowledged and is lost`);
        const state = states[status];
        if (state === undefined) throw new Error(`${table} ${one.id} is in the state ${status}`);
        one.state = state;
      }
      const own = [...found.keys()].filter((id) => !this.#earlier.has(id));
      if (own.length !== all.length) {
        throw new Error(`${table}: ${own.length} stored, ${all.length} acknowledged`);
      }
    };
    await take('funding_divide', this.divisions, {
      '0': 'granted',
      '1': 'booking',
      '2': 'booked',
      '8': 'refused',
      '9': 'claimed',
    });
    await take('jfdzys', this.bookings, bookingOf);
    await take('funds_expenditure', this.expenses, expenseOf);
    // Two changes of one budget may come in either order: the last one stands.
    const budgets = await this.#app.database.query<{ id: string; item: string; amount: string }>(
      `select parent_id::text as id, item_code as item, amount::text from program_budget where tenant_id = $1`,
      [home],
    );
    for (const project of this.projects) {
      project.budget = Object.fromEntries(
        budgets
          .filter(({ id }) => id === project.id)
          .map(({ item, amount }) => [item, fenOf(amount)]),
      );
    }
    const arrived = await read('funding_arrive');
    for (const one of this.arrivals) one.isReversed = arrived.get(one.id) === '4';
  }
}

const bookingOf: Readonly<Record<string, string>> = {
  '1': 'asked',
  '2': 'booked',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'void',
};

const expenseOf: Readonly<Record<string, string>> = {
  '1': 'asked',
  '2': 'agreed',
  '3': 'paid',
  '4': 'back',
  '5': 'back',
  '6': 'back',
  '7': 'void',
};
