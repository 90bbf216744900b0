import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { recordNamedBy, treeBranchOf } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { outputKind, resultForm } from '../../project/common/dictionaries.ts';
import { reviewedKind, reviewOutcome, reviewWrites } from '../../review/reviewed.ts';
import {
  deptLeader,
  deptSecretary,
  linkIf,
  rdAchieve,
  rdLeader,
  review,
} from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { discipline } from '../../shared/formats/national.ts';
import {
  mayAnswer,
  openForAnswers,
  outsidePeriodMessage,
} from '../../shared/mechanisms/releasing.ts';
import { dept } from '../../shared/references/refs.ts';
import { authoredMixin } from '../common/achievement.ts';
import { byRank, contributorLabel, paperAuthors } from '../common/authors.ts';
import { attachmentsSection } from '../common/sections.ts';
import { achievementReferences, workType } from '../common/works.ts';
import { award } from './award.ts';
import { awardGrade, prizeResult } from './dictionaries.ts';
import { awardedFace, prizeDeclaration as declaration, prizeNotice } from './faces.ts';
import { prizePersons, prizeQuotas } from './ledgers.ts';

const decl = authoredMixin({
  label: declaration.label,
  plural: 'Prize declarations',
  code: 'pdeclare',
  path: '/achievement/prizeDeclaration',
  words: {
    plural: ['评奖申报', 'Prize applications'],
    add: ['申报奖项', 'Apply for a prize'],
    edit: ['编辑申报', 'Edit application'],
    approved: ['已推荐', 'Recommended'],
    end: ['推荐', 'Recommended'],
  },
  authors: paperAuthors,
  people: contributorLabel,
  attachments: attachmentCategories('01*', '36', '34', '17', '13', '14', '15', '20', '99'),
  deciders: ['dept_leader', 'rd_leader'],
});

/** Expert review of declarations whose notice requires it. */
const judged = reviewedKind({
  target: '4',
  call: 'noticeId',
  arrangers: 'rd_achieve',
  subject: 'subject',
  criteria: [
    {
      label: ['创新性', 'Originality'],
      points: 40,
      standard: [
        '理论、方法或关键技术的创新程度与难度',
        'Novelty and difficulty of theory, methods or key techniques',
      ],
    },
    {
      label: ['学术水平', 'Quality'],
      points: 30,
      standard: [
        '成果的先进性、系统性与同行认可',
        'Advancement, completeness and peer recognition of the results',
      ],
    },
    {
      label: ['应用与影响', 'Impact'],
      points: 30,
      standard: [
        '推广应用、人才培养与社会经济效益',
        'Application, training of people, and social and economic benefit',
      ],
    },
  ],
  shown: [
    'awardName',
    'awardType',
    'awardLevel',
    'awardUnit',
    'applyGrade',
    'achName',
    'subject',
    'resultForm',
    'startDate',
    'endDate',
    'fkDeptId',
    'authors',
    'content',
    'innovation',
    'socialEffect',
    'outputs',
    'attachments',
  ],
  identifying: ['fkDeptId', 'authors'],
  anonymousFiles: ['36'],
});

/** Code of a declaration that an approver returned. */
const returned = '7';

