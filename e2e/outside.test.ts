import {
  crossrefWork,
  type FakeSource,
  json,
  playCrossref,
  startFakeSource,
} from '@keyan/product/collecting/testing.ts';
import { orcidOf } from '@keyan/product/demo/outside/orcid.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { press as pressAny } from './support/acts.ts';
import { caller, freshTitle, paperOf } from './support/api.ts';
import { button, choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person, stranger } from './support/page.ts';
import { findInList, rowOf } from './support/work.ts';

// The outside world, played by servers of this file: what comes in, and what anybody may read.

const me = demoPeople().find(({ account }) => account === 'teacher');
if (!me) throw new Error('the demo has no teacher');
const orcid = orcidOf(me.jobNum);

/** Works that the played Crossref has. */
let works: Readonly<Record<string, unknown>>[] = [];
let crossref: FakeSource;

/** A work of the teacher, known by ORCID. */
const workOf = (doi: string, title: string, more: object = {}) =>
  crossrefWork(doi, {
    title: [title],
    author: [
      {
        given: 'Xiaolan',
        family: 'Lin',
        ORCID: `https://orcid.org/${orcid}`,
        affiliation: [{ name: 'Jiangling University' }],
      },
    ],
    ...more,
  });

beforeAll(async () => {
  crossref = await startFakeSource(playCrossref(() => works, 5));
});
afterAll(() => crossref.close());

/** A site that the office has switched on. */
const siteAt = async (origin: string, source: string): Promise<{ readonly id: string }> => {
  const office = await caller('rd_admin');
  const code = `e2e-${source}-${Date.now()}`;
  return office.post('blade-spider-admin/site/submit', {
    siteName: code,
    siteCode: code,
    spiderType: '2',
    sourceKind: source,
    baseUrl: origin,
    interval: 1000,
    timeout: 10_000,
    retryTimes: 1,
    needLogin: '0',
    status: '1',
  });
};

/** Collects whatever Crossref has, once. */
const collect = async (origin: string): Promise<void> => {
  const office = await caller('rd_admin');
  const { id: siteId } = await siteAt(origin, 'crossref');
  const name = `e2e ${Date.now()}`;
  const post = (path: string, body: object) =>
    office.post<{ readonly id: string }>(`blade-spider-admin/${path}`, body);
  const subject = await post('subject/submit', { subjectName: name, siteId, keyword: 'ours' });
  const job = await post('job/submit', {
    jobName: name,
    subjectId: subject.id,
    cron: '0 0 3 * * ?',
    isWhole: '0',
    autoPush: '1',
  });
  await post('job/trigger', { ids: job.id });
  const result = async () => {
    const { lastResult } = await office.get<{ readonly lastResult: string | null }>(
      `blade-spider-admin/job/detail?id=${job.id}`,
    );
    return lastResult;
  };
  await expect.poll(result, { timeout: 15_000 }).toBe('1');
};

const doiOf = (name: string): string => `10.5555/${name}.${Date.now().toString(36)}`;

test('a site is made, tried, scheduled and run, and its paper is claimed', async () => {
  const title = freshTitle('Rivers seen from orbit ');
  const site = freshTitle('兄弟院校成果库');
  const doi = doiOf('orbit');
  works = [workOf(doi, title)];
  const office = await person('rd_admin');
  const { page } = office;

  await office.visit('/spider/site/add');
  await field(page, '站点名称').fill(site);
  await field(page, '站点编码').fill(`e2e-${Date.now()}`);
  await choose(page, '数据来源', 'Crossref');
  await field(page, '入口地址').fill(crossref.origin);
  await press(page, '保存');
  await toast(page, /成功/).waitFor();

  // Tried: one page of the answer, with what was read of it beside it.
  await findInList(office, '/spider/site', site, '站点名称');
  await rowOf(page, site).getByRole('button', { name: '试采' }).click();
  const dialog = page.getByRole('dialog', { name: `试采：${site}` });
  await dialog.getByRole('button', { name: '试采一页' }).click();
  await dialog.getByText('本页识别 1 条').waitFor();
  expect(await dialog.locator('dl').innerText()).toContain(title);
  expect(await dialog.getByRole('region', { name: '原始页面' }).innerText()).toContain(doi);
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  await office.visit('/spider/subject/add');
  await field(page, '名称').fill(site);
  await choose(page, '站点', site);
  await field(page, '检索式').fill('${schoolNameEn}');
  await press(page, '保存');
  await toast(page, /成功/).waitFor();

  // Scheduled: in words, with its next five times.
  await office.visit('/spider/job/add');
  await field(page, '任务名称').fill(site);
  await choose(page, '主题', site);
  await field(page, '执行计划').fill('0 30 2 ? * MON');
  await pane(page).getByText('每周一 02:30').waitFor();
  await pane(page)
    .getByText(/后 5 次：(\d\d-\d\d 02:30、?){5}/)
    .waitFor();
  await press(page, '保存');
  await toast(page, /成功/).waitFor();
  await findInList(office, '/spider/job', site, '任务名称');
  await rowOf(page, site).getByRole('link', { name: site }).click();
  await button(page, '启动').click();
  await toast(page, '已按计划运行').waitFor();
  await pressAny(page, /立即执行$/);
  await toast(page, '已开始执行').waitFor();

  await office.visit('/spider/log');
  const log = rowOf(page, site).filter({ hasText: '成功' });
  await expect
    .poll(async () => {
      await pane(page).getByRole('button', { name: '刷新' }).click();
      return log.count();
    })
    .toBeGreaterThan(0);

  // The author is asked, and claims it.
  const teacher = await person('teacher');
  await findInList(teacher, '/achievement/papersClaim', title, '题目、拼音首字母、作者原文');
  await rowOf(teacher.page, title)
    .getByRole('button', { name: `认领 ${title}` })
    .click();
  await expect.poll(() => field(teacher.page, '本人排名').inputValue()).toBe('1');
  await typeDate(teacher.page, '发表（出版）日期', '2026-03-02');
  await choose(teacher.page, '所属学科', '农业史');
  await press(teacher.page, '提交审核');
  await toast(teacher.page, '提交成功').waitFor();
});

