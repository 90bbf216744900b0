import { anyScope, everyScope, member, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f, type RowOf } from '@keyan/kernel/definition/field/field.ts';
import { defineResource, type Row } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { releaseCodes, releaseStates } from '../../shared/mechanisms/releasing.ts';
import { user } from '../../shared/references/refs.ts';
import { absorbedKind } from '../common/absorbed.ts';
import { openAccess } from '../common/dictionaries.ts';
import { achievementGroup } from '../common/pages.ts';
import { paperFace } from '../common/paper-face.ts';
import {
  askScope,
  claimCodes,
  claimStatus,
  matchReason,
  questionScopeCodes,
} from './dictionaries.ts';
import { collectedFace } from './faces.ts';

/** Scope of the office, which sees all matches and answers; other people see only their own line. */
const whoIsAsked = permission('thesis');

const fields = {
  ...collectedFace.fields,
  addresses: f.note(['作者地址', 'Addresses']).max(4000),
  reprintAuthor: f.note(['通讯作者地址', 'Corresponding address']).max(1000),
  citedNum: f.integer(['被引', 'Citations']),
  batchNo: f.text(['导入批次', 'Import batch']).max(30),
  // Values from a metadata source, not editable.
  origin: f.text(['采集来源', 'Collected from']).max(50).computed(),
  originId: f.text(['来源编号', 'Source no.']).max(300).computed(),
  originVersion: f.text(['来源版本', 'Version at the source']).max(50).computed(),
  sourceCited: f.integer(['来源被引', 'Citations at the source']).computed(),
  openAccess: f.dict(['开放获取', 'Open access'], openAccess).computed(),
  refreshTime: f.time(['更新时间', 'Updated']).computed(),
  isRetracted: f.dict(['是否撤稿', 'Retracted'], yesNo).computed().initial('0'),
  retractDate: f.date(['撤稿日期', 'Retracted on']).computed(),
  retractDoi: f.text(['撤稿声明 DOI', 'DOI of the notice']).max(120).computed(),
  retractReason: f.text(['撤稿说明', 'Reason']).max(500).computed(),
  // People who are asked: certain matches, or everybody who may match.
  askScope: f
    .dict(['提醒范围', 'Reminder scope'], askScope)
    .computed()
    .initial(questionScopeCodes.all),
  matchUsers: f.text(['匹配到的本校人员', 'Matched people']).max(500).computed().openTo(whoIsAsked),
  matches: f
    .rows(['匹配明细', 'Match details'], {
      userId: f.ref(['人员', 'Person'], user),
      score: f.integer(['匹配分', 'Match score']),
      reasons: f.dicts(['匹配依据', 'Basis of match'], matchReason),
      sort: f.integer(['作者排名', 'Author position']),
      isSure: f.dict(['确定匹配', 'Certain match'], yesNo),
      answer: f.dict(['本人答复', 'Own answer'], claimStatus),
    })
    .computed()
    .openTo(whoIsAsked, 'userId'),
  // Number of people who were notified and have not answered.
  asked: f
    .rows(['待答复人员', 'Awaiting answer'], { userId: f.ref(['人员', 'Person'], user) })
    .computed()
    .openTo(whoIsAsked, 'userId'),
  // Registered paper that the office linked, so that no claim is needed.
  paperId: f
    .ref(['已登记的论文', 'Registered paper'], paperFace)
    .computed()
    .listed(['收录题录', 'Collected records']),
};

export type ThesisFields = typeof fields;
export type ThesisRow = RowOf<ThesisFields>;
export type MatchLine = NonNullable<ThesisRow['matches']>[number];

/**
 * 收录论文库: records of databases that the office or the library collects. Released records can be claimed, and matching
 * people are notified.
 */