const fields = {
  declareNum: f.text(['申报编号', 'No.']).max(30).computed().unique().searchable(),
  noticeId: f
    .ref(['评奖通知', 'Notice'], prizeNotice)
    .required()
    .among(openForAnswers, outsidePeriodMessage)
    .listed(['评奖申报', 'Prize applications']),
  awardName: f.copy('noticeId', prizeNotice, 'awardName', ['申报奖项', 'Award']),
  ...f.copies('noticeId', prizeNotice, 'awardType', 'awardLevel', 'awardUnit', 'endTime'),
  achName: f.text(['成果名称', 'Achievement']).requiredInDraft().max(200).searchable(),
  applyGrade: f
    .dict(['申报等级', 'Grade'], awardGrade)
    .required()
    .specimen((draw) => draw.pick(['01', '02', '02', '03'])),
  subject: f.dict(['学科', 'Discipline'], discipline).required(),
  resultForm: f.dict(['成果形式', 'Form'], resultForm).required(),
  ...achievementReferences(['评奖申报', 'Prize applications']),
  bizType: f.dict(['支撑成果类型', 'Output type'], outputKind).computed(),
  startDate: f.date(['起始时间', 'Start']),
  endDate: f.date(['完成时间', 'Completed']),
  content: f.note(['成果主要内容', 'Content']).required().max(3000),
  innovation: f.note(['创新点', 'Innovation']).required().max(2000),
  socialEffect: f.note(['社会影响（推广应用）', 'Impact']).required().max(2000),
  outputs: f
    .rows(['支撑成果', 'Supporting outputs'], {
      bizType: f.dict(['类型', 'Type'], outputKind).required(),
      title: f.text(['名称', 'Title']).required().max(300),
    })
    .specimen(() => []),
  deptRank: f.integer(['院系推荐排序', 'College rank']).between(1, 999).byApprover(),
  // College of the department; the declaration uses up the college's quota.
  collegeId: f.ref(['院系', 'College'], dept).computed(),
  result: f
    .dict(['推荐（获奖）结果', 'Nomination or award result'], prizeResult)
    .computed()
    .initial('0'),
  awardGrade: f.dict(['获奖等级', 'Grade won'], awardGrade).computed(),
  awardDate: f.date(['获奖日期', 'Awarded']).computed(),
  awardId: f.ref(['生成获奖', 'Award generated'], awardedFace).computed(),
  ...decl.fields,
  ...judged.fields,
};

const pages = decl.views({
  audit: ['achName', 'firstAuthor', 'fkDeptId', 'awardName', 'applyGrade', 'deptRank'],
});

/** Codes of the states in which a declaration counts against the quota. */
const handedIn = ['5', '6', '1', '3', '4'] as const;

