import { everyone, nobody } from '@keyan/kernel/access/scope.ts';
import { type Fields, f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { personnel } from '../people/personnel.ts';
import { personnelChange } from '../people/personnel-change.ts';
import { expert } from '../review/expert.ts';
import { reviewFee } from '../review/review-fee.ts';
import { dept, user as userFace } from '../shared/references/refs.ts';
import { user } from '../system/accounts/user.ts';

/** Resources with masked fields; a law checks that the list is complete. */
export const maskedKinds = [
  personnel,
  personnelChange,
  expert,
  reviewFee,
  fundingArrive,
  fundsExpenditure,
  user,
] as readonly Resource[];

const join = ([zh, en]: Label, [below, belowEn]: Label): Label => [
  `${zh}：${below}`,
  `${en}: ${belowEn}`,
];

/** Masked fields of a resource including sub-tables, by path in the definition. */
export const maskedPaths = (fields: Fields): readonly (readonly [path: string, label: Label])[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => [
    ...(spec.masked ? [[name, spec.label] as const] : []),
    ...maskedPaths(spec.fields ?? {}).map(
      ([below, label]) => [`${name}.${below}`, join(spec.label, label)] as const,
    ),
  ]);

/** Code of a masked field in the dictionary of all resources. */
export const maskedFieldCode = (kind: string, path: string): string => `${kind}.${path}`;

const maskedKind = dictionary(
  'maskedKind',
  ['业务', 'Kind'],
  maskedKinds.map(({ key, label }) => [key, ...label] as const),
);

const maskedField = dictionary(
  'maskedField',
  ['查看字段', 'Field viewed'],
  maskedKinds.flatMap(({ key, label, fields }) =>
    maskedPaths(fields).map(
      ([path, name]) => [maskedFieldCode(key, path), ...join(label, name)] as const,
    ),
  ),
);

/**
 * 隐私查看记录: records who looked at an unmasked value, whose value, when, and from where. Created
 * in the transaction of the look; never entered, changed or deleted by people.
 */
export const maskedLook = defineResource({
  key: 'maskedLook',
  label: ['隐私查看记录', 'Private data access'],
  words: { plural: ['隐私查看记录', 'Private data access log'] },
  path: 'kh-edu-research/maskedLook',
  title: 'subject',
  fields: {
    userId: f.ref(['查看人', 'Viewed by'], userFace).computed(),
    deptId: f.ref(['查看人部门', 'Department'], dept).computed(),
    subject: f.text(['被查看记录', 'Record viewed']).max(500).computed().searchable(),
    kind: f.dict(['业务', 'Kind'], maskedKind).computed(),
    field: f.dict(['查看字段', 'Field'], maskedField).computed(),
    lookTime: f.time(['查看时间', 'Viewed']).computed(),
    address: f.text(['来源地址', 'Source address']).max(100).computed().searchable(),
    recordId: f.text(['记录编号', 'Record']).max(20).computed(),
  },
  list: {
    columns: ['lookTime', 'userId', 'deptId', 'kind', 'subject', 'field', 'address'],
    filters: ['userId', 'deptId', 'kind', 'field', 'lookTime', 'address'],
    sort: '-lookTime',
  },
  form: [
    {
      key: 'look',
      title: ['查看', 'View'],
      fields: ['userId', 'deptId', 'kind', 'subject', 'field', 'lookTime', 'address', 'recordId'],
    },
  ],
  access: { read: everyone(), write: nobody() },
  views: {
    all: {
      label: ['隐私查看记录', 'Private data access log'],
      code: 'maskedLook',
      path: '/monitor/look',
      icon: 'IdcardOutlined',
      note: [
        '身份证号、手机、银行账号等每次查看完整内容都会记在这里',
        'Every viewing of a full ID number, mobile number or bank account is logged here',
      ],
      scope: everyone(),
      menu: ['monitor', 5],
      actions: ['view', 'export', 'history'],
      grants: { admin: ['view', 'export', 'history'] },
    },
  },
});
