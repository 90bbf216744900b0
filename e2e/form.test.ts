import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { caller, draftPaper, freshTitle, submittedPaper } from './support/api.ts';
import {
  addAuthors,
  attach,
  button,
  dropFile,
  field,
  fillPaper,
  pane,
  press,
  toast,
} from './support/form.ts';
import { person, signIn } from './support/page.ts';

const add = '/achievement/papers/add';
const edit = (id: string): string => `/achievement/papers/edit?id=${id}`;

test('a duplicate is blocked, with a link to the record that is there already', async () => {
  const title = freshTitle('喀斯特石漠化治理成效评价');
  await submittedPaper(title);
  const { page, visit } = await person('teacher');
  await visit(add);
  await fillPaper(page, title);
  await pane(page).getByText('该论文已由【林晓岚】登记').waitFor();
  await addAuthors(page, ['林晓岚']);
  await attach(page, '13', '论文全文.pdf');
  await press(page, '提交审核');
  const box = pane(page).locator('[data-path=artName]');
  await box.locator('[data-tone=error]').getByRole('link').click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
});

test('an incomplete paper lists every fault, each one click from its field', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '提交审核');
  const link = pane(page).getByRole('button', { name: /处需要处理，跳到第一处/ });
  await link.waitFor();
  const faulty = await pane(page)
    .locator('[data-path]:has(> .ky-help[data-tone=error])')
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-path')));
  expect(faulty).toEqual(
    expect.arrayContaining([
      'artName',
      'discipline',
      'publishDate',
      'journalName',
      'indexTypes',
      'journalLevel',
      'publishScope',
    ]),
  );
  const count = Number(/\d+/.exec(await link.innerText())?.[0]);
  expect(count).toBeGreaterThanOrEqual(faulty.length);
  // The faults of authors and attachments are counted at their sections.
  for (const section of ['作者', '附件']) {
    const anchor = pane(page)
      .getByRole('navigation', { name: '表单分区' })
      .getByRole('link', {
        name: new RegExp(section),
      });
    expect(await anchor.innerText()).toMatch(/\d/);
  }
  await link.click();
  expect(await field(page, '论文题目').evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  // Whoever read on, looked into another tab and came back is where they were.
  await field(page, '备注').scrollIntoViewIfNeeded();
  const scroller = pane(page).locator('.ky-pane-scroll');
  const depth = await scroller.evaluate(({ scrollTop }) => scrollTop);
  expect(depth).toBeGreaterThan(0);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await tabs.filter({ hasText: '首页' }).click();
  await pane(page).locator('.ky-home').waitFor();
  await tabs.filter({ hasText: '新建' }).click();
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(depth);
});

test('a form says who else is writing, of those who may', async () => {
  const writer = await caller('rd_achieve');
  const { id } = await writer.post<{ id: string }>('blade-desk/notice/submit', {
    bt: freshTitle('关于论文登记的通知'),
    lx: '1',
    content: '<p>正文</p>',
    fwlx: '1',
  });
  const path = `/desk/notice/edit?id=${id}`;
  // The secretary may not change it, whatever their draft claims.
  const others = [await caller('rd_fund'), await caller('dept_secretary')];
  for (const other of others) {
    await other.post('keyan/drafts/save', { key: path, path, title: '通知', values: {} });
  }
  const { page, visit } = await person('rd_achieve');
  await visit(path);
  await pane(page)
    .getByText(/^程素问 也在编辑此记录/)
    .waitFor();
  for (const other of others) await other.post('keyan/drafts/remove', { key: path });
});

test('the department of a paper is its writer’s, or an author’s', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  const box = pane(page).getByRole('combobox', { name: '所属部门', exact: true });
  const options = page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option');
  const offered = async (count: number): Promise<readonly string[]> => {
    await box.click();
    await expect.poll(() => options.count()).toBe(count);
    const names = await options.allInnerTexts();
    await page.keyboard.press('Escape');
    return names;
  };
  const [own = ''] = await offered(1);
  expect(own).toContain('计算机');
  await addAuthors(page, ['谢婉清']);
  expect((await offered(2)).join()).toContain('科学技术处');
});

