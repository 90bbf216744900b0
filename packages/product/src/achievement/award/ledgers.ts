import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { prizeNotice } from './faces.ts';

/** Number of declarations that departments recommend for a prize, in total and per department. */
export const prizeQuotas = defineLedger('prizeQuotas', ['推荐限额', 'Prize quotas'], {
  owner: prizeNotice,
  subaccount: { departmentId: f.ref(['院系', 'College'], dept) },
  measures: { recommended: 'count' },
  limits: [
    {
      of: 'owner',
      room: ({ recommended }, { owner: { quota } }) => quota && quota - recommended,
      words: ['【{owner}】的推荐限额已用完', 'The quota of “{owner}” is used up'],
    },
    {
      of: 'subaccount',
      room: ({ recommended }, { owner: { deptQuota } }) => deptQuota && deptQuota - recommended,
      words: ['【{owner}】的院系限额已用完', 'The college’s quota for “{owner}” is used up'],
    },
  ],
});

/** Number of declarations for a prize with the same first author. */
export const prizePersons = defineLedger('prizePersons', ['个人限报', 'Applications per person'], {
  owner: prizeNotice,
  subaccount: { userId: f.ref(['第一完成人', 'First contributor'], user) },
  measures: { declared: 'count' },
  limits: [
    {
      of: 'subaccount',
      room: ({ declared }, { owner: { personLimit } }) => personLimit && personLimit - declared,
      words: [
        '第一完成人对【{owner}】的申报已达限报项数',
        'The first contributor has reached the limit of applications for “{owner}”',
      ],
    },
  ],
});