test('a person takes own works from ORCID into the form', async () => {
  const title = freshTitle('Lakes of my own ');
  const record = {
    'put-code': 11,
    title: { title: { value: title } },
    'journal-title': { value: 'Journal of Rivers' },
    type: 'journal-article',
    'publication-date': { year: { value: '2025' }, month: { value: '04' } },
    'external-ids': {
      'external-id': [
        {
          'external-id-type': 'doi',
          'external-id-value': doiOf('lakes'),
          'external-id-relationship': 'self',
        },
      ],
    },
    contributors: { contributor: [{ 'credit-name': { value: 'Lin, Xiaolan' } }] },
  };
  const played = await startFakeSource((url) =>
    url.pathname.endsWith('/11')
      ? json({ bulk: [{ work: record }] })
      : json({ group: [{ 'work-summary': [record] }] }),
  );
  const { page, visit } = await person('teacher');
  const ask = async () => {
    await visit('/achievement/papers');
    await press(page, '粘贴题录');
    await page.getByRole('button', { name: '从 ORCID / OpenAlex 导入' }).click();
    const dialog = page.getByRole('dialog', { name: '从 ORCID / OpenAlex 导入' });
    await dialog.getByRole('textbox', { name: '标识' }).fill(orcid);
    await dialog.getByRole('button', { name: '获取成果' }).click();
    return dialog;
  };
  // While the office has not switched ORCID on, the message says what to do.
  await (await ask()).getByText('外部服务不可用，请手工填写').waitFor();
  const { id } = await siteAt(played.origin, 'orcid');
  const dialog = await ask();
  await dialog.getByRole('button', { name: '填入表单' }).click();
  await expect.poll(() => field(page, '论文题目').inputValue()).toBe(title);
  expect(await field(page, '刊物（论文集）名称').inputValue()).toBe('Journal of Rivers');
  const office = await caller('rd_admin');
  await office.post(`blade-spider-admin/site/remove?ids=${id}`);
  await played.close();
});

test('a retraction marks the paper and reaches its author and the office', async () => {
  const title = freshTitle('On soils ');
  const doi = doiOf('soils');
  const teacher = await caller('teacher');
  const body = await paperOf(teacher, title, [{ account: teacher, name: me.name, rate: '100' }]);
  await teacher.post('kh-edu-research/papers/submit', { ...body, doi });
  works = [
    workOf(doiOf('notice'), `Retraction: ${title}`, {
      'update-to': [
        {
          DOI: doi.toUpperCase(),
          type: 'retraction',
          label: 'Retraction',
          updated: { 'date-parts': [[2026, 3, 2]] },
        },
      ],
    }),
  ];
  await collect(crossref.origin);
  const told = '该论文已被撤稿（2026-03-02），请说明';
  for (const account of ['teacher', 'rd_achieve']) {
    const { page, visit } = await person(account);
    await visit('/message/index');
    await pane(page).getByText(told).first().waitFor();
    if (account !== 'teacher') continue;
    await pane(page).getByText(told).first().click();
    await pane(page).getByText('2026-03-02').first().waitFor();
  }
});

test('a public profile is switched on and off, field by field', async () => {
  const teacher = await person('teacher');
  const { page } = teacher;
  const reader = await stranger();
  await teacher.visit('/person/publicProfile');
  const isOn = pane(page).getByRole('switch', { name: '公开我的主页' });
  const save = async (): Promise<void> => {
    // The message of the save before may still stand.
    const saved = page.waitForResponse('**/publicProfile/save');
    await press(page, '保存');
    expect((await saved).status()).toBe(200);
    await toast(page, '已保存').first().waitFor();
  };
  const tick = (name: string, checked: boolean) =>
    pane(page).getByRole('checkbox', { name, exact: true }).setChecked(checked);
  if ((await isOn.getAttribute('aria-checked')) !== 'true') await isOn.click();
  await tick('ORCID', true);
  await tick('科研成果', false);
  await save();
  const link = pane(page).getByRole('link', { name: /\/public\// });
  const path = (await link.getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/public\/personnel\/\d+$/);

  await reader.visit(path);
  await reader.page.getByRole('heading', { level: 1, name: me.name }).waitFor();
  expect(await reader.page.content()).toContain(orcid);
  await tick('ORCID', false);
  await save();
  await reader.page.reload();
  await reader.page.getByRole('heading', { level: 1, name: me.name }).waitFor();
  expect(await reader.page.content()).not.toContain(orcid);

  await isOn.click();
  await save();
  const gone = await reader.page.reload();
  expect([404, 410]).toContain(gone?.status());
});
