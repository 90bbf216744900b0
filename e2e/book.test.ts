import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { addAuthors, attach, choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person } from './support/page.ts';
import { agree, findInList, openTask, rowOf } from './support/work.ts';

/** An ISBN that no earlier run has used, with its check character. */
const freshIsbn = (): string => {
  const digits = `9787${String(Date.now()).slice(-8)}`;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
};

test('a book goes to the library, and its co-author confirms where the question stands', async () => {
  const title = freshTitle('江汉平原湿地志');
  const isbn = freshIsbn();
  const [teacher, second] = await Promise.all([person('teacher'), person('dept_leader')]);
  const { page } = teacher;
  const named = await (await caller('dept_leader')).get<{ realName: string }>(
    'kh-edu-research/wel/index/v1/queryMyInfo',
  );

  await teacher.visit('/achievement/bookReg/add');
  await field(page, '著作名称').fill(title);
  await field(page, 'ISBN').fill(`ISBN ${isbn}`);
  await field(page, '出版社').fill('科学出版社');
  await field(page, '出版地').fill('北京');
  await typeDate(page, '出版日期', '2026-05-01');
  await choose(page, '所属学科', '农业史');
  await choose(page, '出版社级别', '国家级');
  await field(page, '总字数（万字）').fill('32.5');
  await addAuthors(page, ['林晓岚', named.realName]);
  await press(page, '按默认系数预填');
  await attach(page, '14', '版权页.pdf');
  await press(page, '提交审核');
  // The page names the person who has the record now; the record is one click away, on whatever page of the list it
  // is.
  await toast(page, /提交成功，等待.+办理/)
    .getByRole('button', { name: '查看' })
    .click();
  await pane(page).getByRole('heading', { name: title }).waitFor();
  await findInList(teacher, '/achievement/bookReg', title, '著作名称');
  expect(await rowOf(page, title).innerText()).toContain('审批中');

  // The co-author meets the question on the list, on the record and at home; the home answers it.
  await findInList(second, '/achievement/bookReg', title, '著作名称');
  await rowOf(second.page, title).getByText('待您确认署名').waitFor();
  await rowOf(second.page, title).getByRole('link', { name: title }).click();
  const question = pane(second.page).locator('.ky-authorship');
  await question.getByText('将您列为本著作第 2 作者').waitFor();
  await question.getByRole('button', { name: '提出异议' }).click();
  await second.page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await second.visit('/wel/index');
  const confirm = pane(second.page).getByRole('button', { name: `确认署名 ${title}` });
  await confirm.click();
  await toast(second.page, '已确认').waitFor();
  await confirm.waitFor({ state: 'hidden' });

  // The same book again is refused while it is typed, whatever the spelling of its number.
  await second.visit('/achievement/bookReg/add');
  await field(second.page, 'ISBN').fill(isbn.replace(/^(\d{3})(\d)/, '$1-$2-'));
  await pane(second.page).getByText('已由【林晓岚】登记').waitFor();

  const secretary = await person('dept_secretary');
  await openTask(secretary, title);
  await agree(secretary.page, '同意');
  const office = await person('rd_achieve');
  await openTask(office, title);
  await agree(office.page, '同意入库');
  await findInList(office, '/achievement/bookLib', title, '著作名称');
  expect(await rowOf(office.page, title).innerText()).toMatch(/ZZ\d{8}/);
});
