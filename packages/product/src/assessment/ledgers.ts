import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { assessBatch, assessResult } from './faces.ts';

/**
 * Ledger that counts results of a batch by grade, suggestions that are not computed yet, and
 * pending appeals.
 */
export const assessedLedger = defineLedger('assessed', ['考核账', 'Assessed'], {
  owner: assessBatch,
  subaccount: { grade: f.dict(['等级', 'Grade'], assessGrade) },
  measures: { results: 'count', unjudged: 'count', appeals: 'count' },
});

/** Ledger that limits appeals to one per result (R-703 with R-606). */
export const assessAppealsLedger = defineLedger('assessAppeals', ['考核申诉', 'Appeals'], {
  owner: null,
  subaccount: { resultId: f.ref(['考核结果', 'Result'], assessResult) },
  measures: { count: 'count' },
  limits: [
    {
      of: 'subaccount',
      room: ({ count }) => 1 - count,
      words: [
        '该考核结果已申诉过，每条结果只能申诉一次',
        'There is already an appeal against this result',
      ],
    },
  ],
});
