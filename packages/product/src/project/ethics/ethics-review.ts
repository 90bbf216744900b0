import {
  anyScope,
  departmentScope,
  everyone,
  handles,
  own,
  permission,
  submitted,
  throughReference,
} from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { reviewOutcome, reviewWrites } from '../../review/reviewed.ts';
import { linkIf, review } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { notAfterToday } from '../../shared/formats/dates.ts';
import { readerActions, registrantActions } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { projectsToFileFor, underWayCodes } from '../common/access.ts';
import { declareInfo } from '../common/faces.ts';
import { program } from '../program/program.ts';
import {
  ethicsDecision,
  ethicsOrigin,
  ethicsOriginCodes,
  ethicsProcedure,
  ethicsStanding,
  ethicsStandingCodes,
  ethicsSubject,
} from './dictionaries.ts';
import { ethicsReviewedMixin as judged } from './ethics-judged.ts';

const isExternal = ({ origin }: RowLike): boolean => origin === ethicsOriginCodes.external;

const isOfCommittee = ({ origin }: RowLike): boolean => origin === ethicsOriginCodes.committee;

/** Columns of follow-up results. */
const trackFields = {
  trackedOn: f.date(['跟踪审查日期', 'Follow-up date']).required().initial(onTheDay),
  standing: f.dict(['跟踪审查结论', 'Follow-up result'], ethicsStanding).required(),
  report: f.note(['审查意见', 'Opinion']).required().max(500),
};

/** Maximum months between follow-ups: studies on the national list, and others. */
const maxFollowUpMonths = { listed: 6, other: 12 } as const;

/** Fault if the next follow-up is later than the rules allow. */
const tooLate = (nextTrack: string | null, onList: string | null, today: string): Label | null => {
  const months = onList === '1' ? maxFollowUpMonths.listed : maxFollowUpMonths.other;
  return nextTrack !== null && nextTrack > addMonths(today, months)
    ? [
        `跟踪审查间隔不超过 ${months} 个月`,
        `Follow-ups must not be more than ${months} months apart`,
      ]
    : null;
};

/**
 * Attachments: the document of an external decision; committee members read anonymous files only.
 */
const categories = attachmentCategories('01', '33', '36', '99').map((category) =>
  category.code === '33' ? { ...category, required: true, requiredWhen: isExternal } : category,
);

