import { addMonths } from '@keyan/kernel/values/time.ts';
import { home } from './application.ts';
import { MoneyPlay } from './money-play.ts';
import { type Division, fenOf, type Operation, type Project, yuan } from './money-world.ts';

/** A contract and the project that it made; amounts in fen. */
export interface Contract {
  readonly id: string;
  readonly project: Project;
  amount: number;
}
export interface Bill {
  readonly id: string;
  readonly contract: Contract;
  /** The arrival of an invoice that follows its money; null for a borrowed one. */
  readonly arrival: string | null;
  readonly amount: number;
  red: number;
  state: 'asked' | 'granted' | 'issued' | 'red' | 'back' | 'void';
}
export interface Refund {
  readonly id: string;
  readonly arrival: string;
  readonly division: Division | null;
  readonly bill: Bill | null;
  readonly amount: number;
  readonly red: number;
  parts: Readonly<Record<'tax' | 'fee' | 'performance' | 'rest' | 'out' | 'net', number>> | null;
  items: Readonly<Record<string, number>>;
  state: 'draft' | 'done' | 'cancelled';
}
export interface Surplus {
  readonly id: string;
  readonly project: Project;
  readonly use: '02' | '03' | '04' | '05';
  readonly target: string | null;
  readonly amount: number;
  /** The account that keeps it. */
  kept: string | null;
  state: 'asked' | 'approved' | 'paid' | 'back' | 'void';
}
interface Supplement {
  readonly id: string;
  readonly contract: Contract;
  readonly amount: number;
  state: 'asked' | 'approved' | 'back';
}

const billOf: Readonly<Record<string, Bill['state']>> = {
  '1': 'asked',
  '2': 'granted',
  '3': 'issued',
  '8': 'issued',
  '4': 'back',
  '5': 'back',
  '6': 'back',
  '7': 'void',
  '9': 'red',
};
const refundOf: Readonly<Record<string, Refund['state']>> = {
  '0': 'draft',
  '1': 'done',
  '2': 'cancelled',
};
const surplusOf: Readonly<Record<string, Surplus['state']>> = {
  '1': 'asked',
  '2': 'approved',
  '7': 'paid',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'void',
};
const supplementOf: Readonly<Record<string, Supplement['state']>> = {
  '1': 'asked',
  '2': 'approved',
  '3': 'back',
  '4': 'back',
  '5': 'back',
  '6': 'back',
};

const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** Random money from the signature to the settled account: contracts, invoices, refunds and surpluses beside the rest. */
export class MoneyLife extends MoneyPlay {
  readonly contracts: Contract[] = [];
  readonly bills: Bill[] = [];
  readonly refunds: Refund[] = [];
  readonly surpluses: Surplus[] = [];
  readonly supplements: Supplement[] = [];

  override async begin(projects: number, series: string): Promise<void> {
    await super.begin(projects, series);
    const more = await this.app.database.query<{ id: string }>(
      `select id::text from billapplyinfo union all select id::text from funding_refund
        union all select id::text from process_surplus union all select id::text from program_change`,
    );
    this.earlier = new Set([...this.earlier, ...more.map(({ id }) => id)]);
    for (const index of [1, 2]) await this.sign(index);
  }

  /** A contract in a lump sum, approved. */
  private async sign(index: number): Promise<void> {
    const amount = 60_000 * index;
    const leader = this.person('leader');
    const { id } = await this.engine.as(leader).submit(this.resource('horizontalRecord'), {
      programName: `合同${this.series}-${index}`,
      programLeader: leader.id,
      departmentId: this.app.departments[home]?.get('310'),
      contractType: '0101',
      contractAmount: yuan(amount),
      partyName: '江陵市水务集团有限公司',
      partyCreditCode: '91350100M000100Y43',
      partyType: '01',
      partyRegion: '420000',
      partyContact: '李志强',
      partyPhone: '0716-8061234',
      payMode: '1',
      ipOwnership: '3',
      techField: '07',
      signDate: '2026-01-10',
      startDate: '2026-01-10',
      endDate: '2027-12-31',
      isTechRegister: '0',
      isTaxFree: '0',
      isSealed: '1',
      isTransform: '0',
      isRelated: '0',
      fundMode: '2',
      subjectClass: '01',
      subject: '52020',
      researchType: '3',
      content: '研究泵站群的优化调度。',
      performanceTerms: '能耗下降 5%。',
      members: [
        { sort: 1, personType: '01', userId: leader.id, memberRole: '01', task: '主持项目' },
      ],
      payPlans: [
        { sort: 1, payCondition: '签订后', planDate: '2026-03-01', planAmount: yuan(amount) },
      ],
      attachments: await this.file('03'),
    });
    await this.approveWhole(id);
    const [found] = await this.app.database.query<{ project: string | null }>(
      'select program_info_id::text as project from horizontal_record where id = $1',
      [id],
    );
    if (!found?.project) throw new Error('the contract made no project');
    const project: Project = { id: found.project, budget: {}, isLump: true };
    this.projects.push(project);
    this.contracts.push({ id, project, amount });
  }

