import { permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import {
  exchangeClock,
  exchangeClockCodes,
  financeObject,
  financeSourceKind,
  sourceKindCodes,
} from './dictionaries.ts';
import { financeService } from './objects.ts';

const isFolder = ({ sourceKind }: RowLike): boolean => sourceKind === sourceKindCodes.folder;
const isDatabase = (row: RowLike): boolean => !isFolder(row);

/**
 * Syntax of an address: `postgresql://host:5432/database?sslmode=require`,
 * `mysql://host:3306/database`.
 */
export const financeAddress =
  /^(?:jdbc:)?(?<driver>postgres(?:ql)?|mysql):\/\/(?<host>[A-Za-z0-9.-]+)(?::(?<port>\d{1,5}))?\/(?<database>[\w-]{1,63})(?:\?(?<options>[\w=&-]*))?$/;

/** Permitted names of tables and columns: without quotes and spaces. */
const nameOfTable = /^[\p{L}_][\p{L}\p{N}_$.]{0,62}$/u;

/**
 * 财务数据源: place where the finance system provides arrivals and payments and receives projects
 * (R-312).
 */
export const financeSource = defineResource({
  key: 'financeSource',
  label: ['财务数据源', 'Finance data source'],
  words: { plural: ['财务数据源', 'Finance data sources'] },
  path: `${financeService}/source`,
  scarce: { records: 'none', because: 'saving one connects to a database outside' },
  title: 'name',
  fields: {
    name: f.text(['名称', 'Name']).requiredInDraft().max(60).unique().searchable(),
    sourceKind: f
      .dict(['对接方式', 'Connection type'], financeSourceKind)
      .required()
      .initial(sourceKindCodes.postgres)
      // A folder needs no external database in tests.
      .specimen(() => sourceKindCodes.folder),
    url: f
      .text(['连接地址', 'Address'])
      .required()
      .when(isDatabase)
      .max(300)
      .format({
        test: (value) => financeAddress.test(value),
        message: [
          '请输入 postgresql://host:port/database 或 mysql://host:port/database',
          'postgresql://host:port/database or mysql://host:port/database',
        ],
      })
      .help([
        '校内网络的主机须由运维在 SERVICE_HOSTS 中放行',
        'Hosts on the campus network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `postgresql://db${serial}.example.edu.cn:5432/finance`),
    username: f.text(['用户名', 'User']).required().when(isDatabase).max(63),
    password: f
      .text(['密码', 'Password'])
      .required()
      .when(isDatabase)
      .max(500)
      .credential({
        as: 'sealed',
        use: 'finance source',
        toldTo: ['url', 'username'],
        again: ['更换地址后请重新输入密码', 'Enter the password again after changing the address'],
      })
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    folder: f
      .text(['文件夹', 'Folder'])
      .required()
      .when(isFolder)
      .max(60)
      .format({
        test: (value) => /^[\w-]+$/.test(value),
        message: ['文件夹名只能包含字母、数字、- 和 _', 'Letters, digits, - and _ only'],
      })
      .help([
        '服务器数据目录下 exchange 文件夹中的子文件夹',
        'A subfolder of the folder “exchange” in the server’s data directory',
      ])
      .specimen(({ serial }) => `finance_${serial}`),
    clock: f
      .dict(['自动同步', 'Automatic sync'], exchangeClock)
      .required()
      .initial(exchangeClockCodes.none),
    isEnabled: f.dict(['是否启用', 'Enabled'], yesNo).required().initial('1'),
    tables: f
      .rows(['表名对照', 'Table mapping'], {
        object: f.dict(['数据', 'Data'], financeObject).required(),
        tableName: f
          .text(['表或视图名', 'Table or view'])
          .required()
          .max(63)
          .format({
            test: (value) => nameOfTable.test(value),
            message: [
              '表名格式不正确（字母、数字和下划线，可带模式名，如 public.payments）',
              'Invalid table name; use for example payments or public.payments',
            ],
          }),
      })
      .specimen(() => []),
    columns: f
      .rows(['列名对照', 'Column mapping'], {
        object: f.dict(['数据', 'Data'], financeObject).required(),
        ours: f.text(['本系统列', 'System column']).required().max(30),
        theirs: f
          .text(['财务列', 'Finance column'])
          .required()
          .max(63)
          .format({
            test: (value) => nameOfTable.test(value),
            message: [
              '列名格式不正确（字母、数字和下划线，如 voucher_no）',
              'Invalid column name; use for example voucher_no',
            ],
          }),
      })
      .specimen(() => []),
    remark: f.text(['备注', 'Remark']).max(200),
  },
  views: {
    manage: {
      label: ['财务数据源', 'Finance data sources'],
      code: 'fsource',
      path: '/funds/financeSource',
      icon: 'ApiOutlined',
      note: [
        '保存时实际连接一次，连不上不能保存；未填对照时使用默认表名和列名',
        'Saving makes a real connection and fails if it cannot; without a mapping the default table and column names are used',
      ],
      scope: permission('fsource'),
      menu: ['funds', 14],
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      grants: { rd_admin: 'all', finance: 'all' },
    },
  },
  list: {
    columns: ['name', 'sourceKind', 'url', 'folder', 'clock', 'isEnabled'],
    filters: ['name', 'sourceKind', 'isEnabled'],
    sort: 'name',
  },
  form: [
    {
      key: 'source',
      title: ['数据源', 'Source'],
      fields: [
        'name',
        'sourceKind',
        'url',
        'username',
        'password',
        'folder',
        'clock',
        'isEnabled',
        'remark',
      ],
    },
    { key: 'tables', title: ['表名对照', 'Table mapping'], fields: ['tables'] },
    { key: 'columns', title: ['列名对照', 'Column mapping'], fields: ['columns'] },
  ],
  access: { read: permission('fsource'), write: permission('fsource_edit') },
});
