import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { applicationCheck } from '@keyan/product/achievement/property/patent-numbers.ts';
import { caller, freshTitle, paperOf, smallPdf } from '../support/api.ts';
import { toast } from '../support/form.ts';
import type { Hand } from '../support/hand.ts';
import { approve } from '../support/kinds.ts';
import { boxIn, buttonIn, fieldIn, here, type Job, openByPalette } from './job.ts';

/**
 * Goes from the home page of a teacher to a business of a project, the first project that may begin
 * it.
 */
const beginOfProject = async (hand: Hand, business: string): Promise<void> => {
  const menus = here(hand).getByRole('button', { name: /^办理 / });
  await menus.first().waitFor();
  const names = await menus.evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label')),
  );
  // Finding the project counts no gestures: a person knows their project.
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
  await hand.page.evaluate(() => {
    for (const element of document.querySelectorAll('*')) element.scrollTop = 0;
  });
  await hand.click(buttonIn(hand, found));
  await hand.click(
    hand.page
      .locator('.ant-dropdown-menu-item')
      .filter({ visible: true, hasText: new RegExp(`^${business}$`) }),
  );
};

/**
 * Makes an approved paper that names each project of the teacher, since a project of some years has
 * outputs.
 */
const outputsOfProjects = async (): Promise<string> => {
  const teacher = await caller('teacher');
  const { records } = await teacher.get<{ records: readonly Record<string, string>[] }>(
    'kh-edu-research/programInfo/list?status=20,21&size=50',
  );
  const own = records.filter(({ programLeader }) => programLeader === teacher.userId);
  const body = await paperOf(teacher, freshTitle('病历文本分类'), [
    { account: teacher, name: '林晓岚', rate: '100' },
  ]);
  const projects = own.map(({ id, programNum, programName }) => ({
    programId: id,
    programNum,
    programName,
    isMarked: '1',
  }));
  const { id } = await teacher.post<{ id: string }>(`${paper.path}/submit`, { ...body, projects });
  await approve(paper, id);
  return '';
};

/** Returns the XML of a 数电票 with an unused number. */
const invoiceXml = (): string => {
  const number = `264420${String(Date.now()).padStart(14, '0')}`;
  return `<?xml version="1.0" encoding="UTF-8"?><EInvoice><Header><EIid>${number}</EIid></Header>
<EInvoiceData><SellerInformation><SellerIdNum>91350100M000100Y43</SellerIdNum><SellerName>江陵仪器有限公司</SellerName>
<SellerBankName>中国银行江陵支行</SellerBankName><SellerBankAccNum>565012345678</SellerBankAccNum></SellerInformation>
<BuyerInformation><BuyerName>江陵大学</BuyerName></BuyerInformation>
<BasicInformation><TotalAmWithoutTax>113.21</TotalAmWithoutTax><TotalTaxAm>6.79</TotalTaxAm><TotalTax-includedAmount>120.00</TotalTax-includedAmount></BasicInformation>
<IssuItemInformation><ItemName>*纸制品*打印纸</ItemName><Amount>113.21</Amount><ComTaxAm>6.79</ComTaxAm></IssuItemInformation></EInvoiceData>
<TaxSupervisionInfo><InvoiceNumber>${number}</InvoiceNumber><IssueTime>2026-03-02 10:00:00</IssueTime></TaxSupervisionInfo></EInvoice>`;
};

/** Returns an unused application number with its check digit. */
const freshNumber = (): string => {
  const digits = `20221${String(Date.now()).slice(-7)}`;
  return `${digits}.${applicationCheck(digits)}`;
};

/** Applies for an extension from the home page. Texts that no record tells are typed. */
const delay = async (hand: Hand): Promise<void> => {
  await beginOfProject(hand, '延期');
  await hand.click(here(hand).getByText('是', { exact: true }).first());
  await hand.click(here(hand).getByText('成果尚未发表（出版、授权）'));
  for (const name of ['已完成工作', '后续计划']) {
    const written = await fieldIn(hand, name).inputValue();
    if (written === '') await hand.type(fieldIn(hand, name), '完成了样本采集与标注。');
  }
  await hand.click(buttonIn(hand, '提交审核'));
  await toast(hand.page, '提交成功').waitFor();
};

