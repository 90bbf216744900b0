import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { pictureOfInvoice } from '@keyan/product/funds/einvoice/testing.server.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dialog, press as pressOrMore } from '../support/acts.ts';
import { agreeTo, caller, freshTitle } from '../support/api.ts';
import { choose, field, pane, press, toast, typeDate } from '../support/form.ts';
import {
  borrowInvoice,
  daysFrom,
  issue,
  partner,
  type Row,
  service,
  signContract,
  statement,
  takeStatement,
  today,
} from '../support/money.ts';
import { person } from '../support/page.ts';
import { agree, openTask, rowOf } from '../support/work.ts';

test('money of a contract: from the signature to the file of a payment', async () => {
  const teacher = await caller('teacher');
  const title = freshTitle('变电站巡检影像识别');
  const contract = await signContract(teacher, title);
  expect(contract.contractStatus).toBe('2');
  const bill = await borrowInvoice(teacher, contract, '70000.00', daysFrom(60));
  const finance = await person('finance');
  const stamp = String(Date.now());
  await issue(finance, String(bill.pjNumber), `26442000${stamp.slice(-12)}`);

  // The bank's file is read as it comes; the same file again has nothing new.
  const office = await person('rd_fund');
  await office.visit('/funds/fundingArrive');
  const file = statement(`LS${stamp}`, '70000.00', `${contract.contractNum} 首期款`);
  await takeStatement(office.page, file);
  await dialog(office.page).getByRole('button', { name: '登记 1 笔' }).click();
  await dialog(office.page).getByText('已登记 1 笔').waitFor();
  await dialog(office.page).getByText('全部 1 笔均已导入').waitFor();
  await dialog(office.page).getByRole('button', { name: '关闭' }).first().click();

  // Two leaders claim it; the second has a project of another contract.
  const { records: arrivals } = await (await caller('rd_fund')).get<{ records: readonly Row[] }>(
    `${service}/fundingArrive/list?financeNum=LS${stamp}&size=5&view=all`,
  );
  const arrival = arrivals.find((one) => one.financeNum === `LS${stamp}`);
  const arriveId = String(arrival?.id);
  const claims = [
    ['teacher', contract.programInfoId, '70000.00'],
    ['dept_leader', undefined, '30000.00'],
  ] as const;
  for (const [account, own, divideAmount] of claims) {
    const claimant = await caller(account);
    const programs = await claimant.get<{ records: readonly Row[] }>(
      `${service}/programInfo/list?size=100`,
    );
    const programId =
      own ??
      programs.records.find(
        ({ status, programLeader }) => status === '20' && programLeader === claimant.userId,
      )?.id;
    await claimant.post(`${service}/fundingDivide/submit`, { arriveId, programId, divideAmount });
  }

  // The suspected project stands beside the arrival with its reasons; both claims are ruled over in one form.
  await office.page.reload();
  await pane(office.page).getByRole('textbox').first().fill(partner);
  await rowOf(office.page, String(arrival?.arriveCode)).getByRole('link').first().click();
  const suspects = pane(office.page).getByRole('region', { name: '疑似项目' });
  await suspects.getByText(title).waitFor();
  await suspects.getByText('附言含').waitFor();
  await press(office.page, '分配');
  const division = dialog(office.page);
  await division.waitFor();
  const lineOf = (text: string) => division.getByRole('listitem').filter({ hasText: text });
  await lineOf(title).getByText('采纳', { exact: true }).click();
  const other = division.getByRole('listitem').filter({ hasText: '申请 30,000.00 元' });
  await other.getByText('不采纳', { exact: true }).click();
  await division.getByRole('textbox', { name: '未采纳原因' }).fill('附言写明为另一合同的首期款。');
  await division.getByText('分配后剩余 0.00 元').waitFor();
  await division.getByRole('button', { name: '确认分配' }).click();
  await division.waitFor({ state: 'hidden' });
  await pane(office.page).getByText('分配完成').first().waitFor();

  // The leader books it: 8 % of what the tax leaves are overhead, the rest goes to the items of the budget.
  const { records: granted } = await teacher.get<{ records: readonly Row[] }>(
    `${service}/fundingDivide/list?arriveId=${arriveId}&size=5`,
  );
  const divideId = granted.find(({ status }) => status === '0')?.id;
  const proof = { id: await teacher.upload('到账凭证.pdf', '26'), catalog: '26' };
  const booking = await teacher.post<Row>(`${service}/jfdzys/submit`, {
    divideId,
    taxAmount: '4437.74',
    indirectFee: '5244.98',
    items: [
      { itemCode: '10201', amount: '50000.00' },
      { itemCode: '10205', amount: '10317.28' },
    ],
    attachments: [proof],
  });
  await agreeTo(await caller('rd_fund'), booking.id);
  await openTask(finance, title);
  await agree(finance.page, '已入账');

  // An expense from the picture of an invoice: a fen more than the invoice came to is refused at its line.
  const number = `26442${stamp.slice(-13).padStart(15, '7')}`;
  const leader = await person('teacher');
  await leader.visit('/funds/fundsExpenditure');
  await press(leader.page, '新增经费支出');
  await choose(leader.page, '项目', title);
  // The available balance stands there at once.
  await pane(leader.page).locator('[data-path="projectBalance"]').getByText('60,317.28').waitFor();
  await field(leader.page, '支出事由').fill('购买巡检相机配件');
  await pane(leader.page)
    .locator('input[type=file][accept*=".ofd"]')
    .first()
    .setInputFiles({
      name: '发票照片.png',
      mimeType: 'image/png',
      buffer: await pictureOfInvoice(number, '1200.00'),
    });
  await pane(leader.page)
    .getByText(number)
    .or(pane(leader.page).locator(`input[value="${number}"]`))
    .first()
    .waitFor();
  const form = pane(leader.page);
  await field(leader.page, '收款人（单位）').fill('江陵科学器材有限公司');
  await field(leader.page, '收款账号').fill('6222020200001234567');
  await field(leader.page, '开户银行').fill('中国工商银行江陵支行');
  await typeDate(leader.page, '发生日期', today);
  // The line of the invoice gets its item and memo; a fen too much is refused, and nothing is lost.
  const cell = (name: string) => form.locator(`[data-path="items.0.${name}"]`);
  const type = async (name: string, text: string): Promise<void> => {
    await cell(name).click();
    await cell(name).getByRole('textbox').fill(text);
    await leader.page.keyboard.press('Tab');
  };
  await cell('itemCode').click();
  await cell('itemCode').getByRole('combobox').fill('材料费');
  await leader.page
    .locator('.ant-select-tree-node-content-wrapper')
    .filter({ hasText: '材料费', visible: true })
    .first()
    .click();
  await type('remark', '相机配件');
  await type('amount', '1200.01');
  await press(leader.page, '提交审核');
  await form.getByText('价税合计 1,200.00 元').first().waitFor();
  await type('amount', '1200.00');
  await press(leader.page, '提交审核');
  await toast(leader.page, '提交成功').waitFor();

  // Finance agrees and pays.
  const payee = '江陵科学器材有限公司';
  await openTask(finance, payee);
  await agree(finance.page, '票据齐全');
  await finance.visit('/funds/fundsExpenditure');
  await pane(finance.page).getByRole('textbox').first().fill(payee);
  await rowOf(finance.page, '1,200.00')
    .filter({ hasText: '待付款' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await press(finance.page, '付款');
  const payment = dialog(finance.page);
  await payment.getByRole('textbox', { name: '会计凭证号' }).fill(`记-${stamp.slice(-8)}`);
  await payment.getByRole('textbox', { name: '付款日期' }).fill(today);
  await payment.getByRole('textbox', { name: '付款日期' }).press('Enter');
  await payment.getByRole('button', { name: '付款' }).click();
  await toast(finance.page, '已付款').waitFor();

  // The leader opens the balance: formula, entry, record, approver, file.
  await leader.visit(`/funds/fundsBook?id=${contract.programInfoId}`);
  const book = pane(leader.page);
  await book.getByText('可用余额', { exact: true }).first().waitFor();
  await book.getByRole('button', { name: /^已支出/ }).click();
  const entry = book.getByRole('listitem').filter({ hasText: '已支出 1,200.00' }).first();
  await entry.waitFor();
  expect(await entry.innerText()).toContain('苏静姝');
  const saved = leader.page.waitForEvent('download');
  await entry.getByRole('button', { name: '发票照片.png' }).click();
  expect((await saved).suggestedFilename()).toContain('发票照片');
  await entry.getByRole('link', { name: /经费支出/ }).click();
  await pane(leader.page).getByText('购买巡检相机配件').first().waitFor();
  for (const who of [finance, leader]) expect(who.faults).toEqual([]);
});

test('a borrowed invoice comes overdue: no other is issued until its money arrives', async () => {
  // One of the demo, whose day has gone by; the clock has told everybody.
  const finance = await caller('finance');
  const { records } = await finance.get<{ records: readonly Row[] }>(
    `${service}/billapplyinfo/list?status=8&size=10`,
  );
  const bill = records[0] as Row;
  const account = demoPeople().find(({ name }) => name === bill.programLeaderName)?.account ?? '';
  const leader = await caller(account);
  const again = {
    programId: bill.programId,
    billMode: '2',
    ticketType: '01',
    billAmount: '1000.00',
    billContent: '02',
    receiveEmail: 'caiwu@partner.example',
    receivePhone: '13907160001',
    expectArriveDate: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
    taxCardNum: 'KY2026998',
    attachments: [{ id: await leader.upload('技术合同.pdf', '03'), catalog: '03' }],
  };
  await expect(leader.post(`${service}/billapplyinfo/submit`, again)).rejects.toThrow(
    `有逾期未到款票据 ${bill.pjNumber}`,
  );
  const own = await person(account);
  await own.visit('/funds/billapplyinfo');
  await rowOf(own.page, String(bill.pjNumber)).getByText('逾期').first().waitFor();

  // The money arrives: the leader claims it for the invoice, and the office grants the claim in the list.
  const office = await caller('rd_fund');
  const { id: arriveId } = await office.post<Row>(`${service}/fundingArrive/submit`, {
    fundingSource: bill.buyerName,
    arriveType: '02',
    arriveDate: today,
    arriveAmount: bill.dueFunds,
    financeNum: `YQ${Date.now()}`,
    isPublic: '1',
  });
  const claim = await leader.post<Row>(`${service}/fundingDivide/submit`, {
    arriveId,
    programId: bill.programId,
    divideAmount: bill.dueFunds,
    billId: bill.id,
  });
  const funds = await person('rd_fund');
  await funds.visit(`/funds/arriveClaim/detail?id=${claim.id}`);
  await pane(funds.page).getByRole('button', { name: '确认分配' }).click();
  await toast(funds.page, '已分配').waitFor();
  const settled = await leader.get<Row>(`${service}/billapplyinfo/detail?id=${bill.id}`);
  expect(settled).toMatchObject({ status: '3', dueFunds: '0.00', settledOn: today });
  await own.page.reload();
  await rowOf(own.page, String(bill.pjNumber)).getByText('已开票').first().waitFor();
  // Another application is accepted now.
  await leader.post(`${service}/billapplyinfo/submit`, again);
});

const bookings = 50;

/** The element that has the focus, by what a screen reader says of it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
    if (at?.getAttribute('role') === 'grid') return 'grid';
    return [at?.getAttribute('aria-label'), at?.getAttribute('placeholder'), at?.textContent]
      .concat(labels.map(({ textContent }) => textContent))
      .join(' ');
  });

/** Presses Tab until something of this name has the focus. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let step = 0; step < 120; step += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
};

/** Does the element with the focus show it, by an outline or a shadow of itself or its frame? */
const outlined = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!at) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });

