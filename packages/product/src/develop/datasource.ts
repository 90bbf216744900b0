import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { driverClass } from './dictionaries.ts';

/**
 * Syntax of a database address: `jdbc:postgresql://host:5432/database?sslmode=require`; `jdbc:` is
 * optional.
 */
export const databaseAddress =
  /^(?:jdbc:)?postgres(?:ql)?:\/\/(?<host>[A-Za-z0-9.-]+)(?::(?<port>\d{1,5}))?\/(?<database>[\w-]{1,63})(?:\?(?<options>[\w=&-]*))?$/;

/** 数据源: external database of the university, source of tables for generated definitions. */
export const datasource = defineResource({
  key: 'datasource',
  label: ['数据源', 'Data source'],
  table: 'data_source',
  path: 'blade-develop/datasource',
  scarce: { records: 'few', because: 'saving one connects to a database outside' },
  title: 'name',
  fields: {
    name: f
      .text(['名称', 'Name'])
      .requiredInDraft()
      .max(60)
      .unique()
      .searchable()
      .specimen(({ serial }) => `source_${serial}`),
    driverClass: f
      .dict(['驱动类', 'Driver'], driverClass)
      .required()
      .initial('org.postgresql.Driver'),
    url: f
      .text(['连接地址', 'Address'])
      .required()
      .max(300)
      .format({
        test: (value) => databaseAddress.test(value),
        message: [
          '请输入 jdbc:postgresql://host:port/database',
          'jdbc:postgresql://host:port/database',
        ],
      })
      .help([
        '加 ?sslmode=require 使用加密连接；校内网络的主机须由运维在 SERVICE_HOSTS 中放行',
        'Add ?sslmode=require for an encrypted connection; hosts on the internal network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `jdbc:postgresql://db${serial}.example.edu.cn:5432/research`),
    username: f.text(['用户名', 'User']).required().max(63),
    password: f
      .text(['密码', 'Password'])
      .required()
      .max(500)
      .credential({
        as: 'sealed',
        use: 'datasource',
        toldTo: ['url', 'username'],
        again: ['更换地址后请重新输入密码', 'Enter the password again after changing the address'],
      })
      .help([
        '保存后加密，不再显示原文；填写新的密码即更换',
        'Stored encrypted and never shown; enter a new password to replace it',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['数据源', 'Data sources'],
      code: 'datasource',
      path: '/develop/datasource',
      note: [
        '保存时实际连接一次，连不上不能保存；连接只读',
        'Saving makes a real connection and fails if it cannot; connections are read-only',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['develop', 1],
      icon: 'ApiOutlined',
    },
  },
  list: {
    columns: ['name', 'driverClass', 'url', 'username', 'remark'],
    filters: ['name', 'driverClass', 'username'],
    sort: 'name',
  },
  form: [
    {
      key: 'datasource',
      title: ['数据源', 'Data source'],
      fields: ['name', 'driverClass', 'url', 'username', 'password', 'remark'],
    },
  ],
  access: { read: permission('datasource'), write: permission('datasource_edit') },
});
