import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { IdsByName } from '../composition/people.server.ts';
import { download } from '../office/downloads/download.ts';
import { notice, noticeScopeCodes } from '../office/notices/notice.ts';
import { archivedDownloads, archivedNotices, type DemoDownload } from './office-archive.server.ts';
import { smallPdf } from './pdf.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const [school] = university.name;

/** Document attached to a notice or download. */
interface Document {
  readonly name: string;
  readonly paragraphs: readonly string[];
}

interface DemoNotice {
  readonly title: string;
  readonly kind: '1' | '2';
  readonly by: string;
  /** Days before today; drafts have no publisher. */
  readonly daysAgo: number;
  readonly draft?: boolean;
  /** Days from today until automatic publication. */
  readonly comesIn?: number;
  readonly withdrawn?: boolean;
  readonly pinned?: boolean;
  /** Codes of departments, or aliases of roles, that receive the notice; without both everybody does. */
  readonly departments?: readonly string[];
  readonly roles?: readonly string[];
  readonly paragraphs: readonly string[];
  readonly points?: readonly string[];
  readonly file?: Document;
}

/** Returns the notices of a research office in autumn. Long because it is a list of texts. */
const demoNotices = (year: number): readonly DemoNotice[] => [
  {
    title: '科研管理系统上线试运行公告',
    kind: '2',
    by: 'rd_admin',
    daysAgo: 46,
    paragraphs: [
      '各单位、各位老师：科研管理系统自即日起上线试运行，科研成果登记、审核、查询统一在系统内办理。',
      '使用中遇到问题，请先查阅下载专区的操作手册，或与科研处综合科联系。',
    ],
  },
  {
    title: '关于规范横向科研合同签订与备案的通知',
    kind: '1',
    by: 'rd_fund',
    daysAgo: 33,
    paragraphs: ['为加强横向科研项目管理，现就合同签订与备案的有关事项通知如下：'],
    points: [
      '合同须使用学校示范文本，经科研处审核后签订；',
      '合同签订后 10 个工作日内完成备案；',
      '涉外合同须先经国际合作处会签。',
    ],
  },
  {
    title: `${year} 年度校级科研项目立项名单公示`,
    kind: '2',
    by: 'rd_project',
    daysAgo: 21,
    paragraphs: [
      `经个人申报、院系推荐、专家评审，拟立项校级科研项目 42 项，现予公示，公示期 5 个工作日。`,
      '对公示内容有异议的，请在公示期内以书面形式向科研处反映。',
    ],
    file: {
      name: `${year} 年度校级科研项目拟立项名单`,
      paragraphs: ['共 42 项，名单按院系排列。'],
    },
  },
  {
    title: `关于开展 ${year} 年度科研成果登记与核对工作的通知`,
    kind: '1',
    by: 'rd_achieve',
    daysAgo: 12,
    roles: ['teacher', 'dept_secretary', 'dept_leader'],
    paragraphs: ['年度科研成果登记与核对工作即日开始，请各位老师在系统中完成以下事项：'],
    points: [
      '登记本年度正式发表的论文，上传论文全文和收录证明；',
      '确认他人登记的、与本人有关的成果；',
      '院系科研秘书在截止日前完成初审。',
    ],
    file: { name: '成果登记材料清单', paragraphs: ['论文全文、封面与目录、收录（检索）证明。'] },
  },
  {
    title: '关于做好年末科研经费入账与报销工作的通知',
    kind: '1',
    by: 'rd_fund',
    daysAgo: 8,
    paragraphs: ['财务年度结账在即，请各项目负责人及时认领到账经费，按预算和进度办理报销。'],
  },
  {
    title: '学术讲座：大模型时代的软件工程研究',
    kind: '1',
    by: 'dept_secretary',
    daysAgo: 4,
    departments: ['310'],
    paragraphs: ['本周五下午三点，信息楼报告厅，欢迎本院师生参加。'],
  },
  {
    title: `关于组织申报 ${year + 1} 年度国家自然科学基金项目的通知`,
    kind: '1',
    by: 'rd_project',
    daysAgo: 2,
    pinned: true,
    paragraphs: [
      `${year + 1} 年度国家自然科学基金项目申报工作即将开始，请各院系广泛动员、精心组织。`,
      '申报书模板见下载专区。',
    ],
    points: ['个人申报与院系推荐；', '科研处形式审查；', '修改完善后统一提交。'],
    file: {
      name: '校内申报日程安排',
      paragraphs: ['院系推荐、形式审查、统一提交的日期与联系人。'],
    },
  },
  {
    title: `关于征集 ${year + 1} 年度学术活动计划的通知`,
    kind: '1',
    by: 'rd_achieve',
    daysAgo: 1,
    draft: true,
    paragraphs: ['请各院系、各科研机构报送下一年度拟举办的学术会议和讲座。'],
  },
  {
    title: `关于报送 ${year} 年度科技统计年报数据的通知`,
    kind: '1',
    by: 'rd_admin',
    daysAgo: 1,
    comesIn: 3,
    paragraphs: ['请各院系核对项目、人员与成果的统计信息，补全缺项后由院系负责人确认。'],
  },
];

const htmlOf = ({ paragraphs, points = [] }: DemoNotice): string =>
  [
    ...paragraphs.map((text) => `<p>${text}</p>`),
    ...(points.length > 0 ? [`<ol>${points.map((text) => `<li>${text}</li>`).join('')}</ol>`] : []),
    `<p>${school}科研处</p>`,
  ].join('');

