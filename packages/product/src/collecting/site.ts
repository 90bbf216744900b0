import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { enableStatus, yesNo } from '../shared/dictionaries.ts';
import { url } from '../shared/formats/formats.ts';
import { spiderSource, spiderType, spiderTypeCodes } from './dictionaries.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';
import { sources } from './sources/codes.ts';

const needsLogin = ({ needLogin }: RowLike): boolean => needLogin === '1';

const retypeSecretsText: Label = [
  '更换地址后请重新输入密钥',
  'Enter the secret again after changing the address',
];

/** Syntax of header and parameter names (RFC 9110 §5.6.2). */
const token = /^[\w!#$%&'*+.^`|~[\]-]{1,50}$/;

/** Headers that only the HTTP connection may set; a site may not override them. */
const kept = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'cookie']);

const actions = ['add', 'edit', 'view', 'delete', 'history'] as const;
const looking = ['view', 'edit'] as const;

/**
 * 采集站点: external source of works, with headers, login, parameters and paging (spec §7). Known
 * sources are shipped as records; other sites need a parse template.
 */
export const spiderSite = defineResource({
  key: 'spiderSite',
  label: ['采集站点', 'Crawler site'],
  words: { plural: ['采集站点', 'Crawler sites'] },
  path: `${spiderService}/site`,
  scarce: { records: 'few', because: 'a university collects from a handful of sites' },
  title: 'siteName',
  fields: {
    siteName: f
      .text(['站点名称', 'Name'])
      .requiredInDraft()
      .max(50)
      .searchable()
      .specimen(({ serial }) => `兄弟院校机构知识库 ${serial}`),
    siteCode: f
      .text(['站点编码', 'Code'])
      .required()
      .max(30)
      .unique()
      .format({
        test: (value) => /^[\w-]+$/.test(value),
        message: ['编码只能包含字母、数字、- 和 _', 'Letters, digits, - and _ only'],
        example: 'crossref',
      })
      .specimen(({ serial }) => `site-${serial}`),
    spiderType: f
      .dict(['类型', 'Type'], spiderType)
      .required()
      .initial(spiderTypeCodes.api)
      .specimen(() => spiderTypeCodes.oai),
    sourceKind: f
      .dict(['数据来源', 'Source'], spiderSource)
      .required()
      .initial(sources.template)
      .specimen(() => sources.oai)
      .help([
        '已知来源由系统解析；其他站点选“按解析模板”',
        'Known sources are read by the system; for any other site choose “By parse template”',
      ]),
    baseUrl: f
      .text(['入口地址', 'Base URL'])
      .required()
      .max(300)
      .format(url)
      .specimen(({ serial }) => `https://api${serial}.example.org`),
    charset: f
      .text(['编码', 'Charset'])
      .max(20)
      .format({
        test: (value) => /^[\w-]+$/.test(value),
        message: ['编码如 UTF-8、GB18030', 'Such as UTF-8 or GB18030'],
        example: 'UTF-8',
      })
      .help(['不填按应答自动识别', 'Recognised from the response when left empty'])
      .specimen(() => null),
    interval: f
      .integer(['请求间隔（ms）', 'Interval (ms)'])
      .required()
      .between(1000, 600_000)
      .initial(1000)
      .specimen(() => 2000),
    timeout: f
      .integer(['超时（ms）', 'Timeout (ms)'])
      .required()
      .between(1000, 60_000)
      .initial(10_000),
    retryTimes: f.integer(['重试次数', 'Retries']).required().between(0, 5).initial(3),
    contact: f
      .text(['联系邮箱', 'Contact'])
      .max(100)
      .help([
        '随请求告知对方，便于其联系本校',
        'Sent with every request, so that the site can contact us',
      ])
      .specimen(() => 'research@example.edu.cn'),
    accessKey: f
      .text(['访问密钥', 'Key'])
      .max(500)
      .credential({
        as: 'sealed',
        use: 'spider key',
        toldTo: ['baseUrl'],
        again: retypeSecretsText,
      })
      .help([
        '请求头和参数中用 ${accessKey} 引用；保存后加密',
        'Use ${accessKey} for it in headers and parameters; stored encrypted',
      ])
      .specimen(() => null),
    needLogin: f
      .dict(['需登录', 'Login required'], yesNo)
      .required()
      .initial('0')
      .specimen(() => '0'),
    loginUrl: f
      .text(['登录地址', 'Login URL'])
      .required()
      .when(needsLogin)
      .max(300)
      .format(url)
      .specimen(({ serial }) => `https://login${serial}.example.org/in`),
    username: f.text(['账号', 'User']).required().when(needsLogin).max(50),
    password: f
      .text(['密码', 'Password'])
      .required()
      .when(needsLogin)
      .max(100)
      .credential({
        as: 'sealed',
        use: 'spider login',
        toldTo: ['loginUrl', 'username'],
        again: retypeSecretsText,
      })
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    fieldMap: f
      .note(['字段映射', 'Fields'])
      .when(needsLogin)
      .max(500)
      .format({
        test: (value) => /^\s*[\w.-]+=.*(\n\s*[\w.-]+=.*)*\s*$/.test(value),
        message: ['每行一项：名称=值', 'One per line: name=value'],
      })
      .help([
        '每行一项：名称=值，${username}、${password} 取上面的账号和密码',
        'One per line: name=value; ${username} and ${password} stand for the account above',
      ])
      .specimen(() => 'user=${username}\npass=${password}'),
    headers: f
      .rows(['请求头', 'Headers'], {
        headerKey: f
          .text(['名称', 'Key'])
          .required()
          .max(50)
          .format({
            test: (value) => token.test(value) && !kept.has(value.toLowerCase()),
            message: [
              '请求头名称不正确，或由连接自动设置',
              'Invalid header name, or a header that is set automatically',
            ],
          })
          .specimen(({ serial }) => `X-Header-${serial}`),
        headerValue: f
          .text(['值', 'Value'])
          .required()
          .max(500)
          .format({
            test: (value) => /^[\x20-\x7e]*$/.test(value),
            message: ['请求头只能包含英文字符', 'Headers have Latin characters only'],
          })
          .specimen(() => 'application/json'),
      })
      .max(20),
    params: f
      .rows(['参数', 'Parameters'], {
        paramName: f
          .text(['参数名', 'Name'])
          .required()
          .max(50)
          .format({
            test: (value) => token.test(value),
            message: ['参数名不正确', 'Invalid parameter name'],
          })
          .specimen(({ serial }) => `p${serial}`),
        paramValue: f
          .text(['值', 'Value'])
          .max(300)
          .help([
            '可用 ${keyword} ${year} ${yearFrom} ${yearTo} ${from} ${until} ${schoolName} ${accessKey}',
            'Available: ${keyword} ${year} ${yearFrom} ${yearTo} ${from} ${until} ${schoolName} ${accessKey}',
          ]),
      })
      .max(30),
    pages: f
      .rows(['分页', 'Paging'], {
        pageParam: f
          .text(['页码参数', 'Page parameter'])
          .required()
          .max(30)
          .format({
            test: (value) => token.test(value),
            message: ['参数名不正确', 'Invalid parameter name'],
          })
          .specimen(() => 'page'),
        sizeParam: f
          .text(['页长参数', 'Page size parameter'])
          .max(30)
          .specimen(() => 'size'),
        firstPage: f.integer(['首页页码', 'First page']).required().between(0, 1).initial(1),
        pageSize: f.integer(['每页条数', 'Page size']).required().between(1, 1000).initial(20),
        maxPage: f.integer(['最大页数', 'Max pages']).required().between(1, 10_000).initial(50),
      })
      .max(1),
    remark: f.text(['说明', 'Remark']).max(300),
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  views: {
    all: {
      label: ['采集站点', 'Sites'],
      code: 'sp_site',
      path: '/spider/site',
      icon: 'ApiOutlined',
      note: [
        '只采开放接口与题录文件；试采后再建任务',
        'Open interfaces and record files only; try a site before creating a job',
      ],
      scope: permission('sp_site'),
      actions,
      menu: [spiderGroup, 2],
      grants: collectingGrants,
      rights: [{ code: 'spider_try', label: ['试采', 'Try'], roles: ['admin', 'rd_admin'] }],
    },
    headers: {
      label: ['请求头配置', 'Headers'],
      code: 'sp_hdr',
      path: '/spider/header',
      icon: 'FileTextOutlined',
      note: ['各站点随请求发送的请求头', 'Headers sent with requests to each site'],
      scope: permission('sp_hdr'),
      columns: ['siteName', 'siteCode', 'sourceKind', 'headers', 'accessKey', 'status'],
      actions: looking,
      menu: [spiderGroup, 8],
      grants: collectingGrants,
    },
    login: {
      label: ['登录配置', 'Logins'],
      code: 'sp_login',
      path: '/spider/login',
      icon: 'LoginOutlined',
      note: ['需要登录的站点', 'Sites that require a login'],
      scope: permission('sp_login'),
      columns: ['siteName', 'siteCode', 'needLogin', 'loginUrl', 'username', 'status'],
      actions: looking,
      menu: [spiderGroup, 9],
      grants: collectingGrants,
    },
    params: {
      label: ['参数配置', 'Parameters'],
      code: 'sp_param',
      path: '/spider/params',
      icon: 'ControlOutlined',
      note: ['各站点的请求参数', 'Request parameters of each site'],
      scope: permission('sp_param'),
      columns: ['siteName', 'siteCode', 'sourceKind', 'params', 'status'],
      actions: looking,
      menu: [spiderGroup, 10],
      grants: collectingGrants,
    },
    pages: {
      label: ['分页配置', 'Paging'],
      code: 'sp_page',
      path: '/spider/page',
      icon: 'CopyOutlined',
      note: ['按模板采集的站点如何翻页', 'How sites read by template are paged'],
      scope: permission('sp_page'),
      columns: ['siteName', 'siteCode', 'sourceKind', 'pages', 'interval', 'status'],
      actions: looking,
      menu: [spiderGroup, 11],
      grants: collectingGrants,
    },
  },
  list: {
    columns: [
      'siteName',
      'siteCode',
      'spiderType',
      'sourceKind',
      'baseUrl',
      'interval',
      'needLogin',
      'status',
    ],
    filters: ['siteName', 'spiderType', 'sourceKind', 'status'],
    sort: 'siteCode',
  },
  form: [
    {
      key: 'site',
      title: ['站点', 'Site'],
      fields: [
        'siteName',
        'siteCode',
        'spiderType',
        'sourceKind',
        'baseUrl',
        'charset',
        'interval',
        'timeout',
        'retryTimes',
        'contact',
        'accessKey',
        'status',
        'remark',
      ],
    },
    {
      key: 'login',
      title: ['登录配置', 'Login'],
      fields: ['needLogin', 'loginUrl', 'username', 'password', 'fieldMap'],
    },
    { key: 'headers', title: ['请求头', 'Headers'], fields: ['headers'] },
    { key: 'params', title: ['参数', 'Parameters'], fields: ['params'] },
    { key: 'pages', title: ['分页', 'Paging'], fields: ['pages'] },
  ],
  access: { read: permission('sp_site'), write: permission('sp_site_edit') },
});
