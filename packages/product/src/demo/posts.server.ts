import type { RoleAlias } from '../shared/roles.ts';

/** Names of the people with role accounts; all others are drawn at random. */
export const roleAccountHolders: readonly {
  readonly account: string;
  readonly name: string;
  readonly unit: string;
  readonly jobNum: string;
  readonly sex: '1' | '2';
  readonly roles: readonly RoleAlias[];
}[] = [
  {
    account: 'admin',
    name: '戚云帆',
    unit: '106',
    jobNum: '20080011',
    sex: '1',
    roles: ['administrator', 'admin'],
  },
  {
    account: 'rd_admin',
    name: '陆景行',
    unit: '101',
    jobNum: '20060102',
    sex: '1',
    roles: ['rd_admin'],
  },
  {
    account: 'rd_project',
    name: '沈则成',
    unit: '101',
    jobNum: '20120087',
    sex: '1',
    roles: ['rd_project'],
  },
  {
    account: 'rd_achieve',
    name: '谢婉清',
    unit: '101',
    jobNum: '20130145',
    sex: '2',
    roles: ['rd_achieve'],
  },
  {
    account: 'rd_fund',
    name: '程素问',
    unit: '101',
    jobNum: '20110063',
    sex: '2',
    roles: ['rd_fund'],
  },
  {
    account: 'rd_leader',
    name: '傅弘毅',
    unit: '101',
    jobNum: '19990021',
    sex: '1',
    roles: ['rd_leader'],
  },
  {
    account: 'dept_leader',
    name: '顾绍庭',
    unit: '310',
    jobNum: '20020034',
    sex: '1',
    roles: ['dept_leader', 'teacher'],
  },
  {
    account: 'dept_secretary',
    name: '何敬之',
    unit: '310',
    jobNum: '20100219',
    sex: '1',
    roles: ['dept_secretary'],
  },
  {
    account: 'teacher',
    name: '林晓岚',
    unit: '310',
    jobNum: '20140326',
    sex: '2',
    roles: ['teacher'],
  },
  {
    account: 'expert',
    name: '殷修文',
    unit: '501',
    jobNum: '20030077',
    sex: '1',
    roles: ['expert'],
  },
  {
    account: 'finance',
    name: '苏静姝',
    unit: '102',
    jobNum: '20090156',
    sex: '2',
    roles: ['finance'],
  },
  {
    account: 'school_leader',
    name: '秦望舒',
    unit: '000',
    jobNum: '19960008',
    sex: '1',
    roles: ['school_leader'],
  },
  { account: 'legal', name: '邵维桢', unit: '000', jobNum: '20150092', sex: '1', roles: ['legal'] },
  { account: 'intl', name: '温令仪', unit: '103', jobNum: '20160118', sex: '2', roles: ['intl'] },
  {
    account: 'propaganda',
    name: '钟语冰',
    unit: '104',
    jobNum: '20170133',
    sex: '2',
    roles: ['propaganda'],
  },
  {
    account: 'ethics',
    name: '沈怀仁',
    unit: '101',
    jobNum: '20120067',
    sex: '1',
    roles: ['ethics'],
  },
  {
    account: '20090118',
    name: '孟知远',
    unit: '310',
    jobNum: '20090118',
    sex: '1',
    roles: ['teacher'],
  },
];
