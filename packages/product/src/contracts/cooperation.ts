import { everyScope, inPeriod, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { unitNature } from '../project/common/dictionaries.ts';
import { partnersLedger } from '../project/contracts/contract-ledger.ts';
import { industry } from '../project/program/statistics-dictionaries.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { type Grants, readerActions } from '../shared/grants.ts';
import { partnerFace } from './partner.ts';

/** People who file contracts may choose partners; offices maintain the catalogue. */
const grants: Grants = {
  rd_admin: 'all',
  rd_fund: 'all',
  rd_leader: readerActions,
  dept_secretary: [...readerActions, 'add', 'edit'],
  dept_leader: readerActions,
  teacher: ['view'],
};

/** 合作单位: partners of contracts, with totals of their contracts. */
export const partnerCatalogue = defineResource({
  key: 'cooperation',
  label: partnerFace.label,
  words: { plural: ['合作单位', 'Partners'] },
  path: 'kh-edu-research/cooperation',
  title: 'unitName',
  identity: [['creditCode'], ['unitName']],
  distinct: [['unitName']],
  fields: {
    ...partnerFace.fields,
    aliases: f
      .text(['曾用名、简称', 'Other names'])
      .max(200)
      .searchable()
      .help(['多个名称以顿号分隔', 'Separate several with 、']),
    unitNature: f.dict(['单位类型', 'Type'], unitNature).required(),
    industry: f.dict(['所属行业', 'Industry'], industry),
    legalPerson: f.text(['法定代表人', 'Legal representative']).max(30).personName(),
    email: f
      .text(['邮箱', 'E-mail'])
      .max(50)
      .format({
        test: isEmail,
        message: ['请输入正确的邮箱', 'Enter a valid e-mail address'],
        make: (n) => `office${n}@partner.example`,
      }),
    agreementDate: f.date(['框架协议签订日期', 'Framework agreement signed on']),
    agreementEnd: f.date(['协议到期日', 'Agreement until']),
    hasAgreement: f.dict(['有框架协议', 'Framework agreement'], yesNo).computed(),
    contractCount: f.integer(['合同数', 'Contracts']).balance(partnersLedger, 'contracts'),
    contractAmount: yuan('合同总额', 'Contract amount').balance(partnersLedger, 'amount'),
    arrivedFunds: yuan('累计到账', 'Received').balance(partnersLedger, 'arrived'),
    mergedInto: f.ref(['已并入', 'Merged into'], partnerFace).computed(),
    remarks: f.note(['备注', 'Remarks']).max(500),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('03', '99')),
  },
  states: { field: 'status', initial: '1' },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: ['0'],
      to: '1',
      at: 'selection',
      guard: {
        fields: ['mergedInto'],
        check: ({ mergedInto }) =>
          mergedInto ? ['该单位已并入其他单位', 'It was merged into another partner'] : null,
      },
      done: ['已启用', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: ['1'],
      to: '0',
      at: 'selection',
      ask: [
        '停用后不能再选作新合同的甲方，已有合同不变。确定停用？',
        'It can no longer be chosen as client of new contracts; existing ones are kept. Disable it?',
      ],
      done: ['已停用', 'Disabled'],
      danger: true,
    },
    merge: {
      label: ['并入', 'Merge'],
      from: ['0', '1'],
      to: '0',
      form: {
        into: f
          .ref(['并入单位', 'Merge into'], partnerFace)
          .required()
          .help([
            '合同、到账随之转入，本单位停用',
            'Its contracts and arrivals move there; this one is disabled',
          ]),
      },
      guard: {
        fields: ['mergedInto'],
        check: ({ mergedInto }) =>
          mergedInto ? ['该单位已并入其他单位', 'It was merged into another partner'] : null,
      },
      set: (_row, { into }) => ({ mergedInto: typeof into === 'string' ? into : null }),
      done: ['已并入', 'Merged'],
      danger: true,
    },
  },
  compute: ({ agreementDate }) => ({ hasAgreement: agreementDate ? '1' : '0' }),
  validators: [
    {
      fields: ['agreementEnd', 'agreementDate'],
      check: ({ agreementDate, agreementEnd }) =>
        agreementDate && agreementEnd && agreementEnd <= agreementDate
          ? ['协议到期日应晚于签订日期', 'The expiry date must be later than the signing date']
          : null,
    },
  ],
  list: {
    columns: [
      'unitName',
      'creditCode',
      'unitNature',
      'region',
      'contact',
      'phone',
      'contractCount',
      'contractAmount',
      'arrivedFunds',
      'status',
    ],
    filters: ['unitName', 'creditCode', 'unitNature', 'partyType', 'region', 'status'],
    totals: ['contractCount', 'contractAmount', 'arrivedFunds'],
    sort: 'unitName',
  },
  form: [
    {
      key: 'unit',
      title: ['单位', 'Partner'],
      fields: [
        'unitName',
        'creditCode',
        'aliases',
        'unitNature',
        'partyType',
        'region',
        'industry',
        'address',
        'legalPerson',
      ],
      shown: ['mergedInto'],
    },
    { key: 'contact', title: ['联系方式', 'Contact'], fields: ['contact', 'phone', 'email'] },
    {
      key: 'bank',
      title: ['开票与账户', 'Invoices and account'],
      fields: ['taxNum', 'bankName', 'bankAccount'],
    },
    {
      key: 'agreement',
      title: ['框架协议', 'Framework agreement'],
      fields: ['agreementDate', 'agreementEnd', 'remarks', 'attachments'],
    },
    {
      key: 'sums',
      title: ['合作概况', 'Summary'],
      fields: ['contractCount', 'contractAmount', 'arrivedFunds'],
    },
  ],
  access: {
    read: permission('h_coop'),
    write: permission('h_coop_edit'),
    choose: permission('h_coop'),
  },
  views: {
    all: {
      label: ['合作单位', 'Partners'],
      code: 'h_coop',
      path: '/program/horizontal/cooperation',
      scope: permission('h_coop'),
      icon: 'ApartmentOutlined',
      menu: ['horizontal', 11],
      grants,
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'enable',
        'disable',
        'merge',
        'import',
        'export',
        'history',
      ],
    },
    agreements: {
      label: ['框架协议', 'Framework agreements'],
      code: 'h_agreement',
      path: '/program/horizontal/agreement',
      note: ['框架协议在有效期内的合作单位', 'Partners with an agreement in force'],
      scope: everyScope(withCode('hasAgreement', '1'), inPeriod('agreementDate', 'agreementEnd')),
      icon: 'FileTextOutlined',
      menu: ['horizontal', 12],
      columns: [
        'unitName',
        'agreementDate',
        'agreementEnd',
        'contractCount',
        'contractAmount',
        'arrivedFunds',
      ],
      grants: { rd_admin: readerActions, rd_fund: readerActions, rd_leader: readerActions },
      actions: ['view', 'export', 'history'],
    },
  },
});
