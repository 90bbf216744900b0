import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Collector } from '../../collecting/collector.server.ts';
import { spiderTypeCodes } from '../../collecting/dictionaries.ts';
import { spiderJob } from '../../collecting/job.ts';
import { spiderProxy } from '../../collecting/proxy.ts';
import { spiderPush } from '../../collecting/push.ts';
import { runJob } from '../../collecting/run.server.ts';
import { spiderSite } from '../../collecting/site.ts';
import { pageTypeCodes, type SourceCode, sources } from '../../collecting/sources/codes.ts';
import { spiderSubject } from '../../collecting/subject.ts';
import { spiderTemplate } from '../../collecting/template.ts';
import { spiderUa } from '../../collecting/user-agent.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { emptyResources } from '../progress.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import { playedOutside } from './played.server.ts';
import {
  type KnownPaper,
  type OwnAuthor,
  playedFeed,
  playedJournal,
  playedOpenAlex,
  playedRepository,
} from './played-works.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Keys of the resources that this part fills, so that they need no specimens. */
export const collectingDemoKinds = [
  spiderSite,
  spiderSubject,
  spiderTemplate,
  spiderProxy,
  spiderUa,
  spiderJob,
].map(({ key }) => key);

/** External site with subject and job. Its host is invented (RFC 2606), so nothing connects to it. */
interface DemoSite {
  readonly site: string;
  readonly code: string;
  readonly kind: SourceCode;
  readonly type: string;
  readonly base: string;
  readonly subject: string;
  readonly keyword: string;
  readonly job: string;
  readonly cron: string;
  readonly autoPush: '0' | '1';
  readonly more?: object;
}

const sites = {
  openalex: {
    site: 'OpenAlex（图书馆镜像）',
    code: 'openalex-lib',
    kind: sources.openalex,
    type: spiderTypeCodes.api,
    base: 'https://openalex-mirror.example.edu.cn',
    subject: '本校署名成果',
    keyword: '${schoolNameEn}',
    job: '每周采集本校署名成果',
    cron: '0 0 3 ? * MON',
    autoPush: '1',
    more: {
      headers: [{ headerKey: 'X-Library-Key', headerValue: '${accessKey}' }],
      accessKey: 'demo-library-key',
      remark: '演示用地址，不能连接',
    },
  },
  repository: {
    site: '云梦大学机构知识库',
    code: 'yunmeng-ir',
    kind: sources.oai,
    type: spiderTypeCodes.oai,
    base: 'https://ir.yunmeng.example.edu.cn/oai',
    subject: '与云梦大学合作成果',
    keyword: '*',
    job: '每月采集合作成果',
    cron: '0 30 2 1 * ?',
    autoPush: '0',
    more: { interval: 3000, remark: '合作院校提供；结果由成果科核对后推送' },
  },
  journal: {
    site: '江汉学术编辑部目录页',
    code: 'jianghan-journal',
    kind: sources.template,
    type: spiderTypeCodes.page,
    base: 'https://xuebao.example.edu.cn/catalog',
    subject: '本刊本校作者文章',
    keyword: '${schoolName}',
    job: '每月采集期刊目录',
    cron: '0 0 4 5 * ?',
    autoPush: '0',
    more: {
      params: [{ paramName: 'unit', paramValue: '${schoolName}' }],
      pages: [{ pageParam: 'page', sizeParam: null, firstPage: 1, pageSize: 20, maxPage: 5 }],
      interval: 5000,
    },
  },
  feed: {
    site: '省社科规划办通知公告',
    code: 'skjj-notice',
    kind: sources.feed,
    type: spiderTypeCodes.api,
    base: 'https://skjj.example.gov.cn/rss',
    subject: '申报与检查通知',
    keyword: '通知',
    job: '每日采集申报通知',
    cron: '0 0 7 ? * MON-FRI',
    autoPush: '1',
  },
} as const satisfies Readonly<Record<string, DemoSite>>;

/** Table-of-contents page for which the template was written. */
const template = {
  templateName: '期刊目录',
  pageType: pageTypeCodes.list,
  listSelector: 'li.article',
  fields: [
    { fieldName: 'title', selector: 'h3', attr: 'text', isRequired: '1' },
    { fieldName: 'authorsText', selector: '.by', attr: 'text', isRequired: '0' },
    { fieldName: 'source', selector: '=江汉学术', isRequired: '0' },
    { fieldName: 'publishYear', selector: 'b', attr: 'text', regex: '(\\d{4})', isRequired: '0' },
    { fieldName: 'issue', selector: 'b', attr: 'text', regex: '第(\\d+)期', isRequired: '0' },
  ],
};

const authorsOf = ({ engine }: SeedParts): Promise<readonly OwnAuthor[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<OwnAuthor>(
      `select u.real_name as name, p.orcid from users u
         join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
         join personnel p on p.tenant_id = u.tenant_id and p.id = u.personel_id
        where u.tenant_id = $1 and u.is_deleted = 0 and d.dept_code = '310' and p.orcid is not null
        order by u.account = 'teacher' desc, u.id limit 5`,
      [tenantId],
    ),
  );

/** Reads an approved paper of the guided tour's teacher, which its journal will retract. */
const knownOf = async ({ engine }: SeedParts): Promise<KnownPaper | undefined> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<KnownPaper>(
      `select p.art_name as title, p.doi, u.real_name as author from paper p
         join users u on u.tenant_id = p.tenant_id and u.id = p.create_user and u.account = 'teacher'
        where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2' and p.doi is not null
          and p.secret_level = '0'
        order by p.publish_date limit 1`,
      [tenantId],
    ),
  );
  return found;
};

