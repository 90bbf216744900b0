import { f } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import {
  deptLeader,
  deptSecretary,
  legal,
  onlyIf,
  rdFund,
  rdLeader,
} from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { legalAmount } from '../system/parameters/limits.ts';
import { partyType } from './project-dictionaries.ts';
import { departmentId, kindsOfFamily, programLeaderId, type Stage } from './project-family.ts';

const stages: readonly Stage[] = [
  {
    kind: 'record',
    place: 0,
    label: ['项目备案', 'contract record'],
    files: ['03*', '27', '04', '99'],
    fields: {
      programLeaderId,
      departmentId,
      contractAmount: f.money(['合同总额', 'Contract amount']).required(),
      outFunds: f.money(['外拨经费', 'Transfer out']),
      equipFunds: f.money(['代购设备款', 'Equipment purchase']),
      partyType: f.dict(['甲方性质', 'Client type'], partyType).required(),
      isTaxFree: f.dict(['是否免税', 'Tax-free'], yesNo).required(),
      isTransform: f.dict(['是否成果转化合同', 'Technology transfer'], yesNo).required(),
      isRelated: f.dict(['是否关联交易', 'Related party'], yesNo).required(),
    },
    steps: [
      deptSecretary,
      deptLeader,
      rdFund,
      onlyIf(legal, "${contractAmount >= param.legalAmount || isRelated == '1'}"),
      rdLeader,
    ],
    more: {
      parameters: { legalAmount },
    },
  },
];

/** 横向: projects by contract. */
export const plannedContracts: readonly Kind[] = kindsOfFamily({
  kind: 'horizontal',
  label: ['横向', 'Horizontal'],
  flow: 50,
  stages,
});
