import type { Locator } from 'playwright-core';
import { buildPage } from '../../scripts/page.ts';
import { caller, freshTitle, smallPdf, submittedPaper } from '../support/api.ts';
import { pane, toast } from '../support/form.ts';
import { type Hand, handAt } from '../support/hand.ts';
import { person } from '../support/page.ts';
import { startSites } from '../support/server.ts';
import { closeBrowser } from '../support/windows.ts';

/**
 * `node e2e/gestures/daily.ts`: daily jobs from the home page, with the gestures and hesitations that each takes
 * (`e2e/support/hand.ts`) beside what is aimed at. Prints; it judges nothing.
 */
interface Job {
  readonly name: string;
  readonly account: string;
  /** Most gestures that are aimed at. */
  readonly aim: number;
  /** Records that the job begins with; they are made by calls and count nothing. */
  readonly before?: () => Promise<string>;
  readonly work: (hand: Hand, made: string) => Promise<void>;
}

const here = ({ page }: Hand) => pane(page);
const buttonIn = (hand: Hand, name: string | RegExp) =>
  here(hand).getByRole('button', { name }).first();

/** Ways from the home page of a teacher to a business of a project, the first that may begin. */
const beginOfProject = async (hand: Hand, business: string): Promise<void> => {
  const menus = here(hand).getByRole('button', { name: /^办理 / });
  await menus.first().waitFor();
  const names = await menus.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label')),
  );
  // Looking for a project that may is the test's, not the person's: who comes for a project knows it.
  let found = '';
  for (const name of names) {
    if (found !== '' || !name) break;
    await buttonIn(hand, name).click();
    const entry = hand.page.locator('.ant-dropdown-menu-item').filter({ visible: true });
    const wanted = entry.filter({ hasText: new RegExp(`^${business}$`) });
    await entry.nth(1).waitFor();
    await hand.page.waitForFunction(
      () =>
        !/读取中/.test(
          document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden)')?.textContent ?? '',
        ),
    );
    if ((await wanted.count()) > 0) found = name;
    await hand.page.keyboard.press('Escape');
  }
  if (found === '') throw new Error(`no project of this account may begin ${business}`);
  await hand.page.evaluate(() => document.querySelector('.ky-pane:not([hidden])')?.scrollTo(0, 0));
  await hand.click(buttonIn(hand, found));
  await hand.click(
    hand.page
      .locator('.ant-dropdown-menu-item')
      .filter({ visible: true, hasText: new RegExp(`^${business}$`) }),
  );
};

const field = (hand: Hand, name: string) =>
  here(hand).getByRole('textbox', { name, exact: true }).first();
const box = (hand: Hand, name: string) =>
  here(hand).getByRole('combobox', { name, exact: true }).first();

/** Does a choice show a value? */
const isFilled = (input: Locator): Promise<boolean> =>
  input.evaluate((element) => {
    const shown = element.closest('.ant-select');
    return (
      shown?.querySelector('.ant-select-content-has-value, .ant-select-selection-item') !== null
    );
  });

const reference = (title: string): string =>
  `林晓岚. ${title}[J]. 江汉计算科学学报, 2026, 63(2): 401-412. DOI: 10.11766/${Date.now()}`;

