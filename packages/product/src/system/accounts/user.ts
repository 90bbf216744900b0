import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail, isMobile } from '@keyan/kernel/values/pattern.ts';
import { enableStatus, sex } from '../../shared/dictionaries.ts';
import { dept, personnel } from '../../shared/refs.ts';
import { accountFormat } from './account-name.ts';
import { userType } from './dictionaries.ts';

/**
 * 用户: who may sign in. Passwords and roles have tables of their own and are
 * changed by the calls of user.server.ts only; here an account is what others see and pick.
 */
export const user = defineResource({
  key: 'user',
  label: ['用户', 'User'],
  table: 'users',
  path: 'blade-user/account',
  title: 'realName',
  fields: {
    account: f
      .text(['登录账号', 'Account'])
      .requiredInDraft()
      .max(50)
      .format(accountFormat)
      .searchable()
      .specimen(({ serial }) => `person_${serial}`),
    name: f.text(['用户昵称', 'User name']).required().max(30).personName(),
    realName: f.text(['用户姓名', 'Real name']).requiredInDraft().max(30).personName().searchable(),
    code: f.text(['用户编号', 'Code']).max(30).searchable(),
    userType: f.dict(['用户平台', 'User type'], userType).required().initial('2'),
    deptId: f.ref(['所属部门', 'Department'], dept).required(),
    phone: f
      .text(['手机', 'Mobile'])
      .max(11)
      .format({
        test: isMobile,
        message: ['手机号码格式不正确', 'phone number format is incorrect'],
      })
      .secret('user_phone'),
    email: f
      .text(['邮箱', 'E-mail'])
      .max(50)
      .format({ test: isEmail, message: ['请输入正确的邮箱', 'Enter a valid e-mail address'] }),
    sex: f.dict(['性别', 'Sex'], sex),
    birthday: f.date(['生日', 'Birthday']).secret('user_phone'),
    avatar: f.text(['头像', 'Avatar']).max(300),
    personelId: f.ref(['关联科研人员', 'Person'], personnel),
    status: f.dict(['状态', 'Status'], enableStatus).required().initial('1'),
  },
  list: {
    columns: ['realName', 'account', 'deptId', 'status'],
    filters: ['deptId', 'status'],
    sort: 'account',
  },
  form: [
    {
      key: 'account',
      title: ['账号', 'Account'],
      fields: ['account', 'name', 'realName', 'code', 'userType', 'deptId', 'status'],
    },
    {
      key: 'person',
      title: ['联系方式', 'Contact'],
      fields: ['phone', 'email', 'sex', 'birthday', 'avatar', 'personelId'],
    },
  ],
  access: {
    read: everyone(),
    write: permission('user_edit'),
    readers: ['user_read'],
    choose: everyone(),
  },
});
