import { demoPeople } from '@keyan/product/demo/people.server.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { type Row, service, signContract, today } from './support/money.ts';
import { person } from './support/page.ts';
import { rowOf } from './support/work.ts';

const stamp = (): string => String(Date.now());

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
    financeNum: `YQ${stamp()}`,
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
  // Another one is taken now.
  await leader.post(`${service}/billapplyinfo/submit`, again);
});

const bookings = 50;

/** The element that has the focus, by what a screen reader says of it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
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
    financeNum: `JP${stamp()}`,
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
  await tabTo(page, /条\/页|页码|size/i);
  await page.keyboard.press('Enter');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const grid = pane(page).getByRole('grid');
  await expect.poll(() => grid.locator('[data-row]').count()).toBeGreaterThan(10);
  await grid.focus();
  for (let row = 0; row < bookings; row += 1) {
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
  }
  await pane(page).getByText(`${bookings}`).first().waitFor();
  await tabTo(page, /批量办理/);
  expect(await outlined(page)).toBe(true);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByText(`同意 ${bookings} 条`).waitFor();
  await tabTo(page, new RegExp(`同意 ${bookings} 条`));
  expect(await outlined(page)).toBe(true);
  await page.keyboard.press('Enter');
  await toast(page, `已同意 ${bookings} 条`).waitFor();
  const booked = await teacher.get<{ total: number }>(
    `${service}/jfdzys/list?programId=${contract.programInfoId}&status=2&size=1`,
  );
  expect(booked.total).toBe(bookings);
});
