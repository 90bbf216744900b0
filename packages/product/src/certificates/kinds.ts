import type { Label } from '@keyan/kernel/label.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Kinds of certificates that people issue about themselves. */
export const certificateKind = dictionary(
  'certificateKind',
  ['证明类型', 'Kind of certificate'],
  [
    ['1', '主持项目证明', 'Certificate of projects led'],
    ['2', '在研项目证明', 'Certificate of current projects'],
    ['3', '到账经费证明', 'Certificate of funds received'],
    ['4', '成果清单证明', 'Certificate of research outputs'],
  ],
);

export type CertificateKind = (typeof certificateKind.entries)[number]['code'];

export const certificateStatus = dictionary(
  'certificateStatus',
  ['证明状态', 'Status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '有效', 'Valid'],
    ['2', '已撤销', 'Revoked'],
  ],
);

/** Codes of `certificateStatus`. */
export const certificateStatusCodes = { draft: '0', valid: '1', revoked: '2' } as const;

export const certificateLanguage = dictionary(
  'certificateLanguage',
  ['证明语言', 'Language'],
  [
    ['zh', '中文', 'Chinese'],
    ['en', '英文', 'English'],
  ],
);

/** Facts of a line; equal to the field names of the line. */
export const factNames = [
  'number',
  'title',
  'category',
  'period',
  'amount',
  'part',
  'state',
] as const;

export type FactName = (typeof factNames)[number];

/** Column of a certificate’s table. */
export interface CertifiedColumn {
  readonly name: FactName;
  readonly label: Label;
}

/** Text of a kind of certificate: introductory sentence and columns of the table. */
export interface CertificateForm {
  /**
   * Introductory sentence with the placeholders `{name}`, `{jobNum}` and `{unit}` of the person.
   */
  readonly sentence: Label;
  readonly columns: readonly CertifiedColumn[];
  /** Label of the sum of amounts; if undefined, no sum is printed. */
  readonly total?: Label;
  /** Hint in the form if the person has no certifiable records. */
  readonly none: Label;
}

const project: readonly CertifiedColumn[] = [
  { name: 'number', label: ['项目编号', 'Project no.'] },
  { name: 'title', label: ['项目名称', 'Project'] },
  { name: 'category', label: ['项目级别', 'Level'] },
  { name: 'period', label: ['起止日期', 'Period'] },
  { name: 'amount', label: ['批准经费（元）', 'Funds (yuan)'] },
];

/** Forms of all kinds of certificates, by code. */
export const certificateForms: Readonly<Record<CertificateKind, CertificateForm>> = {
  1: {
    sentence: [
      '兹证明{name}（工号 {jobNum}，{unit}）主持下列科研项目，信息取自本校科研管理系统已批准的项目台账：',
      'This is to certify that {name} (staff no. {jobNum}, {unit}) leads or has led the following research projects, as approved and registered by the university:',
    ],
    columns: project,
    none: [
      '您名下还没有已立项的项目；立项审批通过后即可开具',
      'You lead no approved project yet; a certificate can be issued once one is approved',
    ],
  },
  2: {
    sentence: [
      '兹证明{name}（工号 {jobNum}，{unit}）现主持下列在研项目，信息取自本校科研管理系统已批准的项目台账：',
      'This is to certify that {name} (staff no. {jobNum}, {unit}) currently leads the following research projects, as approved and registered by the university:',
    ],
    columns: [...project, { name: 'state', label: ['项目状态', 'Status'] }],
    none: ['您没有在研项目', 'You lead no ongoing project'],
  },
  3: {
    sentence: [
      '兹证明{name}（工号 {jobNum}，{unit}）主持的科研项目到账经费如下，信息取自本校科研管理系统已确认的到账分配：',
      'This is to certify that the following funds have been received for research projects led by {name} (staff no. {jobNum}, {unit}), as confirmed by the university:',
    ],
    columns: [
      { name: 'number', label: ['项目编号', 'Project no.'] },
      { name: 'title', label: ['项目名称', 'Project'] },
      { name: 'category', label: ['来款单位', 'Payer'] },
      { name: 'period', label: ['到账日期', 'Received on'] },
      { name: 'amount', label: ['到账金额（元）', 'Amount (yuan)'] },
    ],
    total: ['合计', 'Total'],
    none: ['您主持的项目还没有已确认的到账', 'No money has been confirmed for your projects yet'],
  },
  4: {
    sentence: [
      '兹证明{name}（工号 {jobNum}，{unit}）取得下列科研成果，信息取自本校科研管理系统已审核通过的成果库：',
      'This is to certify that {name} (staff no. {jobNum}, {unit}) has the following research outputs, as approved and registered by the university:',
    ],
    columns: [
      { name: 'category', label: ['成果类型', 'Type'] },
      { name: 'title', label: ['成果名称', 'Title'] },
      { name: 'number', label: ['刊物、出版社或编号', 'Journal, publisher or no.'] },
      { name: 'period', label: ['日期', 'Date'] },
      { name: 'part', label: ['本人排名', 'My position'] },
    ],
    none: [
      '成果库中还没有您的公开成果；成果审核通过后即可开具',
      'You have no public output in the library yet; a certificate can be issued once one is approved',
    ],
  },
};

/** Maximum number of lines of one certificate. */
export const maxCertificateLines = 100;

/** Path prefix of the calls of certificates. */
export const certificateService = 'kh-edu-research/certificate';

/** Texts of a line, by fact. */
export type LineTexts = { readonly [F in FactName]?: string | null };

/** Record that a certificate may list, with its facts as texts. */
export interface CertifiableLine extends LineTexts {
  readonly bizType: string;
  readonly bizId: string;
}

/**
 * Current standing of a certified line: `same`; `changed` (the note names the columns); `void` if
 * the record was voided or no longer shows the certified fact; `withheld` if the record may no
 * longer be shown.
 */
export type LineStanding = 'same' | 'changed' | 'void' | 'withheld';

/** Text of each standing except `same`; `{columns}` names the changed columns. */
export const lineStandingLabels: Readonly<Record<LineStanding, Label>> = {
  same: ['与系统记录一致', 'As in the records'],
  changed: ['{columns}已变更，以系统最新记录为准', 'Changed since: {columns}'],
  void: ['该项已作废或不再成立', 'Voided, or no longer the case'],
  withheld: ['该项不再提供核验', 'No longer open to verification'],
};
