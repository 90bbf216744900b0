import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { scoreFields } from '../shared/mechanisms/scored.ts';
import { user } from '../shared/references/refs.ts';
import { maxRepresentativeWorks } from '../system/parameters/limits.ts';
import { scoreBatch, scoreResult, scoreReward, scoreTrial } from './faces.ts';

/** Ledger of points per batch, in total and by person; points have two decimals. */
export const pointsLedger = defineLedger('points', ['计分账', 'Points'], {
  owner: scoreBatch,
  subaccount: { userId: f.ref(['人员', 'Person'], user) },
  measures: { score: 'money', outputs: 'count', persons: 'count', appeals: 'count' },
});

/**
 * Ledger of final points per output over all batches, and of the points that the office unlocked:
 * records that an output was scored until it is unlocked.
 */
export const outputMarksLedger = defineLedger('scoreMarks', ['成果计分', 'Scores of outputs'], {
  owner: null,
  subaccount: { output: f.text(['成果', 'Output']) },
  measures: { score: 'money', scores: 'count', unlocked: 'count' },
  records: {
    fields: scoreFields,
    values: ({ score, scores, unlocked }) => ({
      isLocked: scores > 0 && unlocked === 0 ? ('1' as const) : ('0' as const),
      scoreTotal: scores > 0 ? score : null,
    }),
  },
});

/** Ledger that limits appeals to one per result. */
export const scoreAppealsLedger = defineLedger('scoreAppeals', ['计分申诉', 'Appeals'], {
  owner: null,
  subaccount: { resultId: f.ref(['结果', 'Score'], scoreResult) },
  measures: { count: 'count' },
  limits: [
    {
      of: 'subaccount',
      room: ({ count }) => 1 - count,
      words: [
        '该条结果已申诉过，每条结果只能申诉一次',
        'There is already an appeal against this score',
      ],
    },
  ],
});

/** Ledger of a reward’s amounts, in total and by person. */
export const rewardsLedger = defineLedger('rewarded', ['奖励账', 'Rewards'], {
  owner: scoreReward,
  subaccount: { userId: f.ref(['人员', 'Person'], user) },
  measures: { amount: 'money', details: 'count' },
});

/** Ledger of points in a what-if computation and currently, in total and by person. */
export const trialScoresLedger = defineLedger('tried', ['试算账', 'What-if'], {
  owner: scoreTrial,
  subaccount: { userId: f.ref(['人员', 'Person'], user) },
  measures: { before: 'money', after: 'money', winners: 'count', losers: 'count' },
});

/** Ledger of representative works per person and year, limited by a parameter. */
export const representativeWorksLedger = defineLedger(
  'represented',
  ['代表作账', 'Representative works'],
  {
    owner: null,
    subaccount: { personYear: f.text(['人员与年度', 'Person and year']) },
    measures: { count: 'count' },
    parameters: { most: maxRepresentativeWorks },
    limits: [
      {
        of: 'subaccount',
        room: ({ count }, { chosen: { most } }) => most - count,
        words: [
          '本年度代表作已满，请先撤下一项',
          'You have reached the limit of representative works for this year; withdraw one first',
        ],
      },
    ],
  },
);