export const thesis = defineResource({
  key: 'collectionThesis',
  label: collectedFace.label,
  words: { plural: ['收录论文', 'Collected papers'], add: ['新增题录', 'Add a record'] },
  path: 'kh-edu-research/collectionThesis',
  title: 'title',
  fields,
  with: [
    absorbedKind({
      takenFor: ['indexed'],
      state: 'status',
      open: { field: 'claimStatus', code: claimCodes.open },
      year: 'publishYear',
      people: { printed: 'authorsText', matches: 'matches' },
      texts: { 'container-title': 'source', issued: 'publishYear', authors: 'authorsText' },
    }),
  ],
  validators: [
    {
      fields: ['publishYear'],
      // Papers published online this year may be printed next year.
      check: ({ publishYear }, { today }) =>
        publishYear !== null && publishYear > Number(today.slice(0, 4)) + 1
          ? ['【发表年】不能晚于明年', 'The publication year must not be later than next year']
          : null,
    },
  ],
  list: {
    columns: [
      'status',
      'claimStatus',
      'title',
      'authorsText',
      'source',
      'publishYear',
      'indexType',
      'matchUsers',
      'doi',
      'accessionNum',
      'batchNo',
      'origin',
      'isRetracted',
    ],
    filters: [
      'status',
      'claimStatus',
      'publishYear',
      'indexType',
      'batchNo',
      'source',
      'doi',
      'accessionNum',
      'origin',
      'isRetracted',
    ],
    sort: '-createTime',
  },
  form: [
    {
      key: 'work',
      title: ['题录', 'Record'],
      fields: [
        'title',
        'authorsText',
        'source',
        'publishYear',
        'issn',
        'volume',
        'issue',
        'pages',
        'doi',
      ],
    },
    {
      key: 'index',
      title: ['收录', 'Indexing'],
      fields: ['indexType', 'accessionNum', 'docType', 'citedNum', 'batchNo'],
      shown: [
        'paperId',
        'origin',
        'originId',
        'originVersion',
        'sourceCited',
        'openAccess',
        'refreshTime',
        'isRetracted',
        'retractDate',
        'retractDoi',
        'retractReason',
      ],
    },
    {
      key: 'authors',
      title: ['作者地址', 'Addresses of authors'],
      fields: ['addresses', 'reprintAuthor'],
    },
  ],
  states: releaseStates,
  actions: {
    release: {
      label: ['发布', 'Release'],
      from: [releaseCodes.draft, releaseCodes.withdrawn],
      to: releaseCodes.published,
      at: 'selection',
      ask: [
        '发布后提醒匹配到的人员核对并登记，确定发布？',
        'Matched people are reminded to check and register it. Release it?',
      ],
      done: ['发布成功', 'Released'],
    },
    withdraw: {
      label: ['撤回发布', 'Withdraw'],
      from: [releaseCodes.published],
      to: releaseCodes.withdrawn,
      guard: {
        fields: ['claimStatus'],
        check: ({ claimStatus: status }) =>
          status === claimCodes.open
            ? null
            : ['已有人认领，不能撤回', 'Somebody has claimed it; it cannot be withdrawn'],
      },
      ask: ['撤回后不能再认领，确定撤回？', 'It can no longer be claimed. Withdraw it?'],
      done: ['撤回成功', 'Withdrawn'],
      danger: true,
    },
    close: {
      label: ['截止', 'Close'],
      from: [releaseCodes.published],
      to: releaseCodes.closed,
      at: 'selection',
      ask: ['截止后不再接受认领，确定截止？', 'No more claims will be accepted. Close it?'],
    },
    detach: {
      label: ['撤销并入', 'Undo merge'],
      from: [
        releaseCodes.draft,
        releaseCodes.published,
        releaseCodes.withdrawn,
        releaseCodes.closed,
      ],
      guard: {
        fields: ['paperId'],
        check: ({ paperId }) =>
          paperId === null ? ['没有并入论文', 'It has not been merged into a paper'] : null,
      },
      ask: [
        '撤销后题录恢复待认领，论文已取得的收录信息不变，确定撤销？',
        'The record becomes open to claims again; indexing data already added to the paper stay. Undo the merge?',
      ],
      set: () => ({ paperId: null }),
      done: ['已撤销并入', 'Merge undone'],
    },
    askMore: {
      label: ['提醒全部疑似人员', 'Remind all possible matches'],
      from: [releaseCodes.published],
      guard: {
        fields: ['askScope'],
        check: ({ askScope: scope }) =>
          scope === questionScopeCodes.sure
            ? null
            : ['疑似人员都已提醒', 'All possible matches have been reminded'],
      },
      set: () => ({ askScope: questionScopeCodes.all }),
      ask: [
        '除确定匹配的人员外，其余疑似人员也会收到提醒，确定？',
        'Besides certain matches, all other possible matches are reminded too. Continue?',
      ],
      done: ['已提醒', 'Reminded'],
    },
    follow: {
      label: ['认领变动', 'Claims changed'],
      from: [
        releaseCodes.draft,
        releaseCodes.published,
        releaseCodes.withdrawn,
        releaseCodes.closed,
      ],
      by: 'effect',
    },
    answer: { label: ['本人答复', 'Answered'], from: [releaseCodes.published], by: 'effect' },
  },
  access: {
    read: anyScope(permission('thesis'), withCode('status', releaseCodes.published)),
    write: permission('thesis_edit'),
    choose: withCode('status', releaseCodes.published),
  },
  views: {
    all: {
      label: collectedFace.label,
      code: 'thesis',
      path: '/achievement/collectionThesis',
      note: [
        '导入题录、查重、发布后由作者认领',
        'Records are imported, checked for duplicates, released and then claimed by authors',
      ],
      scope: permission('thesis'),
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'release',
        'withdraw',
        'close',
        'detach',
        'askMore',
        'import',
        'export',
        'history',
      ],
      menu: [achievementGroup('paper'), 4],
      grants: { rd_admin: 'all', rd_achieve: 'all' },
    },
    claim: {
      label: ['论文认领', 'Papers to claim'],
      code: 'pclaim',
      path: '/achievement/papersClaim',
      note: ['疑似您的论文，是您的请认领', 'Papers that may be yours; claim those that are'],
      scope: everyScope(withCode('status', releaseCodes.published), member('asked', 'userId')),
      columns: [
        'title',
        'matchUsers',
        'authorsText',
        'source',
        'publishYear',
        'indexType',
        'claimStatus',
        'isRetracted',
      ],
      actions: ['view'],
      menu: [achievementGroup('paper'), 5],
      grants: {
        rd_admin: ['view'],
        rd_achieve: ['view'],
        dept_secretary: ['view'],
        teacher: ['view'],
      },
    },
  },
});

export type Thesis = Row<typeof thesis>;