interface Made {
  readonly jobId: string;
  readonly siteId: string;
  readonly siteVersion: number;
}

const make = async ({ engine }: SeedParts, office: Actor, demoSite: DemoSite): Promise<Made> => {
  const acting = engine.as(office);
  const save = (resource: Resource, values: object) => acting.save(resource, { ...values });
  const site = await save(untypedResource(spiderSite), {
    siteName: demoSite.site,
    siteCode: demoSite.code,
    spiderType: demoSite.type,
    sourceKind: demoSite.kind,
    baseUrl: demoSite.base,
    interval: 2000,
    timeout: 10_000,
    retryTimes: 3,
    contact: 'kyc@jiangling.example',
    needLogin: '0',
    status: '1',
    ...demoSite.more,
  });
  const subject = await save(untypedResource(spiderSubject), {
    subjectName: demoSite.subject,
    siteId: site.id,
    keyword: demoSite.keyword,
  });
  const job = await save(untypedResource(spiderJob), {
    jobName: demoSite.job,
    subjectId: subject.id,
    cron: demoSite.cron,
    isWhole: '0',
    autoPush: demoSite.autoPush,
  });
  return { siteId: site.id, siteVersion: site.version, jobId: job.id };
};

/** Skips the first of the works that wait for the office. */
const settleSome = async ({ engine }: SeedParts, office: Actor, siteId: string): Promise<void> => {
  const waiting = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      `select id::text from spider_push
        where tenant_id = $1 and site_id = $2 and push_status = '0' and is_deleted = 0 order by id limit 1`,
      [tenantId, siteId],
    ),
  );
  for (const { id } of waiting) await engine.as(office).perform(spiderPush, 'ignore', id);
};

/** State of the simulated sources at a moment. */
interface Stage {
  round: number;
  isBusy: boolean;
  isChanged: boolean;
}

/** Returns a collector that reads from the simulated sources. */
const collectorOf = (
  { engine, clock }: SeedParts,
  authors: readonly OwnAuthor[],
  known: KnownPaper | undefined,
  stage: Stage,
): Collector =>
  new Collector({
    secrets: engine.secrets,
    outgoing: playedOutside(
      {
        'openalex-mirror.example.edu.cn': playedOpenAlex(
          authors,
          known,
          () => stage.round,
          () => clock.now,
        ),
        'ir.yunmeng.example.edu.cn': playedRepository(authors, () => stage.isBusy),
        'xuebao.example.edu.cn': playedJournal(authors, () => stage.isChanged),
        'skjj.example.gov.cn': playedFeed,
      },
      () => clock.now,
    ),
  });

/**
 * Writes sites with subjects, jobs and their runs. The sources are simulated in this process; the runs are real: papers
 * waiting for their authors, works waiting for the office, a retraction whose author is notified, a throttled run, and
 * a run whose template no longer matches the page.
 */
export const demoCollecting = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(spiderJob.key)) return;
  const office = await actorByAccount(parts, 'rd_admin');
  const acting = engine.as(office);
  const at = (daysAgo: number): void => {
    clock.now = new Date(now.getTime() - daysAgo * day);
  };
  const authors = await authorsOf(parts);
  const known = await knownOf(parts);
  const stage: Stage = { round: 0, isBusy: true, isChanged: false };
  const collector = collectorOf(parts, authors, known, stage);
  const { signal } = new AbortController();
  const run = ({ jobId }: Made) => runJob(engine, collector, { tenantId, jobId, signal });

  at(24);
  await acting.save(untypedResource(spiderUa), {
    uaName: '科研处采集程序',
    uaValue: 'KeyanCollector/1.0 (+https://keyan.jiangling.example; mailto:kyc@jiangling.example)',
  });
  await acting.save(untypedResource(spiderProxy), {
    host: 'proxy.jiangling.example',
    port: 3128,
    status: '1',
  });
  const openalex = await make(parts, office, sites.openalex);
  const journal = await make(parts, office, sites.journal);
  await acting.save(untypedResource(spiderTemplate), { ...template, siteId: journal.siteId });
  await acting.perform(spiderJob, 'start', openalex.jobId);
  await acting.perform(spiderJob, 'start', journal.jobId);
  await run(journal);
  at(22);
  await run(openalex);
  at(16);
  const repository = await make(parts, office, sites.repository);
  const feed = await make(parts, office, sites.feed);
  at(15);
  stage.round = 1;
  await run(openalex);
  await run(feed);
  at(9);
  await run(repository);
  stage.isBusy = false;
  at(8.95);
  await run(repository);
  await acting.perform(spiderJob, 'stop', repository.jobId);
  at(8);
  stage.round = 2;
  await run(openalex);
  await settleSome(parts, office, repository.siteId);
  at(4);
  // The publisher changed the page: the job is stopped until the template is corrected.
  stage.isChanged = true;
  await run(journal);
  clock.now = now;
  // The running demo makes no external calls, so site and job are switched off.
  await acting.perform(spiderJob, 'stop', openalex.jobId);
  await acting.save(untypedResource(spiderSite), {
    id: openalex.siteId,
    version: openalex.siteVersion,
    status: '0',
    remark: '镜像迁移中，暂停采集；演示用地址，不能连接',
  });
};
