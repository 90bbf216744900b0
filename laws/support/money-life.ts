import { home } from './application.ts';
import { billOf, refundOf, supplementOf, surplusOf, today } from './money-records.ts';
import { MoneySurpluses } from './money-surpluses.ts';
import { fenOf, type Operation, yuan } from './money-world.ts';

/**
 * Random operations from the signature to the settled account: contracts, invoices, refunds,
 * advances and surpluses besides the rest.
 */
export class MoneyLife extends MoneySurpluses {
  /** Operations to draw from. Long because it is one list, in which frequent ones occur twice. */
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
    const given = { voucherNum: '退-1', refundDate: today };
    const paid = { voucherNum: '退-1', payDate: today };
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
          () => given,
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
      () => this.lend(),
      () => this.repay(),
      () => this.repay(),
      () => this.supplement(),
      () => this.register(),
      () => this.decide('approve supplement', this.of(supplements, 'asked'), 'approve', changed),
      () => this.decide('approve supplement', this.of(supplements, 'asked'), 'approve', changed),
      () => this.decide('return supplement', this.of(supplements, 'asked'), 'return', changed),
      () => this.conclude(),
      () => this.settleSurplus(),
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
    this.take('billapplyinfo', this.bills, billOf);
    this.take('funding_refund', this.refunds, refundOf);
    this.take('process_surplus', this.surpluses, surplusOf);
    this.take('program_change', this.supplements, supplementOf);
    const query = <R extends object>(sql: string) =>
      this.app.database.query<R>(sql, [home, this.first]);
    const reds = await query<{ id: string; red: string }>(
      'select id::text, coalesce(red_funds, 0)::text as red from billapplyinfo where tenant_id = $1 and id >= $2',
    );
    const red = new Map(reds.map(({ id, red: amount }) => [id, fenOf(amount)]));
    for (const one of this.bills) one.red = red.get(one.id) ?? 0;
    const kept = await query<{ id: string; kept: string | null }>(
      'select id::text, surplus_program_id::text as kept from process_surplus where tenant_id = $1 and id >= $2',
    );
    const accounts = new Map(kept.map((one) => [one.id, one.kept]));
    for (const one of this.surpluses) one.kept = accounts.get(one.id) ?? null;
    const amounts = await query<{ id: string; amount: string }>(
      'select id::text, contract_amount::text as amount from horizontal_record where tenant_id = $1 and id >= $2',
    );
    for (const one of this.contracts) {
      one.amount = fenOf(amounts.find(({ id }) => id === one.id)?.amount ?? null);
    }
    const parts = await query<
      Record<'id' | 'tax' | 'fee' | 'performance' | 'rest' | 'out' | 'net', string>
    >(
      `select id::text, tax_back::text as tax, fee_back::text as fee, performance_back::text as performance,
              rest_back::text as rest, out_back::text as out, net_back::text as net
         from funding_refund where tenant_id = $1 and id >= $2 and status = '1'`,
    );
    const lines = await query<Record<'parent' | 'item' | 'amount', string>>(
      `select parent_id::text as parent, item_code as item, amount::text from funding_refund_items where tenant_id = $1 and parent_id >= $2`,
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