const jobs: readonly Job[] = [
  {
    name: '十条不同业务的待办一起同意',
    account: 'dept_secretary',
    aim: 14,
    async work(hand) {
      await hand.click(here(hand).getByRole('link', { name: '全部待办' }).first());
      const boxes = here(hand).locator('tbody input[type=checkbox]');
      await boxes.first().waitFor();
      await hand.click(here(hand).getByRole('checkbox', { name: '选择本页' }));
      await hand.click(buttonIn(hand, '批量办理'));
      const dialog = hand.page.getByRole('dialog', { name: /^批量办理/ });
      await dialog.getByText('需要留意').or(dialog.getByText('核对均无异常')).waitFor();
      await hand.click(dialog.getByRole('button', { name: /^同意 \d+ 条$/ }));
      await toast(hand.page, /已同意/).waitFor();
    },
  },
  {
    name: '粘贴题录登记论文',
    account: 'teacher',
    aim: 10,
    async work(hand) {
      await hand.click(
        here(hand).getByRole('link', { name: '登记论文' }).or(buttonIn(hand, '登记论文')).first(),
      );
      await hand.click(buttonIn(hand, '粘贴题录填充'));
      const dialog = hand.page.getByRole('dialog', { name: '粘贴题录' });
      await dialog.getByRole('textbox').fill(reference(freshTitle('稻田土壤有机碳的遥感估算')));
      await hand.key('Control+V');
      await hand.click(dialog.getByRole('button', { name: '识别' }));
      await hand.click(dialog.getByRole('button', { name: '填入表单' }));
      await toast(hand.page, '已填入表单').waitFor();
      for (const [name, entry] of [
        ['所属学科', '农业史'],
        ['刊物范围', '全国性学术刊物'],
        ['期刊级别（校定）', 'A2级'],
        ['收录类别', 'EI期刊'],
      ] as const) {
        // Journals of the catalogue fill what they know.
        if ((await box(hand, name).count()) === 0) continue;
        if (await isFilled(box(hand, name))) continue;
        await hand.pick(box(hand, name), entry);
      }
      await hand.choose(
        here(hand).locator('input[data-category="13"]'),
        '论文全文.pdf',
        'application/pdf',
        smallPdf,
      );
      await buttonIn(hand, '移除 论文全文.pdf').waitFor();
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
  {
    name: '一笔到账分给三个项目',
    account: 'rd_fund',
    aim: 10,
    async before() {
      const office = await caller('rd_fund');
      const list = (path: string) =>
        office.get<{ records: readonly Record<string, string>[] }>(`kh-edu-research/${path}`);
      const arrivals = (await list('fundingArrive/list?size=100')).records;
      const open = arrivals.find(({ leftAmount, arriveAmount }) => leftAmount === arriveAmount);
      const projects = (await list('programInfo/list?status=20&size=3')).records;
      return [open?.arriveCode, ...projects.map(({ programNum }) => programNum)].join(' ');
    },
    async work(hand, made) {
      const [code = '', ...projects] = made.split(' ');
      await hand.key('Control+K');
      const palette = hand.page.getByRole('dialog').getByRole('combobox').first();
      await palette.fill(code);
      await hand.page
        .getByRole('option', { name: new RegExp(code) })
        .first()
        .waitFor();
      await hand.key('Enter');
      await hand.click(buttonIn(hand, '分配'));
      const dialog = hand.page.getByRole('dialog', { name: '分配到账' });
      await dialog.waitFor();
      for (const [index, project] of projects.entries()) {
        const projectBox = dialog.getByRole('combobox', { name: '项目' }).nth(index);
        if ((await projectBox.count()) === 0) {
          await hand.click(dialog.getByRole('button', { name: '添加项目' }));
        }
        await hand.type(projectBox, project);
        await hand.page
          .locator('.ant-select-item-option')
          .filter({ visible: true, hasText: project })
          .first()
          .waitFor();
        await hand.key('Enter');
        await hand.type(dialog.getByRole('textbox', { name: '分配金额' }).nth(index), '10.00');
        if (index < projects.length - 1) await hand.key('Enter');
      }
      await hand.click(dialog.getByRole('button', { name: '确认分配' }));
      await dialog.waitFor({ state: 'hidden' });
    },
  },
  {
    name: '项目延期',
    account: 'teacher',
    aim: 6,
    async work(hand) {
      await beginOfProject(hand, '延期');
      await hand.type(field(hand, '延期至'), '2027-05-30');
      await hand.key('Enter');
      await hand.pick(box(hand, '延期原因类别'), '');
      if (await box(hand, '上级是否批准').count()) await hand.pick(box(hand, '上级是否批准'), '是');
      for (const name of ['详细说明', '已完成工作', '后续计划']) {
        await hand.type(field(hand, name), '外业观测因汛期推迟，其余任务按计划完成。');
      }
      await hand.choose(
        here(hand).locator('input[data-category]').first(),
        '延期申请表.pdf',
        'application/pdf',
        smallPdf,
      );
      await buttonIn(hand, '移除 延期申请表.pdf').waitFor();
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
  {
    name: '确认署名',
    account: 'teacher',
    aim: 2,
    async work(hand) {
      await hand.click(buttonIn(hand, /确认署名/));
      await toast(hand.page, /./).first().waitFor();
    },
  },
  {
    name: '退回的论文改后再交',
    account: 'teacher',
    aim: 5,
    async before() {
      const title = freshTitle('冻融循环对边坡稳定的影响');
      const { id } = await submittedPaper(title);
      const secretary = await caller('dept_secretary');
      const todo = 'kh-edu-research/mywork/todo/page';
      const { records } = await secretary.get<{ records: readonly { taskId: string }[] }>(
        `${todo}?type=todo&businessIds=${id}`,
      );
      await secretary.post('blade-flow/work/complete-task', {
        taskId: records[0]?.taskId,
        flag: 'back',
        backTo: 'applicant',
        comment: '请补充英文题目',
      });
      return title;
    },
    async work(hand, title) {
      await hand.click(here(hand).getByRole('link', { name: '全部待办' }).first());
      await hand.type(here(hand).getByRole('textbox', { name: '事务名称' }), title);
      await hand.click(here(hand).getByRole('row').filter({ hasText: title }).getByText('修改'));
      await hand.type(field(hand, '英文题目'), 'Freeze and thaw');
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
  {
    name: '退回同一业务的三条，同一理由',
    account: 'dept_secretary',
    aim: 8,
    async before() {
      const stem = freshTitle('湖泊沉积记录的再分析');
      for (const mark of ['甲', '乙', '丙']) await submittedPaper(`${stem}${mark}`);
      return stem;
    },
    async work(hand, stem) {
      await hand.click(here(hand).getByRole('link', { name: '全部待办' }).first());
      await hand.type(here(hand).getByRole('textbox', { name: '事务名称' }), stem);
      await here(hand).getByRole('button', { name: '论文登记 3' }).waitFor();
      await hand.click(here(hand).getByRole('checkbox', { name: '选择本页' }));
      await hand.click(buttonIn(hand, '批量办理'));
      const dialog = hand.page.getByRole('dialog', { name: '批量办理 3 条' });
      await hand.click(dialog.getByText('退回申请人'));
      await hand.click(dialog.getByRole('button', { name: '材料不全，请补充' }));
      await hand.click(dialog.getByRole('button', { name: '退回 3 条' }));
      await toast(hand.page, '已退回 3 条').waitFor();
    },
  },
  {
    name: '按名称找到一篇论文',
    account: 'rd_admin',
    aim: 3,
    async before() {
      const title = freshTitle('农田氮淋失的长期观测');
      await submittedPaper(title);
      return title;
    },
    async work(hand, title) {
      await hand.key('Control+K');
      const palette = hand.page.getByRole('dialog').getByRole('combobox').first();
      await palette.fill(title);
      await hand.page
        .getByRole('option', { name: new RegExp(title) })
        .first()
        .waitFor();
      await hand.key('Enter');
      await here(hand).getByRole('heading', { level: 1, name: title }).waitFor();
    },
  },
  {
    name: '导出筛选出的论文',
    account: 'rd_admin',
    aim: 6,
    async work(hand) {
      await hand.key('Control+K');
      const palette = hand.page.getByRole('dialog').getByRole('combobox').first();
      await palette.fill('论文库');
      await hand.page
        .getByRole('option', { name: /论文库/ })
        .first()
        .waitFor();
      await hand.key('Enter');
      await hand.pick(box(hand, '期刊级别（校定）'), 'A2级');
      await hand.click(buttonIn(hand, '导出'));
      const saved = hand.page.waitForEvent('download');
      await hand.click(
        hand.page
          .getByRole('dialog')
          .getByRole('button', { name: /导\s?出/ })
          .last(),
      );
      await saved;
    },
  },
];

const runJob = async ({ name, account, aim, before, work }: Job): Promise<string> => {
  const made = (await before?.()) ?? '';
  const { page, context, visit } = await person(account, { width: 1440, height: 900 });
  page.setDefaultTimeout(20_000);
  await visit('/wel/index');
  await pane(page).getByRole('link').first().waitFor();
  const hand = handAt(page);
  let outcome = '';
  try {
    await work(hand, made);
  } catch (fault) {
    outcome = String(fault).split('\n')[0] ?? 'failed';
    await page
      .screenshot({ path: `.vitest/gestures-${account}-${aim}.png` })
      .catch(() => undefined);
  }
  const { gestures, hesitations } = hand.effort();
  await context.close();
  const verdict = outcome !== '' ? `stopped: ${outcome}` : gestures <= aim ? 'as aimed' : 'more';
  return `| ${name} | ${account} | ${gestures} | ${hesitations} | ≤ ${aim} | ${verdict} |`;
};

if (!process.env.E2E_SITE) await buildPage();
const stop = await startSites(1);
try {
  console.log(
    '| job | account | gestures | hesitations | aim | |\n| --- | --- | ---: | ---: | ---: | --- |',
  );
  const only = process.argv[2] ?? '';
  for (const job of jobs) if (job.name.includes(only)) console.log(await runJob(job));
} finally {
  await closeBrowser();
  await stop?.();
}
