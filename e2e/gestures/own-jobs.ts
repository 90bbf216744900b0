import { caller, freshTitle, smallPdf, submittedPaper } from '../support/api.ts';
import { toast } from '../support/form.ts';
import { boxIn, buttonIn, fieldIn, here, isChosen, type Job } from './job.ts';

const reference = (title: string): string =>
  `林晓岚. ${title}[J]. 江汉计算科学学报, 2026, 63(2): 401-412. DOI: 10.11766/${Date.now()}`;

/** Daily jobs of a teacher with their own outputs. */
export const ownJobs: readonly Job[] = [
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
        // A journal of the catalogue fills in some of the fields.
        if ((await boxIn(hand, name).count()) === 0) continue;
        if (await isChosen(boxIn(hand, name))) continue;
        await hand.pick(boxIn(hand, name), entry);
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
      await hand.type(fieldIn(hand, '英文题目'), 'Freeze and thaw');
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
];
