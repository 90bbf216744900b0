import { Fault } from '@keyan/kernel/errors.ts';
import { home } from './application.ts';
import { today } from './money-records.ts';
import {
  bookingOf,
  expenseOf,
  fenOf,
  items,
  MoneyWorld,
  type Operation,
  yuan,
} from './money-world.ts';

/** Random operations of people on the money of a university, several at the same time. */
export class MoneyPlay extends MoneyWorld {
  /** Small amounts, so that every third step reaches a limit. */
  protected arrive(): Operation {
    const amount = 100 + this.random.below(40_000);
    return {
      name: 'arrive',
      about: 'new',
      run: async () => {
        const { id } = await this.engine
          .as(this.person('office'))
          .submit(this.resource('fundingArrive'), {
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

  protected claim(): Operation | null {
    if (this.arrivals.length === 0) return null;
    const arrival = this.random.pick(this.arrivals);
    const project = this.random.pick(this.projects);
    const amount = this.random.pick([
      arrival.amount,
      1 + this.random.below(arrival.amount),
      Math.ceil(arrival.amount / 2),
    ]);
    return {
      name: 'claim',
      about: 'new',
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('fundingDivide'), {
            arriveId: arrival.id,
            programId: project.id,
            divideAmount: yuan(amount),
          });
        return () => void this.divisions.push({ id, arrival, project, amount, state: 'claimed' });
      },
    };
  }

  protected book(): Operation | null {
    const open = this.of(this.divisions, 'granted');
    if (open.length === 0) return null;
    const division = this.random.pick(open);
    const { amount, project } = division;
    // 8 % of the amount after tax; the tax is typed.
    const tax = Math.min(amount, this.random.below(50));
    const overhead = Math.round(((amount - tax) * 8) / 100);
    const performance = this.random.pick([0, Math.floor(amount / 50)]);
    const indirect = overhead + performance;
    const net = amount - tax - indirect;
    if (net <= 0) return null;
    const first = this.random.below(net + 1);
    const given: Record<string, number> = project.isLump
      ? {}
      : first === 0 || first === net
        ? { [this.random.pick(items)]: net }
        : { '10201': first, '10202': net - first };
    return {
      name: 'book',
      about: `book ${division.id}`,
      run: async () => {
        const { id } = await this.engine.as(this.person('leader')).submit(this.resource('jfdzys'), {
          divideId: division.id,
          ticketType: '04',
          taxAmount: yuan(tax),
          indirectFee: yuan(indirect),
          performanceFee: yuan(performance),
          items: Object.entries(given).map(([itemCode, fen]) => ({
            itemCode,
            amount: yuan(fen),
          })),
          attachments: await this.file('26'),
        });
        const [stored] = await this.app.database.query<{
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

  protected spend(): Operation | null {
    const project = this.random.pick(this.projects);
    const item = this.random.pick(items);
    const amount = 1 + this.random.below(12_000);
    // Every tenth invoice number is a repeated one.
    this.serial += 1;
    const used = this.random.below(10) === 0 ? this.random.below(this.serial) : this.serial;
    const invoice = `M${this.series}X${used}`;
    return {
      name: 'spend',
      about: `invoice ${invoice}`,
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('fundsExpenditure'), {
            programId: project.id,
            expenseType: '01',
            expenseDate: '2026-04-01',
            payee: '江陵仪器公司',
            receivablesAccount: '6222020200001234567',
            openingBank: '工商银行江陵支行',
            reason: '实验材料',
            items: [{ itemCode: item, amount: yuan(amount), invoiceNum: invoice, remark: '材料' }],
            attachments: await this.file('25'),
          });
        return () =>
          void this.expenses.push({ id, project, item, amount, invoice, state: 'asked' });
      },
    };
  }

  protected adjust(): Operation | null {
    const project = this.random.pick(this.projects.filter(({ isLump }) => !isLump));
    if (!project) return null;
    const moved = this.random.below(15_000);
    const [from, to] = this.random.pick([
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
        const system = this.engine.asSystem('law', home);
        const { row } = await system.read(this.resource('programInfo'), project.id);
        await system.save(this.resource('programInfo'), {
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

  protected reverse(): Operation | null {
    const open = this.arrivals.filter(({ isReversed }) => !isReversed);
    if (open.length === 0 || this.random.below(4) > 0) return null;
    const arrival = this.random.pick(open);
    return {
      name: 'reverse',
      about: `reverse ${arrival.id}`,
      run: async () => {
        const finance = this.engine.as(this.person('finance'));
        const kind = this.resource('fundingArrive');
        const { version } = (await finance.read(kind, arrival.id)).row;
        await finance.perform(kind, 'reverse', arrival.id, { version, reason: '退款' });
        return () => {
          arrival.isReversed = true;
        };
      },
    };
  }

  protected recall(): Operation | null {
    const open = this.of(this.expenses, 'asked');
    if (open.length === 0) return null;
    const one = this.random.pick(open);
    return {
      name: 'recall expense',
      about: `recall ${one.id}`,
      run: async () => {
        await this.engine
          .as(this.person('leader'))
          .recall(this.resource('fundsExpenditure'), one.id);
        return () => {
          one.state = 'back';
        };
      },
    };
  }

  /**
   * Operations to draw from; each returns null if there is nothing to perform it on. Long because
   * it is one list, in which frequent ones occur twice.
   */
  protected choices(): readonly (() => Operation | null)[] {
    const { divisions, bookings, expenses } = this;
    const none = () => ({});
    const afterwards =
      (table: string, states: Readonly<Record<string, string>>) =>
      async (one: { readonly id: string; state: string }): Promise<() => void> => {
        const state = states[await this.stateOf(table, one.id)];
        return () => {
          if (state !== undefined) one.state = state;
        };
      };
    const assign = () =>
      this.act('assign', 'fundingDivide', 'office', this.of(divisions, 'claimed'), none, (one) => {
        one.state = 'granted';
      });
    return [
      () => this.arrive(),
      () => this.claim(),
      () => this.claim(),
      assign,
      assign,
      () =>
        this.act(
          'refuse',
          'fundingDivide',
          'office',
          this.of(divisions, 'claimed'),
          () => ({ reason: '不符' }),
          (one) => {
            one.state = 'refused';
          },
        ),
      () =>
        this.act(
          'unassign',
          'fundingDivide',
          'office',
          this.of(divisions, 'granted', 'booking'),
          none,
          (one) => {
            one.state = 'claimed';
          },
        ),
      () => this.book(),
      () => this.book(),
      () =>
        this.decide(
          'approve booking',
          this.of(bookings, 'asked'),
          'approve',
          afterwards('jfdzys', bookingOf),
        ),
      () =>
        this.decide(
          'approve booking',
          this.of(bookings, 'asked'),
          'approve',
          afterwards('jfdzys', bookingOf),
        ),
      () =>
        this.decide(
          'return booking',
          this.of(bookings, 'asked'),
          'return',
          afterwards('jfdzys', bookingOf),
        ),
      () => this.void('void booking', 'jfdzys', this.of(bookings, 'booked')),
      () => this.spend(),
      () => this.spend(),
      () =>
        this.decide(
          'approve expense',
          this.of(expenses, 'asked'),
          'approve',
          afterwards('funds_expenditure', expenseOf),
        ),
      () =>
        this.decide(
          'approve expense',
          this.of(expenses, 'asked'),
          'approve',
          afterwards('funds_expenditure', expenseOf),
        ),
      () =>
        this.decide(
          'return expense',
          this.of(expenses, 'asked'),
          'return',
          afterwards('funds_expenditure', expenseOf),
        ),
      () => this.recall(),
      () => this.void('void expense', 'fundsExpenditure', this.of(expenses, 'agreed')),
      () =>
        this.act(
          'pay',
          'fundsExpenditure',
          'finance',
          this.of(expenses, 'agreed', 'paid'),
          // A second advance is refused while the first is open.
          ({ isAdvance }) => ({ voucherNum: '记-1', payDate: isAdvance ? today : '2026-05-01' }),
          (one) => {
            one.state = 'paid';
          },
        ),
      () =>
        this.act(
          'reversePay',
          'fundsExpenditure',
          'finance',
          this.of(expenses, 'paid'),
          () => ({ reason: '退票' }),
          (one) => {
            one.state = 'agreed';
          },
        ),
      () => this.adjust(),
      () => this.reverse(),
    ];
  }

  protected next(): Operation | null {
    return this.random.pick(this.choices())();
  }

  /**
   * Performs some operations at the same time, each on a separate connection.
   * @throws any error but a refusal
   */
  async step(atOnce: number): Promise<number> {
    const operations: Operation[] = [];
    while (operations.length < atOnce) {
      const one = this.next();
      if (!one) continue;
      operations.push(one);
      // One operation twice: at most one of them may count.
      if (this.random.below(8) === 0) operations.push(one);
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
          this.note(error);
          return null;
        }
      }),
    );
    for (const after of answers) after?.();
    return operations.length;
  }
}
