import { caller, freshTitle, submittedPaper } from '../support/api.ts';
import { toast } from '../support/form.ts';
import { boxIn, buttonIn, here, type Job, openByPalette } from './job.ts';

/** Daily jobs of the offices. */
export const officeJobs: readonly Job[] = [
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
      await openByPalette(hand, code);
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
      await openByPalette(hand, title);
      await here(hand).getByRole('heading', { level: 1, name: title }).waitFor();
    },
  },
  {
    name: '导出筛选出的论文',
    account: 'rd_admin',
    aim: 6,
    async work(hand) {
      await openByPalette(hand, '论文库');
      await hand.pick(boxIn(hand, '期刊级别（校定）'), 'A2级');
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
