import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { enableStatus, yesNo } from '../shared/dictionaries.ts';
import { collectingGrants, spiderGroup, spiderService } from './service.ts';

/** 代理: proxy server through which requests to sites are sent (spec §7). */
export const spiderProxy = defineResource({
  key: 'spiderProxy',
  label: ['代理', 'Proxy'],
  words: { plural: ['代理池', 'Proxies'] },
  path: `${spiderService}/proxy`,
  scarce: { records: 'few', because: 'a university has a proxy or two' },
  title: 'host',
  fields: {
    host: f
      .text(['主机', 'Host'])
      .requiredInDraft()
      .max(100)
      .format({
        test: (value) => /^[A-Za-z0-9.-]+$/.test(value),
        message: ['主机名或 IP 地址', 'A name or an IP address'],
        example: 'proxy.example.edu.cn',
      })
      .help([
        '校内网络的主机须由运维在 SERVICE_HOSTS 中放行',
        'Hosts on the campus network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `proxy${serial}.example.edu.cn`),
    port: f.integer(['端口', 'Port']).required().between(1, 65_535).initial(8080),
    username: f
      .text(['账号', 'User'])
      .max(50)
      .specimen(() => null),
    password: f
      .text(['密码', 'Password'])
      .max(100)
      .credential({
        as: 'sealed',
        use: 'spider proxy',
        toldTo: ['host', 'port', 'username'],
        again: ['更换主机后请重新输入密码', 'Type the password again after changing the host'],
      })
      .specimen(() => null),
    isValid: f.dict(['可用', 'Working'], yesNo).computed(),
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  views: {
    all: {
      label: ['代理池', 'Proxies'],
      code: 'sp_proxy',
      path: '/spider/proxy',
      icon: 'ApartmentOutlined',
      note: [
        'HTTP 代理；任务运行后更新是否可用',
        'HTTP proxies; each run updates whether they work',
      ],
      scope: permission('sp_proxy'),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: [spiderGroup, 12],
      grants: collectingGrants,
    },
  },
  list: {
    columns: ['host', 'port', 'username', 'isValid', 'status'],
    filters: ['isValid', 'status'],
    sort: 'host',
  },
  form: [
    {
      key: 'proxy',
      title: ['代理', 'Proxy'],
      fields: ['host', 'port', 'username', 'password', 'status'],
      shown: ['isValid'],
    },
  ],
  access: { read: permission('sp_proxy'), write: permission('sp_proxy_edit') },
});
