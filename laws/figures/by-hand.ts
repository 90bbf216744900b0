import { outputKinds } from '@keyan/product/figures/outputs.ts';

export const live = `tenant_id = '000000' and is_deleted = 0`;
const active = `('20', '21', '22', '30', '50', '90')`;
const nature = `program_kind in ('vertical', 'horizontal', 'school', 'cultural')`;
export const today = `(now() at time zone 'Asia/Shanghai')::date`;
const soon = (date: string): string => `${date} between ${today} and ${today} + 90`;

/** Hand-written SQL of a figure: aggregate, rows, and the column with their department. */
export interface ByHand {
  readonly what: string;
  readonly from: string;
  readonly dept: string | null;
}

const counts = (from: string, dept: string | null = 'department_id'): ByHand => ({
  what: 'count(*)',
  from,
  dept,
});
const sums = (column: string, from: string, dept: string | null = 'department_id'): ByHand => ({
  what: `coalesce(sum(${column}), 0)`,
  from,
  dept,
});
const projects = `program where ${live} and ${nature}`;
const account = `ledger_funds e join program on program.id = e.owner_id
  where program.tenant_id = '000000' and program.is_deleted = 0 and ${nature}`;
const divided = (states: string): ByHand =>
  sums('divide_amount', `funding_divide where ${live} and status in (${states})`);
const booked = (column: string): ByHand => sums(column, `jfdzys where ${live} and status = '2'`);
const staff = `personnel where ${live} and zzzt = '1'`;
const declared = (states: string): ByHand =>
  counts(`declare_info where ${live} and declare_status in (${states})`, 'college_id');
const signed = `horizontal_record where ${live} and contract_status in ('2', '3', '4', '5', '6')`;
const inApproval = `horizontal_record where ${live} and contract_status = '10'`;
const arrivals = `funding_arrive where ${live} and status in`;
const expenses = `funds_expenditure where ${live} and status =`;
export const library = (table: string, more = 'true'): string =>
  `${table} where ${live} and audit_status = '2' and ${more}`;
const approvals = `ethics_review where ${live} and audit_status = '2' and standing is distinct from '3'`;
const due = [
  `select 1 from ${projects} and status in ('20', '21', '22') and ${soon('end_date')}`,
  `select 1 from horizontal_record where ${live} and contract_status in ('2', '3', '5') and has_open_period = '1'
     and ${soon('due_date')}`,
  `select 1 from billapplyinfo where ${live} and status in ('3', '8') and bill_mode = '2'
     and ${soon('expect_arrive_date')}`,
  `select 1 from ${library('patent', `patent_status = '06' and ${soon('fee_paid_to')}`)}`,
  `select 1 from declare_plan where ${live} and status = '1'
     and ${soon(`(end_time at time zone 'Asia/Shanghai')::date`)}`,
  `select 1 from ${approvals} and ${soon('next_track')}`,
  `select 1 from ${approvals} and ${soon('valid_until')}`,
].join(' union all ');
const high = [
  `select 1 from ${library('paper', `journal_level in ('T', 'A1')`)}`,
  `select 1 from ${library('award', `award_level in ('01', '02')`)}`,
  `select 1 from ${library('advisory', `adopt_level in ('01', '02')`)}`,
  `select 1 from ${library('patent', `patent_type in ('01', '05') and grant_date is not null`)}`,
].join(' union all ');

const yearly = `assess_result r where r.${live.replace(' and ', ' and r.')} and r.user_id is not null
  and exists (select 1 from assess_batch b join assess_program p on p.tenant_id = b.tenant_id and p.id = b.program_id
     where b.tenant_id = r.tenant_id and b.id = r.fk_batch_id and p.cycle_type = '1')`;