const demoDownloads: readonly DemoDownload[] = [
  {
    name: '国家自然科学基金项目申报书（校内预审版）',
    describe: '校内预审用，正式申报以基金委系统为准',
    category: '1',
    paragraphs: ['一、立项依据', '二、研究内容、目标与关键科学问题', '三、研究方案与可行性分析'],
  },
  {
    name: '技术开发合同示范文本',
    describe: '横向项目通用，签订前请先送科研处审核',
    category: '1',
    paragraphs: ['第一条 标的', '第二条 研究开发内容与进度', '第三条 经费与支付方式'],
  },
  {
    name: `${school}科研经费管理办法`,
    describe: '自发布之日起施行',
    category: '2',
    paragraphs: ['第一章 总则', '第二章 预算与支出', '第三章 结题与结余经费'],
  },
  {
    name: `${school}科研成果认定与登记办法`,
    describe: '论文、著作、专利、获奖等成果的认定与登记',
    category: '2',
    paragraphs: ['第一条 成果署名', '第二条 级别认定', '第三条 登记与审核'],
  },
  {
    name: '科研管理系统操作手册（教师版）',
    describe: '登录、成果登记、题录粘贴、审批进度查询',
    category: '3',
    paragraphs: ['一、登录与首页', '二、论文登记', '三、查看审批进度'],
  },
  {
    name: '成果登记常见问题解答',
    describe: '',
    category: '9',
    paragraphs: ['问：论文还没有见刊，可以登记吗？', '答：可以先暂存，见刊后补充卷期页再提交。'],
  },
];

/** Reads the titles that exist, so that an interrupted start can continue. */
const present = async (
  { engine }: SeedParts,
  resource: Resource,
  column: string,
): Promise<ReadonlySet<string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ title: string }>(
      `select ${column} as title from ${resource.table} where tenant_id = $1 and is_deleted = 0`,
      [tenantId],
    ),
  );
  return new Set(rows.map((row) => row.title));
};

const attach = async ({ files }: SeedParts, by: Actor, { name, paragraphs }: Document) => {
  const stream = Readable.from([smallPdf(name, paragraphs)]);
  const { id } = await files.put(by, { fileName: `${name}.pdf`, stream, catalog: '99' });
  return [{ id, catalog: '99' }];
};

const hour = 3_600_000;
const day = 24 * hour;

/** Returns 9:30 Shanghai time on a day before today. */
const morning = (now: Date, daysAgo: number): Date =>
  new Date((Math.floor(now.getTime() / day) - daysAgo) * day + 1.5 * hour);

const audienceOf = ({ departments, roles }: DemoNotice, ids: IdsByName) => {
  if (departments) {
    return {
      fwlx: noticeScopeCodes.departments,
      scopeIds: departments.map((code) => ids.get(code)).join(','),
    };
  }
  return roles
    ? { fwlx: noticeScopeCodes.roles, scopeIds: roles.join(',') }
    : { fwlx: noticeScopeCodes.everybody };
};

/** Marks notices older than five days as read by two of three people. */
const markRead = ({ engine }: SeedParts, now: Date): Promise<unknown> =>
  engine.database.transaction(tenantId, (tx) =>
    tx.query(
      `with fresh as (
         insert into notice_read (tenant_id, notice_id, user_id, read_time)
         select n.tenant_id, n.id, u.id, n.fbsj + interval '5 hours'
           from notice n join users u on u.tenant_id = n.tenant_id
          where n.tenant_id = $1 and n.status = '1' and n.fwlx = $3 and n.fbsj < $2
            and (u.id + n.id) % 3 <> 0
         on conflict do nothing returning notice_id)
       update notice set read_count = counted.times
         from (select notice_id, count(*)::int as times from fresh group by notice_id) counted
        where notice.tenant_id = $1 and notice.id = counted.notice_id`,
      [tenantId, new Date(now.getTime() - 5 * day), noticeScopeCodes.everybody],
    ),
  );

/** Writes notices and downloads, each by a person with the right to publish. */
export const demoOffice = async (
  parts: SeedParts,
  actors: ReadonlyMap<string, Actor>,
  departments: IdsByName,
  now: Date,
): Promise<void> => {
  const { engine, clock } = parts;
  const actor = (account: string): Actor => {
    const found = actors.get(account);
    if (!found) throw new Error(`${account}: nobody in the demo is called so`);
    return found;
  };
  const told = await present(parts, untypedResource(notice), 'bt');
  const year = now.getFullYear();
  const notices: readonly DemoNotice[] = [...archivedNotices(year), ...demoNotices(year)];
  for (const given of notices.filter(({ title }) => !told.has(title))) {
    const by = actor(given.by);
    clock.now = morning(now, given.daysAgo);
    const row = await engine.as(by).save(notice, {
      bt: given.title,
      lx: given.kind,
      content: htmlOf(given),
      isTop: given.pinned ? '1' : '0',
      ...audienceOf(given, departments),
      ...(given.file ? { attachments: await attach(parts, by, given.file) } : {}),
    });
    if (given.comesIn) {
      const publishAt = timeText(new Date(now.getTime() + given.comesIn * day));
      const { version } = row;
      await engine.as(by).perform(notice, 'schedule', row.id, { publishAt, version });
    } else if (!given.draft) await engine.as(by).perform(notice, 'publish', row.id);
    if (given.withdrawn) await engine.as(by).perform(notice, 'withdraw', row.id);
  }
  const offered = await present(parts, untypedResource(download), 'name');
  const by = actor('rd_admin');
  clock.now = morning(now, 45);
  for (const [index, given] of [...demoDownloads, ...archivedDownloads].entries()) {
    if (offered.has(given.name)) continue;
    const { paragraphs, disabled, ...entry } = given;
    const files = await attach(parts, by, given);
    const { id } = await engine.as(by).save(download, { ...entry, files, sort: index + 1 });
    if (disabled) await engine.as(by).perform(download, 'disable', id);
  }
  clock.now = now;
  await markRead(parts, now);
};