test('what a concluded project has left goes back to its client, and the account is settled', async () => {
  const teacher = await caller('teacher');
  const title = freshTitle('继电保护定值校核');
  const contract = await signContract(teacher, title, { fundMode: '2', budget: [] });
  const programId = contract.programInfoId;
  const office = await caller('rd_fund');
  const { id: arriveId } = await office.post<Row>(`${service}/fundingArrive/submit`, {
    fundingSource: partner,
    arriveType: '02',
    arriveDate: today,
    arriveAmount: '10000.00',
    financeNum: `JY${Date.now()}`,
    isPublic: '0',
  });
  await office.post(`${service}/fundingArrive/divide`, {
    id: arriveId,
    shares: [{ programId, divideAmount: '10000.00' }],
  });
  const { records } = await teacher.get<{ records: readonly Row[] }>(
    `${service}/fundingDivide/list?arriveId=${arriveId}&size=5`,
  );
  const booking = await teacher.post<Row>(`${service}/jfdzys/submit`, {
    divideId: records[0]?.id,
    taxAmount: '0.00',
    indirectFee: '800.00',
    attachments: [{ id: await teacher.upload('到账凭证.pdf', '26'), catalog: '26' }],
  });
  for (const who of [office, await caller('finance')]) await agreeTo(who, booking.id);
  // The office registers that the contract was accepted.
  const funds = await person('rd_fund');
  await funds.visit(`/program/horizontal/programInfo/detail?id=${programId}`);
  await pressOrMore(funds.page, /登记结题/);
  await dialog(funds.page).getByRole('textbox').fill('合同已验收');
  await dialog(funds.page).getByRole('button', { name: '登记结题' }).click();
  await pane(funds.page).getByText('已结题').first().waitFor();

  // The leader files what becomes of it; a fen more than is left is refused, and nothing is lost.
  const leader = await person('teacher');
  await leader.visit('/program/horizontal/surplus/add');
  await choose(leader.page, '项目', title);
  const form = pane(leader.page);
  await form.locator('[data-path="surplusFunds"]').getByText('9,200.00').waitFor();
  await choose(leader.page, '处理方式', '退回');
  await field(leader.page, '处理金额').fill('9200.01');
  await typeDate(leader.page, '申请日期', today);
  await field(leader.page, '退回单位').fill(partner);
  await field(leader.page, '退回账号').fill('1813000109200011');
  await field(leader.page, '开户银行').fill('中国工商银行江陵支行');
  await field(leader.page, '使用计划').fill('合同约定结余退回委托方。');
  await press(leader.page, '提交审核');
  await form.getByText('处理金额不能超过结余 9,200.00 元').first().waitFor();
  await field(leader.page, '处理金额').fill('9200.00');
  await press(leader.page, '提交审核');
  await toast(leader.page, '提交成功').waitFor();

  // The offices agree; finance pays, and the account is settled with the payment.
  const surpluses = await teacher.get<{ records: readonly Row[] }>(
    `${service}/processSurplus/list?programId=${programId}&size=5`,
  );
  const surplus = surpluses.records[0];
  await agreeTo(office, String(surplus?.id));
  const finance = await person('finance');
  await openTask(finance, title);
  await agree(finance.page, '账面结余相符');
  await agreeTo(await caller('rd_leader'), String(surplus?.id));
  await finance.visit('/program/horizontal/surplus');
  await pane(finance.page).getByRole('textbox').first().fill(title);
  await rowOf(finance.page, title).getByRole('link').first().click();
  await press(finance.page, '付款');
  const payment = dialog(finance.page);
  await payment.getByRole('textbox', { name: '会计凭证号' }).fill(`记-${Date.now()}`.slice(0, 14));
  await payment.getByRole('textbox', { name: '付款日期' }).fill(today);
  await payment.getByRole('textbox', { name: '付款日期' }).press('Enter');
  await payment.getByRole('button', { name: '付款' }).click();
  await toast(finance.page, '已付款').waitFor();

  await leader.visit(`/funds/fundsBook?id=${programId}`);
  const book = pane(leader.page);
  await book.getByText('可用余额', { exact: true }).first().waitFor();
  await book.getByRole('button', { name: /^已支出/ }).click();
  await book.getByRole('listitem').filter({ hasText: '已支出 9,200.00' }).first().waitFor();
  expect(await teacher.get<Row>(`${service}/programInfo/detail?id=${programId}`)).toMatchObject({
    isClosed: '1',
    balance: '0.00',
    expendFunds: '9200.00',
  });
  for (const who of [funds, finance, leader]) expect(who.faults).toEqual([]);
});

