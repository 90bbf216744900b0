import { f } from '@keyan/kernel/definition/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger.ts';
import { user } from '../shared/refs.ts';
import { scoreBatch, scoreResult } from './faces.ts';

/** What the results of a batch come to, in all and for each person. A point has two decimals, as a yuan has. */
export const points = defineLedger('points', ['计分账', 'Points'], {
  owner: scoreBatch,
  account: { userId: f.ref(['人员', 'Person'], user) },
  measures: { score: 'money', outputs: 'count', persons: 'count', appeals: 'count' },
});

/** One appeal against each result. */
export const appeals = defineLedger('scoreAppeals', ['计分申诉', 'Appeals'], {
  owner: null,
  account: { resultId: f.ref(['结果', 'Score'], scoreResult) },
  measures: { count: 'count' },
  limits: [
    {
      of: 'account',
      room: ({ count }) => 1 - count,
      words: [
        '该条结果已申诉过，每条结果只能申诉一次',
        'There is an appeal against this score already',
      ],
    },
  ],
});