/** Hand-written SQL of every counted figure, which shares nothing with the model of figures. */
export const byHand: Readonly<Record<string, ByHand>> = {
  'project.active': counts(`${projects} and status in ${active}`),
  'project.count': counts(projects),
  'project.approved': counts(projects),
  'project.funds': sums('funds', projects),
  'project.closed': counts(`${projects} and status = '40'`),
  'project.overdue': counts(`${projects} and status = '22'`),
  'project.delayed': counts(
    `${projects} and status in ${active} and exists (select 1 from process_delay d
       where d.tenant_id = program.tenant_id and d.program_id = program.id and d.is_deleted = 0 and d.audit_status = '2')`,
  ),
  'project.byRate': counts(
    `${projects} and status in ${active} and exists (select 1 from ledger_funds_balance b
       where b.tenant_id = program.tenant_id and b.owner_id = program.id and b.account = ''
         and b.booked + b.overhead - b.indirect > 0)`,
  ),
  'declare.sent': declared(`'10', '20', '30', '40', '50', '60', '70', '82'`),
  'declare.recommended': declared(`'20', '30', '40', '50', '60', '70', '82'`),
  'declare.reviewed': declared(`'30', '40', '50', '60', '70'`),
  'declare.approved': declared(`'60'`),
  'contract.count': counts(signed),
  'contract.amount': sums('contract_amount', signed),
  'contract.due': sums(
    'due_amount',
    `horizontal_record where ${live} and contract_status in ('2', '3', '5') and has_open_period = '1'
       and due_date <= ${today}`,
  ),
  'transfer.count': counts(`${signed} and is_transform = '1'`),
  'transfer.amount': sums('contract_amount', `${signed} and is_transform = '1'`),
  'fund.received': sums('arrive_amount', `${arrivals} ('0', '1', '2', '3')`, null),
  'fund.gross': divided(`'0', '1', '2'`),
  'booking.open': divided(`'0', '1'`),
  'fund.tax': booked('tax_amount'),
  'fund.overhead': booked('manage_fee'),
  'fund.indirect': booked('indirect_fee'),
  'fund.transferred': booked('out_funds'),
  'fund.net': booked('net_amount'),
  'fund.spent': sums('expense_amount', `${expenses} '3'`),
  'expense.toPay': sums('expense_amount', `${expenses} '2'`),
  'ledger.arrived': sums('e.arrived', account),
  'ledger.net': sums('e.booked', account),
  'ledger.spent': sums('e.spent', account),
  'ledger.held': sums('e.held', account),
  'ledger.balance': sums('e.booked - e.held - e.spent - e.settled', account),
  'arrive.unclaimed': counts(`${arrivals} ('0', '1')`, null),
  'arrive.left': sums(
    'l.arrived - l.refunded - l.divided',
    `ledger_arrivals l join funding_arrive a on a.tenant_id = l.tenant_id and a.id = l.owner_id
       where a.tenant_id = '000000' and a.is_deleted = 0 and a.status in ('0', '1')`,
    null,
  ),
  'bill.toIssue': counts(`billapplyinfo where ${live} and status = '2'`),
  'bill.overdue': counts(`billapplyinfo where ${live} and status = '8' and bill_mode = '2'`),
  'person.active': counts(staff, null),
  'person.teachers': counts(`${staff} and sorter = '01'`, null),
  'person.doctoral': counts(`${staff} and is_doctoral = '01'`, null),
  'score.total': sums(
    'l.score',
    `ledger_points l join score_batch b on b.tenant_id = l.tenant_id and b.id = l.owner_id
       where l.tenant_id = '000000' and b.is_deleted = 0`,
    null,
  ),
  'score.required': sums('required_score', yearly, null),
  'score.actual': sums('actual_score', yearly, null),
  'honor.count': counts(library('honorary'), null),
  'team.count': counts(library('team'), null),
  'activity.held': counts(library('xshdjb'), null),
  'activity.attended': counts(library('xshdcj'), null),
  'activity.foreign': counts(
    `(select 1 from ${library('xshdjb', `is_foreign = '1'`)} union all select 1 from ${library('xshdcj', `is_foreign = '1'`)}) x`,
    null,
  ),
  'activity.coming': counts(
    `(select 1 from ${library('xshdjb', `is_foreign = '1' and ${soon('start_date')}`)} union all
      select 1 from ${library('xshdcj', `is_foreign = '1' and ${soon('start_date')}`)}) x`,
    null,
  ),
  'ethics.review': counts(`ethics_review where ${live} and audit_status = '1'`),
  'ethics.approved': counts(approvals),
  'assess.short': counts(
    `assess_result where ${live} and is_short = '1' and status = '1'`,
    'fk_dept_id',
  ),
  'appeal.open': counts(`score_appeal where ${live} and status in ('1', '2')`, 'fk_dept_id'),
  'own.actual': sums('final_score', `score_result where ${live} and status <> '9'`, null),
  'own.lack': sums('lack_score', `assess_result where ${live} and status = '1'`, null),
  'review.open': counts(`review_task where ${live} and status in ('1', '2', '4')`, null),
  'review.done': counts(`review_task where ${live} and status in ('3', '8')`, null),
  'contract.review': counts(inApproval),
  'contract.reviewAmount': sums('contract_amount', inApproval),
  'output.high': counts(`(${high}) x`, null),
  'paper.indexed': counts(library('paper', 'cardinality(index_types) > 0'), 'fk_dept_id'),
  'paper.cited': sums('cited_num', library('paper'), 'fk_dept_id'),
  'paper.impact': sums('impact_factor', library('paper'), 'fk_dept_id'),
  'paper.esi': counts(library('paper', `is_esi = '1'`), 'fk_dept_id'),
  'book.words': sums('self_words', library('book'), 'fk_dept_id'),
  'patent.filed': counts(library('patent', 'apply_date is not null'), 'fk_dept_id'),
  'patent.granted': counts(library('patent', 'grant_date is not null'), 'fk_dept_id'),
  'patent.amount': sums('use_amount', library('patent'), 'fk_dept_id'),
  'paper.unclaimed': counts(
    `collection_thesis where ${live} and status = '1' and claim_status = '0'`,
    null,
  ),
  'warning.active': counts(`warn_item where ${live} and state = '1'`, null),
  'due.count': counts(`(${due}) x`, null),
  'output.count': counts(
    `(${outputKinds.map(({ table }) => `select 1 from ${library(table)}`).join(' union all ')}) x`,
    null,
  ),
  ...Object.fromEntries(
    outputKinds.map(({ key, table }) => [`output.${key}`, counts(library(table), 'fk_dept_id')]),
  ),
};

/** SQL of the year by which each figure is split. */
export const yearOf: Readonly<Record<string, string>> = {
  'project.approved': 'extract(year from start_date)',
  'project.funds': 'extract(year from start_date)',
  'project.closed': 'extract(year from concluded_on)',
  'declare.sent': `extract(year from submit_time at time zone 'Asia/Shanghai')`,
  'fund.gross': 'extract(year from arrive_date)',
  'fund.tax': 'extract(year from arrive_date)',
  'fund.overhead': 'extract(year from arrive_date)',
  'fund.net': 'extract(year from arrive_date)',
  'fund.spent': 'extract(year from pay_date)',
  ...Object.fromEntries(outputKinds.map(({ key }) => [`output.${key}`, 'stat_year'])),
};
