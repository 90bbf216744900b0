import { own, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { subaccountOfRecord } from '@keyan/kernel/definition/ledger/measures.ts';
import { recordNamedBy } from '@keyan/kernel/definition/life/fact.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { readerActions } from '../shared/grants.ts';
import { workingFields } from '../shared/mechanisms/working.ts';
import { personalScore, scoringOfficeScope } from './access.ts';
import {
  adjustSource,
  allotMode,
  batchStatusCodes,
  changeableResultCodes,
  closedBatches,
  maxWorkingLength,
  scoreResultStatusCodes,
} from './dictionaries.ts';
import { scoreResult as result, scoreBatch, scoreProject } from './faces.ts';
import { outputMarksLedger, pointsLedger } from './ledgers.ts';
import { outputUnlockedMessage } from './messages.ts';
import { scoredRecordOf } from './objects.ts';

/** Permission of the people who decide on score adjustments proposed by the section. */
const deciding = permission('sresult_acceptAdjust');

/**
 * 计分结果: score of one person for one output in a batch with its explanation, written by the
 * computation.
 */
export const scoreResult = defineResource({
  key: 'scoreResult',
  scarce: {
    records: 'few',
    because: 'its states follow those of its batch, of which there is one a year',
  },
  label: result.label,
  words: { plural: ['计分结果', 'Scores'] },
  path: 'kh-edu-research/scoreBatchResult',
  title: 'title',
  fields: {
    ...result.fields,
    jobNum: f.text(['工号', 'Staff no.']).max(20).computed().searchable(),
    personName: f.text(['姓名', 'Name']).max(50).computed().searchable('names'),
    bizId: f.text(['成果记录', 'Record']).max(20).computed(),
    itemId: f.ref(['命中规则', 'Rule'], scoreProject).computed(),
    itemName: f.text(['规则名称', 'Rule']).max(100).computed(),
    baseScore: f.decimal(['基础分', 'Base score'], 2).computed(),
    quantity: f.decimal(['数量', 'Quantity'], 4).computed(),
    unitCoef: f.decimal(['署名系数', 'Affiliation coefficient'], 2).computed(),
    outputScore: f.decimal(['成果总分', 'Total score of the output'], 2).computed(),
    allotMode: f.dict(['分配方式', 'Allocation'], allotMode).computed(),
    authorSort: f.integer(['本人排名', 'Own rank']).computed(),
    allotRate: f.decimal(['分配比例%', 'Share %'], 2).computed(),
    ...workingFields(maxWorkingLength),
    statYear: f.year(['成果年度', 'Year of the output']).computed(),
    // True for an output of an earlier year that no other batch scored.
    isLate: f.dict(['补计', 'Late entry'], yesNo).computed(),
    score: f.decimal(['系统分', 'Computed score'], 2).computed(),
    proposedScore: f.decimal(['拟调整为', 'Proposed score'], 2).between(0, 999_999).computed(),
    // Time at which the output was unlocked; it is rescored after its next approval.
    unlockedAt: f.time(['成果解锁时间', 'Output unlocked']).computed(),
  },
  facts: { batch: recordNamedBy('batchId', scoreBatch) },
  derived: {
    within: 'batchId',
    by: ['bizId', 'userId'],
    // Results under appeal are kept, since the appeal refers to them.
    kept: {
      fields: ['status', 'adjustScore'],
      check: ({ status, adjustScore: adjusted }) =>
        status === scoreResultStatusCodes.appealed ||
        status === scoreResultStatusCodes.adjusted ||
        status === scoreResultStatusCodes.proposed ||
        adjusted !== null,
    },
    // Rescored in confirmed batches after unlocking, change and approval of the output.
    source: {
      job: 'rescore-outputs',
      label: ['已解锁成果重算', 'Recompute unlocked outputs'],
      by: 'bizId',
      fields: ['scoreObject'],
      of: scoredRecordOf,
      opened: 'unlockedAt',
      final: [batchStatusCodes.confirmed],
      closes: 'relock',
    },
    nothing: {
      outputScore: '0.00',
      allotRate: '0.00',
      score: '0.00',
      working: '—',
      workingEn: '—',
    },
    // A changed score resets the person’s confirmation.
    revise: ({ status, score }, values) =>
      status === scoreResultStatusCodes.acknowledged && score !== values.score
        ? { status: scoreResultStatusCodes.open }
        : {},
  },
  compute: ({ score, adjustScore: adjusted }) => ({ finalScore: adjusted ?? score }),
  list: {
    columns: [
      'title',
      'status',
      'personName',
      'fkDeptId',
      'scoreObject',
      'itemName',
      'outputScore',
      'allotRate',
      'score',
      'adjustScore',
      'finalScore',
      'isLate',
      'batchId',
    ],
    filters: [
      'batchId',
      'userId',
      'fkDeptId',
      'scoreObject',
      'itemId',
      'isLate',
      'finalScore',
      'status',
    ],
    sort: '-finalScore',
    totals: ['score', 'finalScore'],
    totalsWithin: 'batchId',
  },
  form: [
    {
      key: 'output',
      title: ['成果', 'Output'],
      fields: [
        'title',
        'scoreObject',
        'bizId',
        'statYear',
        'isLate',
        'batchId',
        'personName',
        'jobNum',
        'fkDeptId',
      ],
    },
    {
      key: 'why',
      title: ['得分依据', 'Basis of the score'],
      fields: [
        'itemName',
        'itemId',
        'baseScore',
        'quantity',
        'unitCoef',
        'outputScore',
        'allotMode',
        'authorSort',
        'allotRate',
        'working',
      ],
    },
    {
      key: 'score',
      title: ['得分', 'Score'],
      fields: [
        'score',
        'proposedScore',
        'adjustSource',
        'proposedWhy',
        'adjustScore',
        'finalScore',
        'unlockedAt',
      ],
    },
  ],
  states: { field: 'status', initial: scoreResultStatusCodes.open, editable: [] },
  actions: {
    acknowledge: {
      label: ['确认无误', 'Confirm'],
      from: [scoreResultStatusCodes.open, scoreResultStatusCodes.adjusted],
      to: scoreResultStatusCodes.acknowledged,
      by: own('userId'),
      at: 'selection',
      guard: {
        fields: ['batchId'],
        check: (_row, { facts: { batch } }) =>
          batch?.status === batchStatusCodes.released
            ? [
                '年度计分尚在统计，公示后再确认',
                'Scores of the year are still being counted; confirm after they are open for appeals',
              ]
            : null,
      },
      done: ['已确认', 'Confirmed'],
    },
    appeal: {
      label: ['申诉', 'Appeal'],
      from: changeableResultCodes,
      to: scoreResultStatusCodes.appealed,
      by: 'effect',
    },
    uphold: {
      label: ['申诉成立', 'Upheld'],
      from: [...changeableResultCodes, scoreResultStatusCodes.appealed],
      to: scoreResultStatusCodes.adjusted,
      by: 'effect',
    },
    // Sets the score to zero after a decision on the output, also in closed batches; the state is
    // unchanged.
    reverse: {
      label: ['冲销', 'Reversed'],
      from: [...changeableResultCodes, scoreResultStatusCodes.locked],
      by: 'effect',
    },
    adjust: {
      label: ['调整分值', 'Adjust'],
      from: changeableResultCodes,
      to: scoreResultStatusCodes.proposed,
      by: scoringOfficeScope,
      guard: {
        fields: ['batchId'],
        check: (_row, { facts: { batch } }) =>
          closedBatches.includes(batch?.status)
            ? [
                '批次已确认或撤回，分值不能再调整',
                'The batch is confirmed or withdrawn; scores can no longer be adjusted',
              ]
            : null,
      },
      form: {
        proposedScore: f
          .decimal(['调整后分值', 'Adjusted score'], 2)
          .between(0, 999_999)
          .required(),
        adjustSource: f.dict(['调整来源', 'Source of adjustment'], adjustSource).required(),
        proposedWhy: f.reason(['调整原因', 'Reason']).max(300),
      },
      done: ['已提交审批', 'Submitted for approval'],
    },
    acceptAdjust: {
      label: ['通过调整', 'Approve adjustment'],
      from: [scoreResultStatusCodes.proposed],
      to: scoreResultStatusCodes.adjusted,
      by: deciding,
      at: 'selection',
      ask: [
        '通过后最终分按调整后的分值计，确定？',
        'The adjusted score becomes the final score. Approve it?',
      ],
      // The reason of the adjustment is kept beside the score.
      set: ({ proposedScore }) => ({ adjustScore: proposedScore, proposedScore: null }),
      done: ['已通过', 'Approved'],
    },
    returnAdjust: {
      label: ['退回调整', 'Return adjustment'],
      from: [scoreResultStatusCodes.proposed],
      to: ({ adjustScore: adjusted }) =>
        adjusted === null ? scoreResultStatusCodes.open : scoreResultStatusCodes.adjusted,
      by: deciding,
      form: { reason: f.reason(['退回原因', 'Reason']).max(300) },
      set: () => ({ proposedScore: null, adjustSource: null, proposedWhy: null }),
      done: ['已退回', 'Returned'],
    },
    lock: {
      label: ['锁定', 'Lock'],
      from: changeableResultCodes,
      to: scoreResultStatusCodes.locked,
      by: 'job',
    },
    relock: {
      label: ['重新锁定', 'Lock again'],
      from: [...changeableResultCodes, scoreResultStatusCodes.locked],
      to: scoreResultStatusCodes.locked,
      by: 'job',
      set: () => ({ unlockedAt: null }),
    },
    unlockOutput: {
      label: ['解锁成果', 'Unlock the output'],
      from: [scoreResultStatusCodes.locked],
      by: scoringOfficeScope,
      ask: [
        '解锁后该成果可以退回修改；修改后再次通过时，已确认的得分自动重算。',
        'The output can then be returned and changed; once approved again, its confirmed scores are recomputed automatically.',
      ],
      form: { reason: f.reason(['解锁原因', 'Reason']).max(300) },
      set: (_row, _input, { now }) => ({ unlockedAt: now }),
      tells: [outputUnlockedMessage],
      done: ['成果已解锁', 'The output is unlocked'],
    },
    unlock: {
      label: ['解除锁定', 'Unlock'],
      from: [scoreResultStatusCodes.locked],
      to: ({ score, adjustScore: adjusted }) =>
        adjusted === null || equal(adjusted, score)
          ? scoreResultStatusCodes.open
          : scoreResultStatusCodes.adjusted,
      by: 'job',
      set: () => ({ unlockedAt: null }),
    },
  },
  effects: ({ during, post }) => [
    during(
      scoreResultStatusCodes.locked,
      post(outputMarksLedger, (row) => {
        const { kind, id } = scoredRecordOf(row) ?? {};
        return kind && id
          ? [
              {
                output: subaccountOfRecord({ resource: kind.key, id }),
                score: row.finalScore ?? '0',
                scores: 1,
                unlocked: row.unlockedAt === null ? 0 : 1,
              },
            ]
          : [];
      }),
    ),
    during(
      [
        ...changeableResultCodes,
        scoreResultStatusCodes.appealed,
        scoreResultStatusCodes.proposed,
        scoreResultStatusCodes.locked,
      ],
      post(pointsLedger, ({ batchId, userId, finalScore, status }) =>
        batchId && userId
          ? [
              {
                owner: batchId,
                userId,
                score: finalScore ?? '0',
                outputs: 1,
                appeals: status === scoreResultStatusCodes.proposed ? 1 : 0,
              },
            ]
          : [],
      ),
    ),
  ],
  access: {
    // Secret outputs are not visible to the college.
    read: personalScore(withCode('secret', '0')),
    write: permission('sresult_adjust'),
    choose: own('userId'),
  },
  views: {
    mine: {
      label: ['我的业绩分', 'My score'],
      none: [
        '还没有您的得分，计分批次发布后可见；尚未计入的成果见「我的进度」',
        'You have no scores yet; they appear once a scoring batch is released. For outputs not yet counted see “My progress”',
      ],
      code: 'myscore',
      path: '/score/mine',
      icon: 'TrophyOutlined',
      scope: own('userId'),
      menu: ['scoreOwn', 2],
      grants: { teacher: [...readerActions, 'acknowledge'] },
      actions: ['view', 'acknowledge', 'export', 'history'],
    },
    all: {
      label: ['计分结果', 'Scores'],
      code: 'sresult',
      path: '/score/batchResult',
      icon: 'CheckSquareOutlined',
      scope: personalScore(withCode('secret', '0')),
      menu: ['scoreYear', 3],
      grants: {
        rd_admin: 'all',
        rd_achieve: [...readerActions, 'adjust', 'unlockOutput'],
        rd_leader: readerActions,
        dept_secretary: readerActions,
        dept_leader: readerActions,
      },
      actions: [
        'view',
        'adjust',
        'acceptAdjust',
        'returnAdjust',
        'unlockOutput',
        'export',
        'history',
      ],
    },
  },
});