  /** Everybody agrees, one after the other, until the process ends. */
  private async approveWhole(record: string): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      const [open] = await this.app.database.query(
        `select 1 from wf_task where tenant_id = $1 and business_id = $2 and status = 'TODO'`,
        [home, record],
      );
      if (!open) return;
      await this.handle(record, 'approve');
    }
  }

  private bill(): Operation {
    const contract = this.random.pick(this.contracts);
    const arrivals = this.arrivals.filter(({ isReversed }) => !isReversed);
    const arrival = this.random.below(3) === 0 ? this.random.pick(arrivals) : undefined;
    const amount = 1 + this.random.below(40_000);
    return {
      name: 'bill',
      about: 'new',
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('billapplyinfo'), {
            programId: contract.project.id,
            billMode: arrival ? '1' : '2',
            ticketType: '01',
            billAmount: yuan(amount),
            billContent: '01',
            receiveEmail: 'caiwu@jiangling.example',
            receivePhone: '13800001234',
            ...(arrival
              ? { arriveId: arrival.id }
              : { expectArriveDate: addMonths(today, 3), taxCardNum: 'K1' }),
          });
        return () =>
          void this.bills.push({
            id,
            contract,
            arrival: arrival?.id ?? null,
            amount,
            red: 0,
            state: 'asked',
          });
      },
    };
  }

  /** A claim for the project of a contract that also pays a borrowed invoice. */
  private claimFor(): Operation | null {
    const open = this.bills.filter(({ state, arrival }) => state === 'issued' && arrival === null);
    if (open.length === 0 || this.arrivals.length === 0) return null;
    const bill = this.random.pick(open);
    const arrival = this.random.pick(this.arrivals);
    const amount = 1 + this.random.below(arrival.amount);
    const settled = Math.min(amount, 1 + this.random.below(bill.amount));
    const project = bill.contract.project;
    return {
      name: 'claim for invoice',
      about: 'new',
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('fundingDivide'), {
            arriveId: arrival.id,
            programId: project.id,
            divideAmount: yuan(amount),
            billId: bill.id,
            billSettled: yuan(settled),
          });
        return () =>
          void this.divisions.push({
            id,
            arrival,
            project,
            amount,
            bill: bill.id,
            settled,
            state: 'claimed',
          });
      },
    };
  }

  private refund(): Operation | null {
    const booked = this.of(this.divisions, 'booked');
    const division =
      booked.length > 0 && this.random.below(2) === 0 ? this.random.pick(booked) : null;
    if (!division && this.arrivals.length === 0) return null;
    const arrival = division?.arrival ?? this.random.pick(this.arrivals);
    const most = division?.amount ?? arrival.amount;
    const amount = this.random.pick([most, 1 + this.random.below(most), Math.ceil(most / 3)]);
    const bills = this.bills.filter(
      ({ state, contract }) => state === 'issued' && contract.project === division?.project,
    );
    const bill = bills.length > 0 && this.random.below(2) === 0 ? this.random.pick(bills) : null;
    return {
      name: 'refund',
      about: 'new',
      run: async () => {
        const { id } = await this.engine
          .as(this.person('finance'))
          .save(this.resource('fundingRefund'), {
            arriveId: arrival.id,
            divideId: division?.id ?? null,
            refundAmount: yuan(amount),
            refundReason: '多付',
            ...(bill
              ? {
                  redBillId: bill.id,
                  redNumber: `R${amount}`,
                  redDate: today,
                  redAmount: yuan(amount),
                }
              : {}),
          });
        return () =>
          void this.refunds.push({
            id,
            arrival: arrival.id,
            division,
            bill,
            amount,
            red: bill ? amount : 0,
            parts: null,
            items: {},
            state: 'draft',
          });
      },
    };
  }

  private supplement(): Operation | null {
    if (this.random.below(3) > 0) return null;
    const contract = this.random.pick(this.contracts);
    const amount = Math.max(1, contract.amount + this.random.below(40_000) - 20_000);
    return {
      name: 'supplement',
      about: `contract ${contract.id}`,
      run: async () => {
        const { id } = await this.engine
          .as(this.person('leader'))
          .submit(this.resource('programChange'), {
            programId: contract.project.id,
            changeTypes: ['10'],
            changeReason: '补充协议',
            needSuperior: '0',
            newContractAmount: yuan(amount),
            newPayPlans: [
              { sort: 1, payCondition: '签订后', planDate: '2026-03-01', planAmount: yuan(amount) },
            ],
            attachments: [...(await this.file('06')), ...(await this.file('03'))],
          });
        return () => void this.supplements.push({ id, contract, amount, state: 'asked' });
      },
    };
  }

  /** One of the projects without a contract ends; three stay under way. */
  private conclude(): Operation | null {
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

  private settleSurplus(): Operation | null {
    const ended = this.projects.filter(({ isEnded }) => isEnded);
    if (ended.length === 0) return null;
    const project = this.random.pick(ended);
    const use = this.random.pick(['02', '03', '04', '05'] as const);
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
        const amount = Math.max(1, Math.floor(fenOf(stored?.left ?? null) / share));
        const items = [{ itemCode: '10201', amount: yuan(amount) }];
        const more = {
          '02': { useUntil: addMonths(today, 12), items },
          '03': {},
          '04': {
            payee: '江陵电力公司',
            payeeAccount: '6222020200001234567',
            payeeBank: '工商银行',
          },
          '05': { targetProgramId: target, items },
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

  /** Long because it is one list of choices, in which frequent ones stand twice. */
  protected override choices(): readonly (() => Operation | null)[] {
    const { bills, refunds, surpluses, supplements } = this;
    const stateAfter =
      <S extends string>(table: string, states: Readonly<Record<string, S>>, column = 'status') =>
      async (one: { readonly id: string; state: S }): Promise<() => void> => {
        const [found] = await this.app.database.query<{ code: string }>(
          `select ${column} as code from ${table} where id = $1`,
          [one.id],
        );
        const state = states[found?.code ?? ''];
        return () => {
          if (state !== undefined) one.state = state;
        };
      };
    const billed = stateAfter('billapplyinfo', billOf);
    const settled = stateAfter('process_surplus', surplusOf);
    const changed = stateAfter('program_change', supplementOf, 'audit_status');
    const paid = { voucherNum: '退-1', refundDate: today, payDate: today };
    return [
      ...super.choices(),
      () => this.bill(),
      () => this.bill(),
      () => this.decide('approve bill', this.of(bills, 'asked'), 'approve', billed),
      () => this.decide('approve bill', this.of(bills, 'asked'), 'approve', billed),
      () => this.decide('return bill', this.of(bills, 'asked'), 'return', billed),
      () => this.void('void bill', 'billapplyinfo', this.of(bills, 'granted')),
      () => {
        this.serial += 1;
        const invoiceNumber = `I${this.series}X${this.serial}`;
        return this.act(
          'issue',
          'billapplyinfo',
          'finance',
          this.of(bills, 'granted'),
          () => ({ invoiceNumber, invoiceDate: today }),
          (one) => {
            one.state = 'issued';
          },
        );
      },
      () =>
        this.act(
          'red',
          'billapplyinfo',
          'finance',
          this.of(bills, 'issued'),
          ({ amount }) => ({
            redNumber: `R${amount}`,
            redDate: today,
            redAmount: yuan(1 + this.random.below(amount)),
            reason: '开票有误',
          }),
          () => undefined,
        ),
      () => this.claimFor(),
      () => this.claimFor(),
      () => this.refund(),
      () => this.refund(),
      () =>
        this.act(
          'confirm',
          'fundingRefund',
          'finance',
          this.of(refunds, 'draft'),
          () => paid,
          (one) => {
            one.state = 'done';
          },
        ),
      () =>
        this.act(
          'cancel',
          'fundingRefund',
          'finance',
          this.of(refunds, 'draft'),
          () => ({ reason: '不退' }),
          (one) => {
            one.state = 'cancelled';
          },
        ),
      () => this.supplement(),
      () => this.decide('approve supplement', this.of(supplements, 'asked'), 'approve', changed),
      () => this.decide('approve supplement', this.of(supplements, 'asked'), 'approve', changed),
      () => this.decide('return supplement', this.of(supplements, 'asked'), 'return', changed),
      () => this.conclude(),
      () => this.settleSurplus(),
      () => this.decide('approve surplus', this.of(surpluses, 'asked'), 'approve', settled),
      () => this.decide('approve surplus', this.of(surpluses, 'asked'), 'approve', settled),
      () => this.decide('return surplus', this.of(surpluses, 'asked'), 'return', settled),
      () => this.void('void surplus', 'processSurplus', this.of(surpluses, 'approved')),
      () =>
        this.act(
          'pay',
          'processSurplus',
          'finance',
          this.of(surpluses, 'approved'),
          () => paid,
          (one) => {
            one.state = 'paid';
          },
        ),
      () =>
        this.act(
          'reversePay',
          'processSurplus',
          'finance',
          this.of(surpluses, 'paid'),
          () => ({ reason: '退票' }),
          (one) => {
            one.state = 'approved';
          },
        ),
    ];
  }

  override async settle(): Promise<void> {
    await super.settle();
    await this.take('billapplyinfo', this.bills, billOf);
    await this.take('funding_refund', this.refunds, refundOf);
    await this.take('process_surplus', this.surpluses, surplusOf);
    await this.take('program_change', this.supplements, supplementOf, 'audit_status');
    const query = <R extends object>(sql: string) => this.app.database.query<R>(sql, [home]);
    const reds = await query<{ id: string; red: string }>(
      'select id::text, coalesce(red_funds, 0)::text as red from billapplyinfo where tenant_id = $1',
    );
    const red = new Map(reds.map(({ id, red: amount }) => [id, fenOf(amount)]));
    for (const one of this.bills) one.red = red.get(one.id) ?? 0;
    const kept = await query<{ id: string; kept: string | null }>(
      'select id::text, surplus_program_id::text as kept from process_surplus where tenant_id = $1',
    );
    const accounts = new Map(kept.map((one) => [one.id, one.kept]));
    for (const one of this.surpluses) one.kept = accounts.get(one.id) ?? null;
    const amounts = await query<{ id: string; amount: string }>(
      'select id::text, contract_amount::text as amount from horizontal_record where tenant_id = $1',
    );
    for (const one of this.contracts) {
      one.amount = fenOf(amounts.find(({ id }) => id === one.id)?.amount ?? null);
    }
    const parts = await query<
      Record<'id' | 'tax' | 'fee' | 'performance' | 'rest' | 'out' | 'net', string>
    >(
      `select id::text, tax_back::text as tax, fee_back::text as fee, performance_back::text as performance,
              rest_back::text as rest, out_back::text as out, net_back::text as net
         from funding_refund where tenant_id = $1 and status = '1'`,
    );
    const lines = await query<Record<'parent' | 'item' | 'amount', string>>(
      `select parent_id::text as parent, item_code as item, amount::text from funding_refund_items where tenant_id = $1`,
    );
    for (const one of this.refunds) {
      const found = parts.find(({ id }) => id === one.id);
      if (!found) continue;
      const { id: _, ...sums } = found;
      one.parts = {
        tax: fenOf(sums.tax),
        fee: fenOf(sums.fee),
        performance: fenOf(sums.performance),
        rest: fenOf(sums.rest),
        out: fenOf(sums.out),
        net: fenOf(sums.net),
      };
      one.items = Object.fromEntries(
        lines
          .filter(({ parent }) => parent === one.id)
          .map(({ item, amount }) => [item, fenOf(amount)]),
      );
    }
  }
}
