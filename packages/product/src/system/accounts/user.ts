import { anyScope, everyone, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { enableStatus, sex } from '../../shared/dictionaries.ts';
import { mobile } from '../../shared/formats/formats.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { dept, personnel } from '../../shared/references/refs.ts';
import { roleNames } from '../../shared/roles.ts';
import { postNames } from '../posts/dictionaries.ts';
import { accountFormat } from './account-name.ts';
import { accountRights } from './account-rights.ts';
import { ownAccountTypes, userType } from './dictionaries.ts';

/**
 * Scope of the list: accounts of people of the university; accounts of outside experts are shown only to administrators
 * (R-803).
 */
const ofUniversity = withCode('userType', ...ownAccountTypes);

/**
 * 用户: account with which a person signs in. Passwords have a separate table. Field `roles` lists role aliases for list,
 * form and workbook; the effective roles are in the table `user_role`, updated in the same transaction
 * (`user-behaviour.server.ts`). Nobody grants more rights than they have.
 */
export const user = defineResource({
  key: 'user',
  label: ['用户', 'User'],
  table: 'users',
  path: 'blade-user/account',
  title: 'realName',
  // Many people share a name, so imported rows are matched by account.
  identity: [['account']],
  distinct: [['code']],
  fields: {
    account: f
      .text(['账号', 'Account'])
      .requiredInDraft()
      .max(50)
      .format(accountFormat)
      .caseless()
      .searchable()
      .specimen(({ serial }) => `person_${serial}`),
    name: f.text(['昵称', 'Nickname']).required().max(30).personName(),
    realName: f.text(['姓名', 'Name']).requiredInDraft().max(30).personName().searchable(),
    // Staff numbers are unique, so specimens leave them empty.
    code: f
      .text(['工号', 'Staff no.'])
      .max(30)
      .searchable()
      .specimen(() => null),
    userType: f.dict(['用户平台', 'User type'], userType).required().initial('2'),
    deptId: f.ref(['所属部门', 'Department'], dept).required(),
    roles: f
      .dicts(['所属角色', 'Roles'], roleNames)
      .required()
      .specimen(() => ['teacher']),
    // Posts differ by tenant, so specimens have none.
    posts: f.dicts(['所属岗位', 'Posts'], postNames).specimen(() => null),
    phone: f.text(['手机', 'Mobile']).max(11).format(mobile).masked('user_phone'),
    email: f
      .text(['邮箱', 'E-mail'])
      .max(50)
      .format({ test: isEmail, message: ['请输入正确的邮箱', 'Enter a valid e-mail address'] }),
    sex: f.dict(['性别', 'Sex'], sex),
    birthday: f.date(['生日', 'Birthday']).secret('user_phone'),
    userExt: f.note(['扩展信息', 'Extra information']).max(1000),
    avatar: f.text(['头像', 'Avatar']).max(300),
    personelId: f.ref(['关联科研人员', 'Linked researcher'], personnel),
    // Stopping an account hands over its open tasks, so only the stop call changes the status.
    status: f.dict(['状态', 'Status'], enableStatus).initial('1').computed(),
  },
  views: {
    manage: {
      label: ['用户管理', 'Users'],
      code: 'user',
      path: '/system/user',
      note: [
        '新建的账号没有密码：重置密码后把一次性密码交给本人',
        'New accounts have no password: reset it and hand the one-time password to the person',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: ['system', 0],
      icon: 'UserOutlined',
      grants: { ...allActionsFor('admin'), rd_admin: ['view', 'export'] },
      rights: accountRights,
    },
  },
  list: {
    columns: ['realName', 'account', 'code', 'deptId', 'roles', 'status', 'posts', 'email'],
    filters: ['realName', 'account', 'code', 'deptId', 'roles', 'posts', 'userType', 'status'],
    sort: 'account',
    beside: 'deptId',
  },
  form: [
    {
      key: 'account',
      title: ['账号', 'Account'],
      fields: ['account', 'name', 'realName', 'code', 'userType', 'deptId', 'roles', 'posts'],
    },
    {
      key: 'person',
      title: ['联系方式', 'Contact'],
      // People set their own picture; `userExt` belongs to BladeX clients.
      fields: ['phone', 'email', 'sex', 'birthday', 'personelId'],
    },
  ],
  access: {
    read: anyScope(ofUniversity, permission('user'), permission('user_read')),
    write: permission('user_edit'),
    readers: ['user_read'],
    choose: ofUniversity,
  },
});
