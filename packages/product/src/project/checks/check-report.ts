import {
  anyScope,
  departmentScope,
  everyScope,
  handles,
  own,
  submitted,
  throughReference,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import { readersOnceDecided, reviewOutcome, reviewWrites } from '../../review/reviewed.ts';
import {
  deptSecretary,
  linkIf,
  rdProject,
  review,
  stepAfterReview,
} from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { checkReview } from '../changes/conclusion-review.ts';
import { filingGrants, projectsToFileFor, sections, underWayCodes } from '../common/access.ts';
import { checkResult, checkType, programKind } from '../common/dictionaries.ts';
import { checkBatch as checkBatchFace } from '../common/faces.ts';
import { program } from '../program/program.ts';
import { resultLines } from '../results/result-lines.ts';
import { checkBatchReference } from './check-batch.ts';

/** Kinds of project that report to the university; horizontal projects report to their client. */
export const reportingKinds = ['vertical', 'school', 'cultural'] as const;

/** Numbers of the processes in the dictionary `flow`. */
const flows = { vertical: 28, school: 36, cultural: 44 } as const;

const nameOf = (kind: string) =>
  programKind.entries.find(({ code }) => code === kind)?.label ?? [kind, kind];

/** Fields with the research office’s decision on a report. */
const verdict = ['checkResult', 'checkOpinion'] as const;

/** Route condition for reports of batches with expert review. */
const isReviewed = "${batch.needReview == '1'}";

/** 检查报告: report of a project for a yearly, mid-term or other check. */
export const checkReport = defineResource({
  key: 'checkReport',
  label: ['检查报告', 'Progress report'],
  words: { plural: ['检查报告', 'Progress reports'] },
  path: 'kh-edu-research/checkReport',
  title: 'programName',
  number: { field: 'reportNum', pattern: 'JC${yyyy}${seq4}' },
  with: [checkReview],
  facts: { batch: recordNamedBy('batchId', checkBatchFace) },
  fields: {
    reportNum: f.text(['报告编号', 'Report no.']).max(30).computed().searchable(),
    programId: f
      .ref(['项目', 'Project'], program)
      .required()
      .among(
        everyScope(projectsToFileFor(...underWayCodes), withCode('programKind', ...reportingKinds)),
      )
      .listed(['检查报告', 'Progress reports']),
    ...f.copies(
      'programId',
      program,
      'programName',
      'programNum',
      'programKind',
      'programLeader',
      'departmentId',
      'endDate',
    ),
    batchId: checkBatchReference('1', ['检查报告', 'Reports']),
    checkType: f.dict(['检查类型', 'Check type'], checkType).required(),
    checkYear: f.year(['检查年度', 'Year']).required(),
    checkDate: f.date(['填报日期', 'Date']).required(),
    finishRate: f.integer(['完成进度', 'Progress']).between(0, 100).unit(['%', '%']).required(),
    isChange: f.dict(['是否有重要变更', 'Any change'], yesNo).required().initial('0'),
    progress: f.rich(['研究进展', 'Progress made']).max(5000).required(),
    stageResult: f.note(['阶段性成果', 'Stage results']).max(2000).required(),
    fundsUsage: f.note(['经费使用情况', 'Use of funds']).max(1000).required(),
    problem: f.note(['存在问题及措施', 'Problems']).max(1000),
    nextPlan: f.note(['下一步计划', 'Next steps']).max(1000).required(),
    results: f.rows(['阶段成果', 'Results'], resultLines()).specimen(() => []),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('05*', '36', '99')),
    checkResult: f
      .dict(['检查结论', 'Conclusion'], checkResult)
      .byApprover()
      .openTo(readersOnceDecided),
    checkOpinion: f.note(['检查意见', 'Comment']).max(500).byApprover(),
    ...checkReview.fields,
    // Unique key: one report per project, year and type of check.
    occasion: f
      .text(['同项目同年度同类型的检查报告', 'A report of the same project, year and type'])
      .max(100)
      .computed()
      .unique(),
  },
  list: {
    columns: [
      'reportNum',
      'programName',
      'programNum',
      'programLeader',
      'checkType',
      'checkYear',
      'finishRate',
      'checkResult',
      'checkDate',
    ],
    filters: ['programId', 'checkType', 'checkYear', 'checkResult', 'departmentId'],
    sort: '-checkDate',
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: [
        'programId',
        'programName',
        'programNum',
        'programLeader',
        'departmentId',
        'endDate',
      ],
    },
    {
      key: 'check',
      title: ['检查', 'Check'],
      fields: ['batchId', 'checkType', 'checkYear', 'checkDate', 'finishRate', 'isChange'],
    },
    {
      key: 'content',
      title: ['内容', 'Content'],
      fields: ['progress', 'stageResult', 'fundsUsage', 'problem', 'nextPlan'],
    },
    { key: 'results', title: ['阶段成果', 'Results'], fields: ['results'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    {
      key: 'conclusion',
      title: ['检查结论', 'Conclusion'],
      note: ['由科研处审核时填写', 'Filled in by the research office'],
      fields: ['checkResult', 'checkOpinion', ...reviewOutcome],
    },
  ],
  compute: ({ programId, checkYear, checkType: type }) => ({
    occasion: programId && checkYear && type ? `${programId} ${checkYear} ${type}` : null,
  }),
  department: 'departmentId',
  access: {
    read: anyScope(
      own(),
      submitted(
        anyScope(throughReference('programId'), departmentScope('departmentId'), handles('any')),
      ),
    ),
    write: own(),
    copies: 'all',
    verifiable: 'all',
  },
  variants: variantsBy('programKind', reportingKinds, (kind) => ({
    process: defineProcess(
      `${kind}/checkReport`,
      [`${nameOf(kind)[0]}检查报告`, `${nameOf(kind)[1]} progress report`],
      [
        deptSecretary,
        { ...rdProject, editable: verdict },
        linkIf({ ...review, editable: [...reviewWrites, 'checkResult'] }, isReviewed),
        linkIf({ ...rdProject, ...stepAfterReview, editable: verdict }, isReviewed),
      ],
      `flow_${flows[kind]}`,
    ),
    views: {
      [kind]: {
        label: ['检查报告', 'Progress reports'],
        code: `${sections[kind].letter}_check`,
        path: `/program/${kind}/checkReport`,
        menu: [kind, 6],
        grants: filingGrants(kind),
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
          'import',
          'export',
          'zip',
          'history',
        ],
      },
    },
  })),
});
