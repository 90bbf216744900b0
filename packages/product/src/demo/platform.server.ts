import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { codeModel } from '../develop/code-model.ts';
import { datasource } from '../develop/datasource.ts';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import { chooseDict } from '../system/dictionaries/choose-dict.ts';
import { noteFailure } from '../system/error-log/error-log.server.ts';
import { callScope } from '../system/scopes/call-scope.ts';
import { rowScope } from '../system/scopes/row-scope.ts';
import { oss } from '../system/storage/oss.ts';
import { tenant } from '../system/tenants/tenant.ts';
import { actorByAccount } from './handle-task.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Object stores that were tested and disabled; files remain in the installation's store. */
const stores = [
  [
    'minio-lab',
    'https://minio.example.edu.cn',
    'keyan-files',
    '信息中心提供的 MinIO，待扩容后启用',
  ],
  ['backup-2026', 'https://oss.example.com', 'keyan-backup', '异地备份用，平时停用'],
] as const;

/** Data scopes of pages; assigned to no role. */
const rowScopes = [
  ['本人论文', 'paper', dataScopes.own, 'create_user', '助教角色用'],
  ['本部门专利', 'patent', dataScopes.department, '', '学院知识产权联络员用'],
] as const;

/** Scopes of calls; only administrators have them. */
const callScopes = [
  ['代码生成', 'codeModel', 'blade-develop/code/**', '开发功能只对平台管理员开放'],
  ['数据源', 'datasource', 'blade-develop/datasource/**', '开发功能只对平台管理员开放'],
] as const;

/** Entries offered by forms: for last year, and prepared for next year. */
const chosen = [
  ['papersapp', 'paperType', '01,02,03,04', -1, '学术委员会 12 月例会定'],
  ['bookapp', 'bookType', '01,02,03,04,05,06,07,08', -1, '论文集、文艺作品集不计'],
  ['papersapp', 'paperType', '01,02', 1, '报纸文章、集刊文章改由宣传部登记'],
  ['bookapp', 'bookType', '01,02,03,04,06', 1, '按新版成果认定办法'],
  ['advisoryapp', 'advisoryType', '1,2,3,4', 1, '按新版成果认定办法'],
] as const;

/** Failures of pages and calls, for the error log. */
const failures = [
  ['GET kh-edu-research/papers/export', '导出任务被中断：服务重新启动', 26],
  ['POST blade-resource/sms/send-validate', '短信服务无响应：connect ETIMEDOUT', 12],
  ['GET blade-resource/oss/endpoint/put-file', '文件上传中断：aborted', 5],
] as const;

const menusByCode = async ({ engine }: SeedParts): Promise<ReadonlyMap<string, string>> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ code: string; id: string }>(
      'select code, id::text from menu where tenant_id = $1 and is_deleted = 0',
      [tenantId],
    ),
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
};

/**
 * Writes data for the platform's pages: another university with an expired term, object stores, a data source,
 * unassigned scopes, failures of the last weeks. Hosts are invented (RFC 2606), so nothing connects to them.
 */
export const demoPlatform = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  const admin = await actorByAccount(parts, 'admin');
  const acting = engine.as(admin);
  const menus = await menusByCode(parts);
  clock.now = new Date(now.getTime() - 40 * day);
  await acting.save(untypedResource(tenant), {
    tenantName: '云梦师范学院',
    tenantNameEn: 'Yunmeng Normal College',
    domain: 'ky.yunmeng.example.edu.cn',
    linkman: '段知行',
    address: '湖北省孝感市云梦县学府路 1 号',
    accountNumber: 200,
    // The other university's term is over, so that the sign-in page still finds the demo university by itself.
    expireTime: timeText(new Date(now.getTime() - 9 * day)),
  });
  for (const [ossCode, endpoint, bucketName, remark] of stores) {
    const secretKey = `demo-${ossCode}`;
    const account = { accessKey: 'keyan', secretKey, region: 'cn-central' };
    await acting.save(untypedResource(oss), { ossCode, endpoint, bucketName, remark, ...account });
  }
  for (const [scopeName, code, scopeType, scopeColumn, remark] of rowScopes) {
    const menuId = menus.get(code);
    await acting.save(untypedResource(rowScope), {
      scopeName,
      menuId,
      scopeType,
      scopeColumn,
      remark,
    });
  }
  for (const [bizKind, dictCode, dictKeys, years, remark] of chosen) {
    const year = Number(dayText(now).slice(0, 4)) + years;
    await acting.save(untypedResource(chooseDict), { bizKind, dictCode, dictKeys, year, remark });
  }
  for (const [scopeName, code, scopePath, remark] of callScopes) {
    const menuId = menus.get(code);
    await acting.save(untypedResource(callScope), {
      scopeName,
      menuId,
      scopePath,
      scopeType: '2',
      remark,
    });
  }
  await engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor: admin }, tx);
    const source = await createRow(transaction, untypedResource(datasource), {
      name: '人事系统',
      driverClass: 'org.postgresql.Driver',
      url: 'jdbc:postgresql://hr.example.edu.cn:5432/hr?sslmode=require',
      username: 'keyan_reader',
      password: engine.secrets.seal('demo-reader', 'datasource'),
      remark: '只读账号，演示用地址，不能连接',
    });
    await createRow(transaction, untypedResource(codeModel), {
      codeName: '学术讲座',
      codeNameEn: 'Lecture',
      datasourceId: source.id,
      tableName: 'public.lecture',
      packageName: 'lecture',
      apiPath: 'kh-edu-research/lecture',
      remark: '试生成，未采用',
    });
  });
  for (const [call, message, daysAgo] of failures) {
    clock.now = new Date(now.getTime() - daysAgo * day);
    const attempt = {
      call,
      address: '10.20.3.41',
      userAgent: 'Mozilla/5.0',
      requestId: engine.ids.next(),
    };
    await noteFailure(engine, admin, attempt, message);
  }
  clock.now = now;
};
