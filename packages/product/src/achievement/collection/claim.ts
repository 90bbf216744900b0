import { nobody } from '@keyan/kernel/access/actor.ts';
import {
  anyScope,
  departmentScope,
  handles,
  member,
  own,
  submitted,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { suppliedCheck } from '@keyan/kernel/definition/life/checks.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { deptSecretary, rdAchieve } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { isStaff, yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { discipline } from '../../shared/formats/national.ts';
import { readerActions } from '../../shared/grants.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { dept, personnel, user } from '../../shared/references/refs.ts';
import { isOurAuthor, paperAuthors, personIdOf } from '../common/authors.ts';
import { authorType, journalLevel, publishScope, schoolSign } from '../common/dictionaries.ts';
import { achievementGroup } from '../common/pages.ts';
import { paperFace, paperPattern } from '../common/paper-face.ts';
import { authorsOf } from './authors.ts';
import { claimCodes, claimState } from './dictionaries.ts';
import { collectedFace } from './faces.ts';

/** Permission code to decide between claimants of the same position. */
export const ruleOnClaimsCode = 'pclaimRecord_rule';

const { personType } = paperAuthors;

const fields = {
  // Number that the paper gets if the claim creates one, from the sequence of papers.
  paperNum: f.text(['论文编号', 'Paper no.']).max(20).computed().searchable(),
  thesisId: f
    .ref(['收录论文', 'Collected paper'], collectedFace)
    .required()
    .among(withCode('status', releaseCodes.published))
    .listed(['认领记录', 'Claims']),
  ...f.copies(
    'thesisId',
    collectedFace,
    'title',
    'authorsText',
    'source',
    'publishYear',
    'indexType',
    'doi',
    'accessionNum',
  ),
  claimUserId: f
    .ref(['认领人', 'Claimant'], user)
    .computed()
    .initial(({ id }) => (id === nobody ? null : id)),
  fkDeptId: f
    .ref(['所属部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  authorSort: f
    .integer(['本人排名', 'My position'])
    .required()
    .between(1, 1000)
    .specimen(() => 1),
  authorType: f.dict(['本人角色', 'My role'], authorType).required(),
  schoolSign: f.dict(['学校署名', 'University affiliation'], schoolSign).required().initial('1'),
  publishDate: f
    .date(['发表（出版）日期', 'Published'])
    .required()
    .help(['只知年月的填当月 1 日', 'The first of the month if the day is unknown']),
  discipline: f.dict(['所属学科', 'Discipline'], discipline).required(),
  otherAuthors: f
    .rows(['本校其他作者', 'Other authors of this university'], {
      sort: f.integer(['排名', 'Order']).required().between(1, 1000),
      personType,
      // Staff are chosen by account, or by personnel file if they have no account (decision 0460); students may be.
      userId: f
        .ref(['校内人员', 'Person'], user)
        .required((line) => isStaff(line.personType) && !line.personnelId)
        .when((line) => isOurAuthor(line.personType)),
      personnelId: f
        .ref(['人员档案', 'Personnel file'], personnel)
        .when((line) => isOurAuthor(line.personType)),
      name: f
        .text(['姓名', 'Name'])
        .required((line) => !line.userId && !line.personnelId)
        .max(50),
      authorType: f.dict(['作者角色', 'Role'], authorType).required().initial('06'),
    })
    .specimen(() => []),
  reason: f
    .note(['争议说明', 'Dispute note'])
    .max(500)
    .help(['他人已认领同一排名时必填', 'Required if somebody else claims the same position']),
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('13', '15')),
  // Level from the journal catalogue; if the journal is missing there, the office decides.
  journalLevel: f.dict(['期刊级别（校定）', 'Journal grade'], journalLevel).byApprover(),
  publishScope: f.dict(['刊物范围', 'Scope'], publishScope).byApprover(),
  claimStatus: f.dict(['认领状态', 'Claim status'], claimState).computed().initial(claimCodes.open),
  ruledBy: f.ref(['裁定人', 'Ruled by'], user).computed(),
  paperId: f
    .ref(['入库论文', 'Paper in the library'], paperFace)
    .computed()
    .listed(['论文认领', 'Claims']),
  // Effects of the approval on the library, for reverting them when the claim is voided.
  paperMade: f.dict(['由本认领生成', 'Created by this claim'], yesNo).computed(),
  given: f
    .rows(['并入内容', 'Merged'], {
      field: f.text(['字段', 'Field']).max(50),
      before: f.note(['并入前', 'Before']).max(100_000),
      after: f.note(['并入后', 'After']).max(100_000),
    })
    .computed(),
};

export type ClaimFields = typeof fields;
export type ClaimRow = RowOf<ClaimFields>;

const tooFar = (count: number): Label =>
  fill(['该题录共 {count} 位作者', 'Authors of the record: {count}'], { count });

/** Returns faults of the other authors: duplicate positions or people, and positions that do not exist. */
const otherFaults = (
  row: Pick<ClaimRow, 'otherAuthors' | 'authorSort' | 'claimUserId'>,
  count: number,
): readonly { readonly path: string; readonly message: Label }[] => {
  const places = new Set([row.authorSort]);
  const people = new Set([row.claimUserId]);
  return (row.otherAuthors ?? []).flatMap(({ sort, ...line }, index) => {
    const person = personIdOf(line);
    const isTaken = sort !== null && places.has(sort);
    const isRepeated = person !== null && people.has(person);
    places.add(sort);
    people.add(person);
    const at = (name: string) => `otherAuthors.${index}.${name}`;
    if (isRepeated) return [{ path: at('userId'), message: ['作者重复', 'Named twice'] as const }];
    if (isTaken) {
      return [
        { path: at('sort'), message: ['排名与其他作者重复', 'The position is taken'] as const },
      ];
    }
    return sort !== null && count > 0 && sort > count
      ? [{ path: at('sort'), message: tooFar(count) }]
      : [];
  });
};

/** Rights of claimants; claims are neither copied nor imported. */
const claimant = [
  'add',
  'edit',
  'view',
  'delete',
  'submit',
  'recall',
  'export',
  'history',
] as const;

/** 论文认领: claim that a collected record is the person's paper. */
export const claim = defineResource({
  key: 'papersappClaim',
  label: ['论文认领', 'Paper claim'],
  words: {
    plural: ['认领记录', 'Claims'],
    add: ['认领论文', 'Claim a paper'],
    edit: ['编辑认领', 'Edit claim'],
    end: ['入库', 'In library'],
  },
  table: 'paper_claim',
  path: 'kh-edu-research/papersClaim',
  title: 'title',
  number: { field: 'paperNum', pattern: paperPattern },
  fields,
  facts: { thesis: recordNamedBy('thesisId', collectedFace) },
  states: {
    field: 'claimStatus',
    phases: {
      draft: [claimCodes.open],
      inApproval: [claimCodes.inReview, claimCodes.disputed],
      approved: [claimCodes.claimed],
      returned: ['5'],
      refused: ['6'],
      recalled: ['7'],
      void: ['8'],
    },
    looks: { [claimCodes.disputed]: 'alarm' },
  },
  actions: {
    dispute: {
      label: ['排名争议', 'Disputed'],
      from: [claimCodes.inReview],
      to: claimCodes.disputed,
      by: 'effect',
    },
    settle: {
      label: ['争议解除', 'Dispute resolved'],
      from: [claimCodes.disputed],
      to: claimCodes.inReview,
      by: 'effect',
    },
    rule: { label: ['裁定', 'Ruling'], from: ['inApproval'], by: 'effect' },
    adopt: { label: ['写入论文库', 'Into library'], from: [claimCodes.claimed], by: 'effect' },
    release: {
      label: ['退出论文库', 'Removed from the library'],
      from: ['void', 'draft'],
      by: 'effect',
    },
  },
  list: {
    columns: [
      'claimStatus',
      'title',
      'claimUserId',
      'authorSort',
      'authorType',
      'source',
      'publishYear',
      'fkDeptId',
      'paperId',
    ],
    filters: [
      'title',
      'claimUserId',
      'claimStatus',
      'thesisId',
      'source',
      'publishYear',
      'indexType',
      'doi',
      'fkDeptId',
      'schoolSign',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'work',
      title: ['题录', 'Record'],
      fields: [
        'thesisId',
        'authorsText',
        'source',
        'publishYear',
        'indexType',
        'doi',
        'accessionNum',
      ],
    },
    {
      key: 'claim',
      title: ['认领', 'Claim'],
      fields: [
        'authorSort',
        'authorType',
        'schoolSign',
        'publishDate',
        'fkDeptId',
        'discipline',
        'reason',
      ],
    },
    {
      key: 'others',
      title: ['本校其他作者', 'Other authors of this university'],
      note: [
        '通过后由他们确认署名，不必再各自认领',
        'After approval they confirm their authorship and need not claim it themselves',
      ],
      fields: ['otherAuthors'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'grade',
      title: ['核定', 'Grade confirmation'],
      note: [
        '期刊库有的自动带出，没有的由成果科填写',
        'Filled from the journal catalogue, or entered by the achievements section',
      ],
      fields: ['journalLevel', 'publishScope'],
      shown: ['ruledBy', 'paperId'],
    },
  ],
  checks: [
    suppliedCheck('rivals', ['排名争议', 'Rank dispute'], ['authorSort']),
    suppliedCheck('registered', ['已有登记', 'Existing registration'], ['title']),
    suppliedCheck('retracted', ['撤稿', 'Retraction'], ['thesisId']),
  ],
  validators: [
    ...notAfterToday(fields, 'publishDate'),
    {
      fields: ['thesisId'],
      check: ({ thesisId, claimStatus }, { facts: { thesis } }) => {
        if (!thesisId || thesis.status === releaseCodes.published) return null;
        // A returned claim may be submitted again even if the record accepts no new claims.
        if (thesis.status === releaseCodes.closed && claimStatus === '5') return null;
        return thesis.status === releaseCodes.closed
          ? ['该题录已截止认领', 'This record is closed to claims']
          : [
              '该题录已撤回发布，不能认领；确为您的论文请直接登记',
              'The record was withdrawn and cannot be claimed; if it is your paper, register it directly',
            ];
      },
    },
    {
      fields: ['authorSort'],
      check: ({ authorSort }, { facts: { thesis } }) => {
        const count = authorsOf(thesis).length;
        return authorSort !== null && count > 0 && authorSort > count ? tooFar(count) : null;
      },
    },
    {
      fields: ['otherAuthors', 'authorSort'],
      check: (row, { facts: { thesis } }) => {
        const faults = otherFaults(row, authorsOf(thesis).length);
        return faults.length > 0 ? faults : null;
      },
    },
  ],
  department: 'fkDeptId',
  concerned: ['otherAuthors', 'userId'],
  access: {
    read: anyScope(
      own(),
      submitted(
        anyScope(member('otherAuthors', 'userId'), departmentScope('fkDeptId'), handles('any')),
      ),
    ),
    write: own(),
    copies: 'all',
    verifiable: 'all',
  },
  views: {
    all: {
      label: ['认领记录', 'Claims'],
      code: 'pclaimRecord',
      path: '/achievement/papersClaimRecord',
      note: ['我认领的、待我审核的认领', 'Claims that I filed, and those awaiting my review'],
      scope: anyScope(own(), submitted(anyScope(departmentScope('fkDeptId'), handles('any')))),
      menu: [achievementGroup('paper'), 5],
      grants: {
        rd_admin: 'all',
        rd_achieve: 'all',
        rd_leader: readerActions,
        dept_secretary: [...claimant, 'audit', 'back', 'zip'],
        dept_leader: claimant,
        teacher: claimant,
      },
      rights: [
        {
          code: ruleOnClaimsCode,
          label: ['裁定', 'Rule'],
          roles: ['rd_admin', 'rd_achieve'],
        },
      ],
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'audit',
        'back',
        'backDraft',
        'abolish',
        'export',
        'zip',
        'history',
      ],
    },
  },
  processes: [
    defineProcess(
      'papersappClaim',
      ['论文认领', 'Paper claim'],
      [
        deptSecretary,
        rdAchieve([
          'authorSort',
          'authorType',
          'schoolSign',
          'publishDate',
          'discipline',
          'journalLevel',
          'publishScope',
        ]),
      ],
      'flow_3',
    ),
  ],
});

export type Claim = Row<typeof claim>;
