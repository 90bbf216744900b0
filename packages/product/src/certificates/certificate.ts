import { anyScope, everyScope, own, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import {
  certificateKind,
  certificateLanguage,
  certificateStatus,
  certificateStatusCodes,
  maxCertificateLines,
} from './kinds.ts';

const office = permission('cert');

/** Message type of system messages. */
const message = '99';

/** Scope of certificates: one’s own; the office also reads all issued ones. */
const scope = anyScope(
  own('userId'),
  everyScope(
    withCode('status', certificateStatusCodes.valid, certificateStatusCodes.revoked),
    office,
  ),
);

/**
 * 自助证明: certificate of facts from approved records that the person chose, with a code for
 * verification (decision 0555).
 */
export const certificate = defineResource({
  key: 'certificate',
  label: ['自助证明', 'Certificate'],
  words: { plural: ['自助证明', 'Certificates'], add: ['开具证明', 'New certificate'] },
  path: 'kh-edu-research/certificate',
  scarce: { records: 'few', because: 'people make one when somebody asks for it' },
  title: 'title',
  number: { field: 'certNum', pattern: 'ZM${yyyy}${seq5}' },
  fields: {
    certNum: f.text(['证明编号', 'Certificate no.']).max(30).computed().searchable(),
    title: f.text(['证明', 'Certificate']).max(120).computed().searchable(),
    certKind: f.dict(['证明类型', 'Kind'], certificateKind).requiredInDraft().initial('1'),
    language: f.dict(['证明语言', 'Language'], certificateLanguage).requiredInDraft().initial('zh'),
    purpose: f
      .text(['用途', 'Purpose'])
      .max(60)
      .help(['印在证明上，如：职称评审', 'Printed on it, such as: application for promotion']),
    userId: f
      .ref(['持证人', 'Holder'], user)
      .computed()
      .initial((writer) => writer.id),
    personName: f.text(['姓名', 'Name']).max(100).computed(),
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed(),
    unitName: f.text(['单位', 'Department']).max(120).computed(),
    lines: f
      .rows(['证明事项', 'Certified records'], {
        bizType: f.text(['记录类型', 'Kind of record']).required().max(40),
        bizId: f.text(['记录', 'Record']).required().max(20),
        number: f.text(['编号或来源', 'Number or source']).max(300).computed(),
        title: f.text(['名称', 'Title']).max(300).computed(),
        category: f.text(['类别', 'Type']).max(200).computed(),
        period: f.text(['日期', 'Date']).max(60).computed(),
        amount: f.text(['金额（元）', 'Amount (yuan)']).max(30).computed(),
        part: f.text(['本人排名', 'My position']).max(60).computed(),
        state: f.text(['状态', 'Status']).max(60).computed(),
        // Values behind the printed texts, compared at verification: a renamed dictionary entry
        // changes the text, not the value.
        basis: f.note(['核对依据', 'Basis']).max(2000).computed(),
      })
      .max(maxCertificateLines)
      .specimen(() => []),
    status: f
      .dict(['状态', 'Status'], certificateStatus)
      .computed()
      .initial(certificateStatusCodes.draft),
    issuedAt: f.time(['开具时间', 'Issued']).computed(),
    revokedAt: f.time(['撤销时间', 'Revoked']).computed(),
    revokedBy: f.ref(['撤销人', 'Revoked by'], user).computed(),
    revokeReason: f.note(['撤销原因', 'Reason']).max(300).computed(),
  },
  list: {
    columns: [
      'title',
      'status',
      'certNum',
      'certKind',
      'userId',
      'unitName',
      'language',
      'purpose',
      'issuedAt',
    ],
    filters: ['certKind', 'status', 'userId', 'language', 'issuedAt'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'certificate',
      title: ['证明', 'Certificate'],
      fields: ['certKind', 'language', 'purpose'],
      shown: ['userId', 'jobNum', 'unitName', 'issuedAt', 'revokedAt', 'revokedBy', 'revokeReason'],
    },
    {
      key: 'lines',
      title: ['证明事项', 'Certified records'],
      note: [
        '只列已审批通过的公开记录，勾选要写进证明的',
        'Approved public records; tick those that the certificate states',
      ],
      fields: ['lines'],
    },
  ],
  states: {
    field: 'status',
    initial: certificateStatusCodes.draft,
    editable: [certificateStatusCodes.draft],
  },
  actions: {
    issue: {
      label: ['开具', 'Issue'],
      from: [certificateStatusCodes.draft],
      to: certificateStatusCodes.valid,
      by: own('userId'),
      guard: {
        fields: ['lines'],
        check: ({ lines }) =>
          (lines ?? []).length === 0
            ? ['请先勾选要证明的记录', 'Tick the records to certify first']
            : null,
        told: true,
      },
      set: (_row, _input, { now }) => ({ issuedAt: now }),
      done: ['已开具，可下载 PDF', 'Issued: the PDF can be downloaded'],
    },
    revoke: {
      label: ['撤销证明', 'Revoke'],
      from: [certificateStatusCodes.valid],
      to: certificateStatusCodes.revoked,
      by: anyScope(own('userId'), office),
      form: { revokeReason: f.reason(['撤销原因', 'Reason']).max(300) },
      set: (_row, { revokeReason }, { actor, now }) => ({
        revokeReason: String(revokeReason ?? ''),
        revokedAt: now,
        revokedBy: actor,
      }),
      tells: [
        {
          type: message,
          title: ['证明已撤销', 'A certificate was revoked'],
          content: [
            '您的【{title}】（{number}）已撤销，核验码同时失效：{reason}',
            'Your certificate “{title}” ({number}) was revoked, and its code with it: {reason}',
          ],
          words: ({ title, certNum, revokeReason }) => ({
            title: title ?? '',
            number: certNum ?? '',
            reason: revokeReason ?? '',
          }),
          to: [{ ids: ({ userId }) => [userId] }],
        },
      ],
      done: ['已撤销', 'Revoked'],
      danger: true,
    },
  },
  access: {
    read: scope,
    write: own('userId'),
    verifiable: withCode('status', certificateStatusCodes.valid, certificateStatusCodes.revoked),
  },
  views: {
    mine: {
      label: ['自助证明', 'My certificates'],
      none: [
        '还没有证明：点「开具证明」，勾选项目、到账或成果即可下载带核验码的 PDF',
        'No certificate yet: choose New certificate, tick projects, funds or outputs, and download a PDF with a verification code',
      ],
      code: 'mycert',
      path: '/person/myCertificate',
      icon: 'FileTextOutlined',
      scope: own('userId'),
      menu: ['person', 11],
      grants: {
        teacher: ['add', 'edit', 'view', 'delete', 'issue', 'revoke', 'export', 'history'],
        dept_leader: ['add', 'edit', 'view', 'delete', 'issue', 'revoke', 'export', 'history'],
      },
      actions: ['add', 'edit', 'view', 'delete', 'issue', 'revoke', 'export', 'history'],
    },
    all: {
      label: ['证明台账', 'Certificates issued'],
      code: 'cert',
      path: '/person/certificate',
      icon: 'FileTextOutlined',
      scope: everyScope(
        withCode('status', certificateStatusCodes.valid, certificateStatusCodes.revoked),
        office,
      ),
      menu: ['person', 12],
      grants: {
        rd_admin: 'all',
        rd_achieve: [...readerActions, 'revoke'],
        rd_project: [...readerActions, 'revoke'],
        rd_fund: [...readerActions, 'revoke'],
        rd_leader: readerActions,
      },
      actions: ['view', 'revoke', 'export', 'history'],
    },
  },
});