const fields = {
  ethicsNum: f.text(['伦理审查编号', 'Review no.']).max(30).computed().searchable(),
  title: f.text(['研究名称', 'Study']).requiredInDraft().max(200).searchable(),
  programId: f
    .ref(['项目', 'Project'], program)
    .among(projectsToFileFor('10', ...underWayCodes, '30'))
    .listed(['伦理审查', 'Ethics reviews'])
    .help(['立项前送审的填写项目申报', 'Before project approval, choose the project application']),
  programIds: f
    .refs(['同时适用的项目', 'Other projects covered'], program)
    .among(projectsToFileFor('10', ...underWayCodes, '30'))
    .max(20)
    .specimen(() => null),
  declareId: f.ref(['项目申报', 'Project application'], declareInfo),
  leaderId: f
    .ref(['研究负责人', 'Study leader'], user)
    .required()
    .initial((writer) => writer.id),
  departmentId: f
    .ref(['所在部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  subjects: f.dicts(['审查对象', 'Subject'], ethicsSubject).required(),
  onList: f
    .dict(['是否列入专家复核清单', 'On the expert re-review list'], yesNo)
    .required()
    .initial('0')
    .help(['须经专家复核的科技活动', 'Research activities that require expert re-review'])
    .specimen(() => '0'),
  origin: f
    .dict(['审查方式', 'Review route'], ethicsOrigin)
    .required()
    .initial(ethicsOriginCodes.committee)
    .specimen(() => ethicsOriginCodes.external),
  procedure: f
    .dict(['审查程序', 'Procedure'], ethicsProcedure)
    .required()
    .initial('1')
    .when(isOfCommittee),
  content: f.note(['研究内容与方法', 'Content and methods']).required().max(2000),
  protection: f.note(['风险与保护措施', 'Risks and protection']).required().max(2000),
  board: f.text(['批准机构', 'Approved by']).required().max(100).when(isExternal),
  approvalNum: f.text(['批件号', 'Approval no.']).required().max(60).when(isExternal),
  grantedOn: f
    .date(['批准日期', 'Approved on'])
    .required()
    .when(isExternal)
    .specimen((draw) => addMonths(draw.today, -draw.int(1, 8))),
  validUntil: f.date(['有效期至', 'Valid until']).specimen((draw) => addMonths(draw.today, 20)),
  decision: f.dict(['审查决定', 'Decision'], ethicsDecision).byApprover(),
  opinion: f.note(['审查意见', 'Opinion']).byApprover().max(1000),
  checkNum: f.text(['专家复核意见号', 'Expert re-review opinion no.']).byApprover().max(60),
  nextTrack: f.date(['下次跟踪审查', 'Next follow-up']).byApprover(),
  tracks: f.rows(['跟踪审查', 'Follow-ups'], trackFields).computed(),
  standing: f.dict(['最近跟踪结论', 'Latest follow-up result'], ethicsStanding).computed(),
  ...judged.fields,
  attachments: f.files(['附件', 'Attachments'], categories),
};

type Study = RowOf<typeof fields>;

/** Fields that the committee decides. */
const verdict = ['decision', 'opinion', 'checkNum', 'validUntil', 'nextTrack'] as const;

/**
 * 科技伦理审查: ethics decision on a study by the university’s committee or an external board;
 * applies to the named projects and declaration (国科发监〔2023〕167号).
 */
export const ethicsReview = defineResource({
  key: 'ethicsReview',
  label: ['科技伦理审查', 'Ethics review'],
  words: { plural: ['科技伦理审查', 'Ethics reviews'] },
  path: 'kh-edu-research/ethicsReview',
  title: 'title',
  number: { field: 'ethicsNum', pattern: 'LL${yyyy}${seq4}' },
  scarce: { records: 'few', because: 'few studies of a university touch people or animals' },
  fields,
  with: [judged],
  department: 'departmentId',
  validators: [
    ...notAfterToday(fields, 'grantedOn'),
    {
      fields: ['grantedOn', 'validUntil'],
      check: ({ grantedOn, validUntil }) =>
        grantedOn && validUntil && validUntil <= grantedOn
          ? [
              '【有效期至】应晚于【批准日期】',
              'The expiry date must be later than the approval date',
            ]
          : null,
    },
    {
      fields: ['nextTrack', 'onList'],
      check: ({ nextTrack, onList }, { today }) => {
        const message = tooLate(nextTrack, onList, today);
        return message ? [{ path: 'nextTrack', message }] : null;
      },
    },
  ],
  actions: {
    track: {
      label: ['登记跟踪审查', 'Record a follow-up'],
      from: ['approved'],
      by: everyone(),
      form: { ...trackFields, nextTrack: f.own('nextTrack') },
      guard: {
        fields: ['standing'],
        check: ({ standing }) =>
          standing === ethicsStandingCodes.ended ? ['批件已终止', 'The approval has ended'] : null,
      },
      faults: ({ onList }, { nextTrack, standing }, { today }) => {
        const late = tooLate(nextTrack as string | null, onList, today);
        const missing = standing !== ethicsStandingCodes.ended && !nextTrack;
        return [
          ...(late ? [{ path: 'nextTrack', message: late }] : []),
          ...(missing
            ? [
                {
                  path: 'nextTrack',
                  message: ['请填写下次跟踪审查日期', 'Enter the next follow-up date'] as const,
                },
              ]
            : []),
        ];
      },
      set: ({ tracks }, { trackedOn, standing, report, nextTrack }) => {
        const line = { trackedOn, standing, report } as NonNullable<Study['tracks']>[number];
        return {
          tracks: (tracks ?? []).concat(line),
          standing: line.standing,
          nextTrack:
            line.standing === ethicsStandingCodes.ended ? null : (nextTrack as string | null),
        };
      },
      done: ['已登记', 'Recorded'],
    },
  },
  list: {
    columns: [
      'ethicsNum',
      'title',
      'leaderId',
      'departmentId',
      'subjects',
      'origin',
      'decision',
      'validUntil',
      'nextTrack',
      'standing',
    ],
    filters: [
      'title',
      'ethicsNum',
      'programId',
      'leaderId',
      'departmentId',
      'subjects',
      'origin',
      'validUntil',
      'nextTrack',
      'standing',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'study',
      title: ['研究', 'Study'],
      fields: [
        'title',
        'leaderId',
        'departmentId',
        'programId',
        'programIds',
        'declareId',
        'subjects',
        'onList',
      ],
      shown: ['ethicsNum'],
    },
    {
      key: 'ethics',
      title: ['伦理审查', 'Ethics'],
      fields: ['origin', 'procedure', 'content', 'protection'],
    },
    {
      key: 'approval',
      title: ['批件', 'Approval'],
      note: [
        '外部批件由申请人填写，校内审查由委员会填写',
        'External approvals are filled in by the applicant, university reviews by the committee',
      ],
      fields: ['board', 'approvalNum', 'grantedOn', 'validUntil'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'verdict',
      title: ['审查决定', 'Decision'],
      note: ['由科技伦理委员会填写', 'Filled in by the committee'],
      fields: ['decision', 'opinion', 'checkNum', 'nextTrack', ...reviewOutcome],
      shown: ['standing'],
    },
    {
      key: 'tracks',
      title: ['跟踪审查', 'Follow-ups'],
      fields: [],
      shown: ['tracks'],
    },
  ],
  access: {
    read: anyScope(
      own(),
      submitted(
        anyScope(
          own('leaderId'),
          throughReference('programId'),
          departmentScope('departmentId'),
          handles('any'),
          permission('ethicsReview_track'),
        ),
      ),
    ),
    write: own(),
    copies: 'all',
    verifiable: 'all',
  },
  views: {
    all: {
      label: ['科技伦理审查', 'Ethics reviews'],
      code: 'ethicsReview',
      path: '/program/ethicsReview',
      note: [
        '批准后自动登记到所列项目和申报的合规声明',
        'Once approved, recorded automatically in the compliance statements of the listed projects and applications',
      ],
      icon: 'CheckSquareOutlined',
      scope: everyone(),
      menu: ['project', 11],
      grants: {
        rd_admin: 'all',
        ethics: [...readerActions, 'audit', 'back', 'zip', 'track'],
        rd_project: [...readerActions, 'audit', 'back', 'zip', 'track'],
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
        teacher: registrantActions,
      },
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
        'copy',
        'track',
        'import',
        'export',
        'zip',
        'history',
      ],
    },
  },
  processes: [
    defineProcess(
      'ethicsReview',
      ['科技伦理审查', 'Ethics review'],
      [
        // An external approval is filed without a vote.
        {
          key: 'ethicsSecretary',
          label: ['科技伦理委员会受理', 'Ethics committee: acceptance'],
          candidates: ['role:ethics'],
          editable: ['procedure', 'onList'],
        },
        linkIf({ ...review, editable: reviewWrites }, "${origin == '1'}"),
        linkIf(
          {
            key: 'ethicsDecision',
            label: ['科技伦理委员会决定', 'Ethics committee: decision'],
            candidates: ['role:ethics'],
            editable: verdict,
          },
          "${origin == '1'}",
        ),
      ],
      'flow_64',
    ),
  ],
});