/** 评奖申报: application that the university recommend an achievement for a prize. */
export const prizeDeclaration = defineResource({
  key: 'prizeDeclaration',
  label: declaration.label,
  path: 'kh-edu-research/prizeDeclaration',
  title: 'achName',
  number: { field: 'declareNum', pattern: 'PS${yyyy}${seq4}' },
  fields,
  with: [decl, judged],
  facts: {
    notice: recordNamedBy('noticeId', prizeNotice),
    college: treeBranchOf('fkDeptId', dept),
  },
  compute: ({ result, collegeId, outputs, ...row }, _before, { facts: { college } }) => ({
    bizType: workType(row) ?? outputs?.[0]?.bizType ?? null,
    collegeId: handedIn.some((code) => code === result) ? collegeId : college,
  }),
  states: {
    field: 'result',
    phases: {
      draft: ['0'],
      inApproval: ['5', '6'],
      approved: ['1', '3', '4'],
      returned: [returned],
      refused: ['2'],
      recalled: ['8'],
      void: ['9'],
    },
    looks: { '4': 'refused' },
    steps: { recommended: { passed: '6' } },
  },
  actions: {
    win: {
      label: ['登记获奖', 'Record as won'],
      from: ['1'],
      to: '3',
      by: everyone(),
      form: {
        awardGrade: f.dict(['获奖等级', 'Grade won'], awardGrade).required(),
        awardDate: f.date(['获奖日期', 'Awarded']).required(),
      },
      done: ['已登记，获奖草稿已转给申报人', 'Recorded; the applicant has a draft of the award'],
    },
    lose: {
      label: ['未获奖', 'Not won'],
      from: ['1'],
      to: '4',
      by: everyone(),
      at: 'selection',
      ask: ['确定所选申报未获奖？', 'Mark these applications as not awarded?'],
    },
    undo: {
      label: ['撤销结果', 'Undo result'],
      from: ['3', '4'],
      to: '1',
      by: everyone(),
      ask: [
        '撤销后回到推荐，未改动的获奖草稿一并删除，确定？',
        'It returns to “recommended”, and an unchanged draft award is deleted. Continue?',
      ],
      set: () => ({ awardGrade: null, awardDate: null }),
      danger: true,
    },
  },
  effects: ({ during, create, post }) => [
    during(
      handedIn,
      post(prizePersons, ({ noticeId, authors }) => {
        const userId = byRank(authors)[0]?.userId;
        return noticeId && userId ? [{ owner: noticeId, userId, declared: 1 }] : [];
      }),
    ),
    during(
      ['6', '1', '3', '4'],
      post(prizeQuotas, ({ noticeId, collegeId }) =>
        noticeId && collegeId ? [{ owner: noticeId, departmentId: collegeId, recommended: 1 }] : [],
      ),
    ),
    during(
      '3',
      create(award, {
        into: 'awardId',
        values: (row) => ({
          fromDeclareId: row.id,
          achName: row.achName,
          awardName: row.awardName,
          awardType: row.awardType,
          awardLevel: row.awardLevel,
          awardGrade: row.awardGrade,
          awardUnit: row.awardUnit,
          awardDate: row.awardDate,
          resultForm: row.resultForm,
          paperId: row.paperId,
          bookId: row.bookId,
          patentId: row.patentId,
          standardId: row.standardId,
          discipline: row.subject,
          fkDeptId: row.fkDeptId,
          authors: row.authors,
        }),
      }),
    ),
  ],
  views: {
    register: { ...pages.register, label: ['评奖申报', 'Prize applications'] },
    audit: pages.audit,
    lib: {
      ...pages.lib,
      columns: [
        'declareNum',
        'achName',
        'awardName',
        'applyGrade',
        'fkDeptId',
        'firstAuthor',
        'reviewScore',
        'result',
      ],
      actions: [...pages.lib.actions, 'win', 'lose', 'undo'],
    },
  },
  list: {
    columns: [
      'declareNum',
      'achName',
      'awardName',
      'applyGrade',
      'fkDeptId',
      'firstAuthor',
      'result',
    ],
    filters: [
      'noticeId',
      'result',
      'applyGrade',
      'collegeId',
      'firstAuthor',
      'resultForm',
      'subject',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'notice',
      title: ['申报奖项', 'Prize'],
      fields: [
        'noticeId',
        'awardName',
        'awardType',
        'awardLevel',
        'awardUnit',
        'endTime',
        'applyGrade',
      ],
    },
    {
      key: 'achievement',
      title: ['申报成果', 'Achievement'],
      note: [
        '论文、著作等已入库的成果请直接选择',
        'For papers, books and other outputs in the library, choose them directly',
      ],
      fields: [
        'achName',
        'subject',
        'resultForm',
        'paperId',
        'bookId',
        'patentId',
        'standardId',
        'startDate',
        'endDate',
        'fkDeptId',
      ],
    },
    decl.people,
    {
      key: 'content',
      title: ['成果内容', 'Content'],
      fields: ['content', 'innovation', 'socialEffect'],
    },
    {
      key: 'outputs',
      title: ['支撑成果', 'Supporting outputs'],
      fields: ['outputs'],
      shown: ['bizType'],
    },
    attachmentsSection,
    {
      key: 'recommendation',
      title: ['推荐与评审', 'Recommendation and review'],
      note: [
        '排序由院系领导审批时填写，得分与排名由专家评审得出',
        'The college leader enters the rank at approval; score and rank come from the expert review',
      ],
      fields: ['deptRank', ...reviewOutcome],
      shown: ['result', 'awardGrade', 'awardDate', 'awardId'],
    },
  ],
  validators: [
    ...notAfterToday(fields, 'endDate', 'awardDate'),
    inOrder(fields, 'startDate', 'endDate'),
    {
      fields: ['noticeId'],
      check: ({ noticeId, result }, { now, facts: { notice } }) =>
        noticeId && !mayAnswer(notice, now, result === returned) ? outsidePeriodMessage : null,
    },
  ],
  processes: [
    defineProcess(
      'pjsb',
      ['评奖申报', 'Prize application'],
      [
        deptSecretary,
        { ...deptLeader, tag: 'recommended', editable: ['deptRank'] },
        rdAchieve([]),
        linkIf({ ...review, editable: reviewWrites }, "${notice.needReview == '1'}"),
        rdLeader,
      ],
      'flow_19',
    ),
  ],
});