test('finance confirms fifty bookings with the keyboard alone', async () => {
  const teacher = await caller('teacher');
  const title = freshTitle('样品检测服务');
  const contract = await signContract(teacher, title, { fundMode: '2', budget: [] });
  const office = await caller('rd_fund');
  const { id } = await office.post<Row>(`${service}/fundingArrive/submit`, {
    fundingSource: '江陵电力设计院有限公司',
    arriveType: '02',
    arriveDate: today,
    arriveAmount: '50000.00',
    financeNum: `JP${Date.now()}`,
    isPublic: '0',
  });
  await office.post(`${service}/fundingArrive/divide`, {
    id,
    shares: Array.from({ length: bookings }, () => ({
      programId: contract.programInfoId,
      divideAmount: '1000.00',
    })),
  });
  const { records } = await teacher.get<{ records: readonly Row[] }>(
    `${service}/fundingDivide/list?arriveId=${id}&size=100`,
  );
  for (const { id: divideId } of records) {
    const { id: booking } = await teacher.post<Row>(`${service}/jfdzys/submit`, {
      divideId,
      taxAmount: '0.00',
      indirectFee: '80.00',
      attachments: [{ id: await teacher.upload('到账凭证.pdf', '26'), catalog: '26' }],
    });
    await agreeTo(office, booking);
  }

  const { page, visit } = await person('finance');
  await visit('/mywork/todo');
  await tabTo(page, /事务名称/);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await pane(page).getByText(`共 ${bookings} 条`).waitFor();
  // Fifty on one page, chosen from the list of sizes.
  await tabTo(page, /每页条数/);
  await page.keyboard.press('Enter');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => pane(page).getByRole('row').count()).toBeGreaterThan(10);
  await tabTo(page, /全选|选择本页/);
  await page.keyboard.press(' ');
  await expect
    .poll(() => pane(page).getByRole('checkbox', { checked: true }).count())
    .toBeGreaterThan(10);
  // The rows are one stop: the arrows go from one to the next, and the space bar leaves one out and takes it in.
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focused(page)).toBe('grid');
  await page.keyboard.press('ArrowDown');
  for (const count of [bookings - 1, bookings]) {
    await page.keyboard.press(' ');
    await pane(page).getByText(`已选 ${count} 条`).first().waitFor();
  }
  await tabTo(page, /批量办理/);
  expect(await outlined(page)).toBe(true);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByText(`同意 ${bookings} 条`).waitFor();
  await tabTo(page, new RegExp(`同意 ${bookings} 条`));
  expect(await outlined(page)).toBe(true);
  await page.keyboard.press('Enter');
  // Fifty approvals, one after another: a busy machine takes longer than for one.
  await toast(page, `已同意 ${bookings} 条`).waitFor({ timeout: 60_000 });
  const booked = await teacher.get<{ total: number }>(
    `${service}/jfdzys/list?programId=${contract.programInfoId}&status=2&size=1`,
  );
  expect(booked.total).toBe(bookings);
});
