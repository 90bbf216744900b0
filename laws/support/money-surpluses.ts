import { addMonths } from '@keyan/kernel/values/time.ts';
import { home } from './application.ts';
import { MoneyDeals } from './money-deals.ts';
import { type Surplus, today } from './money-records.ts';
import { type Expense, fenOf, items, type Operation, yuan } from './money-world.ts';

/** Random operations on lent money, and on surpluses of ended projects. */
export abstract class MoneySurpluses extends MoneyDeals {
  readonly surpluses: Surplus[] = [];

  /** Makes an advance (借款) of one item. */
  protected lend(): Operation {
    const underWay = this.projects.filter(({ isEnded }) => !isEnded);
    const project = this.random.pick(this.random.below(8) === 0 ? this.projects : underWay);
    const item = this.random.pick(items);
    const amount = 1 + this.random.below(6000);
    return this.#file('lend', 'new', { project, item, amount, isAdvance: true });
  }

  /** Repays an advance (还款冲账) by an expense, perhaps of another item, and by cash. */
  protected repay(): Operation | null {
    const open = this.expenses.flatMap((advance) => {
      const left = advance.isAdvance && advance.state === 'paid' ? this.#openOf(advance) : 0;
      return left > 0 ? [{ advance, left }] : [];
    });
    if (open.length === 0) return null;
    const { advance, left } = this.random.pick(open);
    const amount = this.random.pick([left, 1 + this.random.below(left)]);
    const rest = left - amount;
    // One fen too much must be refused.
    const cash = this.random.pick([0, rest, rest, rest + 1]);
    const item = this.random.below(4) === 0 ? this.random.pick(items) : advance.item;
    const { project } = advance;
    const about = `repay ${advance.id}`;
    return this.#file('repay', about, { project, item, amount, settles: { advance, cash } });
  }

  /** Returns the fen of a paid advance that no settlement covers yet. */
  #openOf(advance: Expense): number {
    const settled = this.of(this.expenses, 'asked', 'agreed', 'paid').flatMap(
      ({ settles, amount }) => (settles?.advance === advance ? [amount + settles.cash] : []),
    );
    return advance.amount - settled.reduce((sum, fen) => sum + fen, 0);
  }

  #file(
    name: string,
    about: string,
    one: Pick<Expense, 'project' | 'item' | 'amount' | 'isAdvance' | 'settles'>,
  ): Operation {
    const { project, item, amount, settles } = one;
    return {
      name,
      about,
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('fundsExpenditure'), {
            programId: project.id,
            expenseType: settles ? '07' : '03',
            ...(settles ? { advanceId: settles.advance.id, cashReturned: yuan(settles.cash) } : {}),
            expenseDate: '2026-04-01',
            payee: '江陵仪器公司',
            receivablesAccount: '6222020200001234567',
            openingBank: '工商银行江陵支行',
            reason: '差旅借款',
            items: [{ itemCode: item, amount: yuan(amount), remark: '差旅' }],
            attachments: await this.file('25'),
          });
        return () => void this.expenses.push({ id, ...one, invoice: '', state: 'asked' });
      },
    };
  }

  /** Ends one of the projects without a contract; three remain under way. */
  protected conclude(): Operation | null {
    const without = this.projects.filter(
      (project) => !this.contracts.some((contract) => contract.project === project),
    );
    const open = without.filter(({ isEnded }) => !isEnded);
    if (open.length <= 3 || this.random.below(4) > 0) return null;
    const project = this.random.pick(open);
    return {
      name: 'conclude',
      about: `conclude ${project.id}`,
      run: async () => {
        const system = this.engine.asSystem('law', home);
        const { row } = await system.read(this.resource('programInfo'), project.id);
        await this.engine
          .as(this.person('office'))
          .perform(this.resource('programInfo'), 'registerConclusion', project.id, {
            version: row.version,
            reason: '已验收',
          });
        return () => {
          project.isEnded = true;
        };
      },
    };
  }

  protected settleSurplus(): Operation | null {
    const ended = this.projects.filter(({ isEnded }) => isEnded);
    if (ended.length === 0) return null;
    const project = this.random.pick(ended);
    const use = this.random.pick(['01', '02', '03', '04', '05', '06'] as const);
    const share = this.random.pick([1, 1, 2, 3]);
    const lumps = this.projects.filter(({ isLump, isEnded }) => isLump && !isEnded);
    const target = use === '05' ? (this.random.pick(lumps)?.id ?? null) : null;
    return {
      name: `surplus ${use}`,
      about: `surplus of ${project.id}`,
      run: async () => {
        const [stored] = await this.app.database.query<{ left: string }>(
          `select (booked - held - spent - settled)::text as left from ledger_funds_balance
            where tenant_id = $1 and owner_id = $2 and account = ''`,
          [home, project.id],
        );
        const left = fenOf(stored?.left ?? null);
        // At most half may be performance pay: one fen more must be refused.
        const most = use === '06' ? left / 2 + this.random.below(2) : left;
        const amount = Math.max(1, Math.floor(most / share));
        const lines = [{ itemCode: '10201', amount: yuan(amount) }];
        const kept = { useUntil: addMonths(today, 12), items: lines };
        const more = {
          '01': kept,
          '02': kept,
          '03': {},
          '04': {
            payee: '江陵电力公司',
            payeeAccount: '6222020200001234567',
            payeeBank: '工商银行',
          },
          '05': { targetProgramId: target, items: lines },
          '06': {
            performanceRate: '50',
            shares: [{ userId: this.person('leader').id, amount: yuan(amount) }],
          },
        };
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('processSurplus'), {
            programId: project.id,
            surplusHandle: use,
            handleAmount: yuan(amount),
            applyDate: today,
            plan: '按规定处理',
            ...more[use],
          });
        return () =>
          void this.surpluses.push({
            id,
            project,
            use,
            target,
            amount,
            kept: null,
            state: 'asked',
          });
      },
    };
  }
}