test('a stale edit shows what they changed and keeps what is chosen', async () => {
  const title = freshTitle('滨海盐沼的蓝碳核算');
  const { id, teacher, body } = await draftPaper(title);
  const { page, visit } = await person('teacher');
  await visit(edit(id));
  await field(page, '英文题目').fill('Mine');
  await teacher.post('kh-edu-research/papers/save', {
    ...body,
    id,
    version: 1,
    artNameEn: 'Theirs',
    volume: '7',
  });
  await press(page, '暂存');
  const dialog = page.getByRole('dialog', { name: /改过这条记录/ });
  const dispute = dialog.getByRole('row').filter({ hasText: '英文题目' });
  expect(await dispute.innerText()).toMatch(/Mine[\s\S]*Theirs/);
  await dialog.getByText('您没有改过、将采用已保存的').waitFor();
  await dispute.getByRole('radio').nth(1).check();
  await dialog.getByRole('button', { name: '按所选合并并保存' }).click();
  await toast(page, '已暂存').waitFor();
  const stored = await teacher.get<Record<string, unknown>>(
    `kh-edu-research/papers/detail?id=${id}`,
  );
  expect([stored.artNameEn, stored.volume]).toEqual(['Theirs', '7']);
});

test('an expired session clears the tabs and loses nothing of what was typed', async () => {
  const title = freshTitle('地下水硝酸盐溯源');
  const { page, visit, faults } = await person('teacher');
  await visit('/achievement/papers');
  await visit(add);
  await field(page, '论文题目').fill(title);
  await field(page, '卷').fill('12');
  // The server revokes the token, as a sign-out elsewhere does. The same call presses 暂存: a draft that saves by
  // itself in between would leave for the sign-in page first.
  await page.evaluate(async () => {
    const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as {
      content: { accessToken: string };
    };
    await fetch('/api/blade-auth/logout', {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa('saber:saber_secret')}`,
        'blade-auth': `bearer ${kept.content.accessToken}`,
      },
    });
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('.ky-pane button')];
    buttons.find((button) => button.textContent?.replaceAll(' ', '') === '暂存')?.click();
  });
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => sessionStorage.getItem('keyan-tabs'))).toBeNull();

  await signIn(page, 'teacher');
  const offer = page.getByRole('region', { name: /没有提交的内容/ });
  await offer.getByText(title).waitFor();
  await offer.getByRole('link', { name: '继续填写' }).click();
  await press(page, '恢复');
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  expect(await field(page, '卷').inputValue()).toBe('12');
  expect(faults).toEqual([]);
});

// People and works are invented; the layout is that of each source's export.
const references = {
  BibTeX: [
    '@article{lin2025, title={Monitoring {Wetland} Carbon from Space}, author={Lin, Xiaolan and Zhou, Qiming},',
    ' journal={Journal of Invented Ecology}, year={2025}, volume={12}, number={3}, pages={45--58}, doi={10.5555/inv.2025.12}}',
  ],
  'CNKI RefWorks': [
    'RT Journal Article',
    'SR 1',
    'A1 林晓岚;周启明;',
    'T1 湿地碳汇的遥感监测',
    'JF 云山大学学报(自然科学版)',
    'YR 2025',
    'VO 12',
    'IS 03',
    'OP 45-58',
    'SN 1671-9380',
    'DS CNKI',
  ],
} as const;

test('a pasted reference fills the form', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '粘贴题录填充');
  const dialog = page.getByRole('dialog', { name: '粘贴题录' });
  await dialog.getByRole('textbox').fill(references.BibTeX.join('\n'));
  await dialog.getByRole('button', { name: '识别' }).click();
  await dialog.getByRole('button', { name: '填入表单' }).click();
  await toast(page, '已填入表单').waitFor();
  expect(await field(page, '论文题目').inputValue()).toMatch(/wetland carbon/i);
  expect(await field(page, '刊物（论文集）名称').inputValue()).not.toBe('');
  expect(await field(page, '卷').inputValue()).toBe('12');
  expect(await field(page, '起止页码').inputValue()).toBe('45-58');
  const authors = pane(page).locator('.ky-rows[data-path=authors]');
  expect(await authors.getByRole('row').count()).toBe(3);
});

test('what is pasted on the wrong page goes to the form of its kind, filled in', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '粘贴题录填充');
  const dialog = page.getByRole('dialog', { name: '粘贴题录' });
  await dialog.getByRole('textbox').fill('CN108733926B');
  await dialog.getByRole('button', { name: '识别' }).click();
  await dialog.getByText('CN108733926B是专利，不能登记为论文').waitFor();
  await dialog.getByRole('button', { name: '带到【专利登记】填写' }).click();
  await page.waitForURL(/patentvo\/add/);
  await expect.poll(() => field(page, '授权公告号').inputValue()).toBe('CN108733926B');

  // A book goes from the form of patents to that of books, with its people.
  await press(page, '粘贴题录填充');
  await dialog.getByRole('textbox').fill('林晓岚.湿地生态学导论[M].北京:科学出版社,2020.');
  await dialog.getByRole('button', { name: '识别' }).click();
  await dialog.getByRole('button', { name: '带到【著作登记】填写' }).click();
  await page.waitForURL(/bookReg\/add/);
  await expect.poll(() => field(page, '著作名称').inputValue()).toBe('湿地生态学导论');
  expect(await field(page, '出版社').inputValue()).toBe('科学出版社');
  expect(await pane(page).locator('.ky-rows[data-path=authors]').innerText()).toContain('林晓岚');
});

test('several records of another kind are told as a whole, and go to its forms together', async () => {
  const titles = ['甲', '乙'].map((one) => freshTitle(`湖志${one}`));
  const text = titles.map((title, at) => `[${at + 1}]林晓岚.${title}[M].北京:科学出版社,2020.`);
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '粘贴题录填充');
  const papers = page.getByRole('dialog', { name: '粘贴题录：论文' });
  await papers.getByRole('textbox').fill(text.join('\n'));
  await papers.getByRole('button', { name: '识别' }).click();
  await papers.getByText('这 2 条题录都应在【著作登记】页面登记').waitFor();
  expect(await papers.getByRole('radio').count()).toBe(0);
  await papers.getByRole('button', { name: '全部带到【著作登记】' }).click();
  const books = page.getByRole('dialog', { name: '粘贴题录：著作' });
  await books.getByText('识别出 2 条题录').waitFor();
  await books.getByRole('button', { name: '填入表单' }).click();
  await page.waitForURL(/bookReg\/add/);
  await expect.poll(() => field(page, '著作名称').inputValue()).toBe(titles[0]);
});

test('three citations become three drafts', async () => {
  const titles = ['甲', '乙', '丙'].map((one) => freshTitle(`引文${one}`));
  const text = titles.map(
    (title, index) => `[${index + 1}]林晓岚,周启明.${title}[J].湿地科学,2024,22(${index + 1}):1-9.`,
  );
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '粘贴题录填充');
  const dialog = page.getByRole('dialog', { name: '粘贴题录' });
  await dialog.getByRole('textbox').fill(text.join('\n'));
  await dialog.getByRole('button', { name: '识别' }).click();
  await dialog.getByRole('button', { name: '全部存为草稿（3 条）' }).click();
  await dialog.getByText('3 条已存为草稿').waitFor();
  // A record that became a draft does not go into the form as well: it would be there twice.
  await dialog.getByText('这条题录已存为草稿，不再填入表单').waitFor();
  expect(await dialog.getByRole('button', { name: '填入表单' }).count()).toBe(0);
  await dialog.getByRole('button', { name: '打开草稿' }).nth(1).click();
  await page.waitForURL(/papers\/edit\?id=\d+/);
  expect(await field(page, '论文题目').inputValue()).toBe(titles[1]);
});

test('an export file is dropped on the panel and fills the form', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'export.txt');
  writeFileSync(file, references['CNKI RefWorks'].join('\n'));
  const { page, visit } = await person('teacher');
  await visit(add);
  await press(page, '粘贴题录填充');
  const dialog = page.getByRole('dialog', { name: '粘贴题录' });
  await dropFile(page, dialog.getByRole('textbox'), file);
  await dialog.getByRole('button', { name: '填入表单' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('湿地碳汇的遥感监测');
});

test('a new record gets an address of its own, and each save of a draft says 已暂存', async () => {
  const title = freshTitle('草稿的来历');
  const { page, visit } = await person('teacher');
  await visit(add);
  await field(page, '论文题目').fill(title);
  await press(page, '暂存');
  await toast(page, '已暂存').waitFor();
  await page.waitForURL(/papers\/edit\?id=\d+/);
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  expect(await page.getByRole('img', { name: '有未保存内容' }).count()).toBe(0);
  expect(await button(page, '提交审核').isEnabled()).toBe(true);
  const teacher = await caller('teacher');
  const id = new URL(page.url()).searchParams.get('id');
  const { artName } = await teacher.get<{ artName: string }>(
    `kh-edu-research/papers/detail?id=${id}`,
  );
  expect(artName).toBe(title);
  await field(page, '卷').fill('3');
  await press(page, '暂存');
  await toast(page, '已暂存').waitFor();
});
