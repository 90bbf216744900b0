import { dialog } from './acts.ts';
import { agreeTo, type Caller, caller } from './api.ts';
import { pane, press, toast } from './form.ts';
import type { Person } from './page.ts';
import { rowOf } from './work.ts';

/** Path prefix of the calls. */
export const service = 'kh-edu-research';
/** Current day in Shanghai. */
export const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
/** Returns the day this many days after today. */
export const daysFrom = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Record as calls return it. */
export interface Row {
  readonly id: string;
  readonly [name: string]: unknown;
}

/** Name of a client in the demo's catalogue. */
export const partner = '江陵电力设计院有限公司';

/** Submits a contract of 106,000 yuan as its leader. */
const submitContract = async (leader: Caller, title: string, change: object): Promise<string> => {
  const { records } = await leader.get<{ records: readonly Row[] }>(
    `${service}/cooperation/list?unitName=${encodeURIComponent(partner)}&size=5`,
  );
  const known = await leader.get<{ records: readonly Row[] }>(`${service}/horizontal/list?size=1`);
  const { id } = await leader.post<Row>(`${service}/horizontal/submit`, {
    programName: title,
    programLeader: leader.userId,
    departmentId: known.records[0]?.departmentId,
    contractType: '0501',
    contractAmount: '106000.00',
    partyUnitId: records[0]?.id,
    payMode: '2',
    ipOwnership: '1',
    techField: '01',
    signDate: daysFrom(-20),
    startDate: daysFrom(-20),
    endDate: daysFrom(300),
    isTechRegister: '0',
    isTaxFree: '0',
    isSealed: '1',
    isTransform: '0',
    isRelated: '0',
    fundMode: '1',
    subjectClass: '01',
    subject: '52020',
    researchType: '3',
    content: '变电站巡检影像识别的现场测试与部署。',
    performanceTerms: '通过甲方验收。',
    members: [{ sort: 1, personType: '01', userId: leader.userId, memberRole: '01', task: '主持' }],
    payPlans: [
      { sort: 1, payCondition: '签订后', planDate: daysFrom(5), planAmount: '70000.00' },
      { sort: 2, payCondition: '验收后', planDate: daysFrom(200), planAmount: '36000.00' },
    ],
    budget: [
      { itemCode: '10201', amount: '80000.00' },
      { itemCode: '10205', amount: '26000.00' },
    ],
    attachments: [{ id: await leader.upload('技术合同.pdf', '03'), catalog: '03' }],
    ...change,
  });
  return id;
};

/** Makes a contract to which everybody agrees. */
export const signContract = async (
  leader: Caller,
  title: string,
  change: object = {},
): Promise<Row> => {
  const id = await submitContract(leader, title, change);
  for (const account of ['dept_secretary', 'dept_leader', 'rd_fund', 'rd_leader']) {
    await agreeTo(await caller(account), id);
  }
  return leader.get<Row>(`${service}/horizontal/detail?id=${id}`);
};

/** Makes an invoice before payment that the offices have granted. */
export const borrowInvoice = async (
  leader: Caller,
  contract: Row,
  billAmount: string,
  expectArriveDate: string,
): Promise<Row> => {
  const { id } = await leader.post<Row>(`${service}/billapplyinfo/submit`, {
    programId: contract.programInfoId,
    billMode: '2',
    ticketType: '01',
    billAmount,
    billContent: '02',
    receiveEmail: 'caiwu@partner.example',
    receivePhone: '13907160001',
    expectArriveDate,
    taxCardNum: 'KY2026999',
    attachments: [{ id: await leader.upload('技术合同.pdf', '03'), catalog: '03' }],
  });
  for (const account of ['rd_fund', 'finance']) await agreeTo(await caller(account), id);
  return leader.get<Row>(`${service}/billapplyinfo/detail?id=${id}`);
};

/** Issues an invoice on the page of the finance office. */
export const issue = async (finance: Person, pjNumber: string, number: string): Promise<void> => {
  await finance.visit('/funds/billapplyinfo');
  await pane(finance.page).getByRole('textbox').first().fill(pjNumber);
  await rowOf(finance.page, pjNumber).getByRole('link').first().click();
  await press(finance.page, '开票');
  const form = dialog(finance.page);
  await form.getByRole('textbox', { name: '发票号码' }).fill(number);
  await form.getByRole('textbox', { name: '开票日期' }).fill(today);
  await form.getByRole('textbox', { name: '开票日期' }).press('Enter');
  await form.getByRole('button', { name: '开票' }).click();
  await toast(finance.page, '已开票').waitFor();
};

/** Returns a bank statement with one payment, with title rows and both directions. */
export const statement = (voucher: string, amount: string, memo: string): Buffer =>
  Buffer.from(
    `江陵大学 账户明细\r\n账号：1813000109200001,币种：人民币\r\n交易日期,交易流水号,借方发生额,贷方发生额,对方户名,对方账号,摘要\r\n${today},${voucher},,${amount},${partner},1813000109200011,${memo}\r\n`,
  );

/** Uploads a bank statement as the funds section. */
export const takeStatement = async (office: Person['page'], file: Buffer): Promise<void> => {
  await press(office, '导入银行流水');
  const form = dialog(office);
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: '流水.csv', mimeType: 'text/csv', buffer: file });
  const mapping = form.getByRole('button', { name: '按此读取' });
  await form.getByRole('status').or(mapping).first().waitFor();
};
