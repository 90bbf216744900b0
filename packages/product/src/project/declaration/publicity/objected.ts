import { face } from '@keyan/kernel/definition/field/field.ts';
import { declareInfo } from '../../common/faces.ts';
import { declareFields } from '../declare-fields.ts';

/** Fields of a declaration that objections read. */
export const objectedDeclaration = face(declareInfo.key, declareInfo.label, {
  declareNum: declareFields.declareNum,
  isObjected: declareFields.isObjected,
});

/** State changes of a declaration caused by objections. */
export const objectionMoves = {
  object: { label: ['收到公示异议', 'Objection received'], from: ['50'], by: 'effect' },
  dropProposal: {
    label: ['公示异议成立，不予立项', 'Objection upheld, not approved'],
    from: ['50'],
    to: '70',
    by: 'effect',
  },
} as const;
