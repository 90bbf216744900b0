import { addMonths } from '@keyan/kernel/values/time.ts';
import { home } from './application.ts';
import { MoneyPlay } from './money-play.ts';
import { type Bill, type Contract, type Refund, type Supplement, today } from './money-records.ts';
import { type Operation, type Project, yuan } from './money-world.ts';

/** Random operations on contracts, invoices and refunds, besides those on arrivals and expenses. */
export abstract class MoneyDeals extends MoneyPlay {
  readonly contracts: Contract[] = [];
  readonly bills: Bill[] = [];
  readonly refunds: Refund[] = [];
  readonly supplements: Supplement[] = [];

  override async begin(projects: number, series: string): Promise<void> {
    await super.begin(projects, series);
    for (const index of [1, 2]) await this.sign(index);
  }

  /** Makes an approved lump-sum contract. */
  protected async sign(index: number): Promise<void> {
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
      isTechRegister: '1',
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

  /** Lets everybody agree, one after the other, until the process ends. */
  protected async approveWhole(record: string): Promise<void> {
    for (let step = 0; step < 12; step += 1) {
      const [open] = await this.app.database.query(
        `select 1 from wf_task where tenant_id = $1 and business_id = $2 and status = 'TODO'`,
        [home, record],
      );
      if (!open) return;
      await this.handle(record, 'approve');
    }
  }

  protected bill(): Operation {
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

  /** Claims an arrival for the project of a contract, which also pays a borrowed invoice. */
  protected claimFor(): Operation | null {
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

  protected refund(): Operation | null {
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

  protected supplement(): Operation | null {
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

  /** Records the registration of an approved contract while its money moves. */
  protected register(): Operation | null {
    if (this.random.below(3) > 0) return null;
    const contract = this.random.pick(this.contracts);
    const number = `2026${this.random.below(1_000_000)}`;
    return {
      name: 'register',
      about: `contract ${contract.id}`,
      run: async () => {
        const resource = this.resource('horizontalRecord');
        const { row } = await this.engine.asSystem('law', home).read(resource, contract.id);
        await this.engine.as(this.person('office')).perform(resource, 'register', contract.id, {
          version: row.version,
          techRegNum: number,
          techRegDate: today,
          techAmount: '1.00',
          attachments: await this.file('27', 'office'),
        });
        return () => undefined;
      },
    };
  }
}