/** Daily jobs of a teacher with projects, money and requests of others. */
export const projectJobs: readonly Job[] = [
  {
    name: '项目延期',
    account: 'teacher',
    aim: 6,
    before: outputsOfProjects,
    work: delay,
  },
  {
    name: '没有报告和成果的项目延期',
    account: 'teacher',
    aim: 6,
    work: delay,
  },
  {
    name: '用电子发票报销',
    account: 'teacher',
    aim: 8,
    async work(hand) {
      await openByPalette(hand, '经费支出');
      await hand.click(buttonIn(hand, '新增'));
      await hand.choose(
        here(hand).locator('.ant-upload input[type=file]').first(),
        '发票.xml',
        'text/xml',
        Buffer.from(invoiceXml()),
      );
      await buttonIn(hand, '移除 发票.xml').waitFor();
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
  {
    name: '粘贴著录项登记专利',
    account: 'teacher',
    aim: 20,
    async work(hand) {
      await openByPalette(hand, '专利登记');
      await hand.click(buttonIn(hand, '登记专利'));
      await hand.click(buttonIn(hand, '粘贴题录填充'));
      const dialog = hand.page.getByRole('dialog', { name: '粘贴题录' });
      const title = freshTitle('一种病历文本的分类方法');
      await dialog
        .getByRole('textbox')
        .fill(`林晓岚. ${title}: 中国, ${freshNumber()}[P]. 2024-05-10.`);
      await hand.key('Control+V');
      await hand.click(dialog.getByRole('button', { name: '识别' }));
      await hand.click(dialog.getByRole('button', { name: '填入表单' }));
      await toast(hand.page, '已填入表单').waitFor();
      await hand.pick(boxIn(hand, '所属学科'), '农业史');
      await hand.type(fieldIn(hand, '申请日期'), '2022-03-10');
      await hand.key('Enter');
      await hand.type(fieldIn(hand, '授权公告号'), 'CN114000000B');
      await hand.type(fieldIn(hand, '授权日期'), '2024-05-10');
      await hand.key('Enter');
      await hand.choose(
        here(hand).locator('input[data-category="17"]'),
        '专利证书.pdf',
        'application/pdf',
        smallPdf,
      );
      await buttonIn(hand, '移除 专利证书.pdf').waitFor();
      await hand.click(buttonIn(hand, '提交审核'));
      await toast(hand.page, '提交成功').waitFor();
    },
  },
  {
    name: '回答反向填报的一个问题',
    account: 'dept_leader',
    aim: 6,
    async work(hand) {
      await openByPalette(hand, '填报提问');
      await hand.click(here(hand).locator('tbody').getByRole('link').first());
      await hand.type(here(hand).getByRole('textbox').first(), '120');
      await hand.click(buttonIn(hand, '提交答复'));
      await here(hand)
        .getByText(/^已答：/)
        .first()
        .waitFor();
    },
  },
  {
    name: '查一个项目的余额和来由',
    account: 'teacher',
    aim: 3,
    async work(hand) {
      await hand.click(
        here(hand)
          .getByRole('button', { name: /^办理 / })
          .first(),
      );
      await hand.click(
        hand.page.locator('.ant-dropdown-menu-item').filter({ visible: true, hasText: /^经费$/ }),
      );
      await here(hand)
        .getByText(/^可用余额 .* = /)
        .first()
        .waitFor();
    },
  },
  {
    name: '同意一笔支出',
    account: 'finance',
    aim: 3,
    async work(hand) {
      await hand.click(
        here(hand).getByRole('link').filter({ hasText: /¥/ }).or(buttonIn(hand, '办理')).first(),
      );
      await hand.click(
        here(hand)
          .getByRole('button', { name: /^同\s?意$/ })
          .last(),
      );
      await toast(hand.page, /已同意|办理成功/).waitFor();
    },
  },
];
