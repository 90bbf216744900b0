import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { switchField, switching } from '../../shared/mechanisms/switching.ts';
import { ossServiceType } from './dictionaries.ts';

/** Codes of the dictionary `oss` with special treatment. */
export const ossKinds = { minio: '1', own: '9' } as const;

/** Id of the installation's store in calls. */
export const ownStoreId = '0';

const isRemote = ({ category }: RowLike): boolean => category !== ossKinds.own;

const isAddress = (text: string): boolean =>
  /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?\/?$/.test(text);

/** 对象存储: object store for the content of files, with its account. New files are stored in the enabled one. */
export const oss = defineResource({
  key: 'oss',
  label: ['对象存储', 'Object storage'],
  table: 'oss_config',
  path: 'blade-resource/oss',
  scarce: { records: 'few', because: 'it names a store outside' },
  title: 'ossCode',
  fields: {
    category: f.dict(['类型', 'Kind'], ossServiceType).required().initial(ossKinds.minio),
    ossCode: f
      .text(['资源编号', 'Code'])
      .requiredInDraft()
      .max(30)
      .unique((value) => value)
      .searchable()
      .specimen(({ serial }) => `oss_${serial}`),
    endpoint: f
      .text(['资源地址', 'Endpoint'])
      .required()
      .max(200)
      .format({
        test: isAddress,
        message: [
          '请输入以 http(s):// 开头的服务地址，不含路径',
          'Enter a service address beginning with http(s)://, without a path',
        ],
      })
      .when(isRemote)
      .help([
        '如 https://oss-cn-hangzhou.aliyuncs.com；校内网络的地址须由运维在 SERVICE_HOSTS 中放行',
        'Such as https://oss-cn-hangzhou.aliyuncs.com; addresses on the campus network must be allowed by the operator in SERVICE_HOSTS',
      ])
      .specimen(({ serial }) => `https://store${serial}.example.edu.cn`),
    bucketName: f
      .text(['空间名', 'Bucket'])
      .required()
      .max(63)
      .format({
        test: (value) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
        message: [
          '空间名格式不正确（3 到 63 个小写字母、数字、点或连字符，如 keyan-files）',
          'Invalid bucket name (3 to 63 lower-case letters, digits, dots or hyphens, such as keyan-files)',
        ],
      })
      .when(isRemote)
      .specimen(({ serial }) => `bucket-${serial}`),
    region: f.text(['地域', 'Region']).max(50).when(isRemote),
    appId: f.text(['应用 ID', 'App ID']).max(50).when(isRemote),
    accessKey: f.text(['AccessKey', 'Access key']).required().max(200).when(isRemote),
    secretKey: f
      .text(['SecretKey', 'Secret key'])
      .required()
      .max(500)
      .credential({
        as: 'sealed',
        use: 'oss',
        toldTo: ['endpoint'],
        again: ['更换地址后请重新输入密钥', 'Enter the key again after changing the address'],
      })
      .when(isRemote)
      .help([
        '保存后加密，不再显示原文；填写新的密钥即更换',
        'Stored encrypted and never shown; enter a new secret to replace it',
      ])
      .specimen(({ serial }) => `sealed:${String(serial).padStart(48, '0')}`),
    remark: f.text(['备注', 'Remark']).max(200),
    status: switchField,
  },
  ...switching,
  views: {
    manage: {
      label: ['对象存储', 'Object storage'],
      code: 'oss',
      path: '/resource/oss',
      note: [
        '新文件存入启用的一个，都不启用时存入系统自带存储；启用前先试写，已有文件可以整体迁移',
        'New files go to the enabled storage, or to the built-in storage if none is enabled; enabling makes a trial write, and existing files can be moved as a whole',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'enable', 'disable', 'history'],
      menu: ['system', 4],
      icon: 'InboxOutlined',
      grants: allActionsFor('admin'),
      rights: [{ code: 'oss_move', label: ['迁移文件', 'Move files'], roles: ['admin'] }],
    },
  },
  list: {
    columns: ['ossCode', 'category', 'endpoint', 'bucketName', 'accessKey', 'status'],
    filters: ['category', 'ossCode', 'accessKey', 'status'],
    sort: 'ossCode',
  },
  form: [
    {
      key: 'oss',
      title: ['对象存储', 'Object storage'],
      fields: [
        'category',
        'ossCode',
        'endpoint',
        'bucketName',
        'region',
        'appId',
        'accessKey',
        'secretKey',
        'remark',
      ],
    },
  ],
  access: { read: permission('oss'), write: permission('oss_edit') },
});

/** Store with its content, for the page 文件迁移. */
export interface StoreUse {
  /** `0` for the installation's store. */
  readonly id: string;
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** True if new files are stored there. */
  readonly current: boolean;
}

/** Move of files with its progress. */
export interface FileMoveRun {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'waiting' | 'running' | 'retry' | 'done' | 'failed' | 'stopped';
  /** Number of contents at the start, and of those remaining. */
  readonly total: number;
  readonly rest: number;
  /** Number of missing or damaged contents that were not moved. */
  readonly left: number;
  readonly error: string;
  readonly time: string;
}

/** Response of the calls about moves. */
export interface StoreUses {
  readonly stores: readonly StoreUse[];
  readonly moves: readonly FileMoveRun[];
}
