import { f } from '@keyan/kernel/definition/field.ts';
import type { Kind } from '@keyan/kernel/definition/process.ts';
import { fundMode } from '../project/dictionaries.ts';
import { deptSecretary, finance, onlyIf, rdLeader, rdProject } from '../shared/approval-steps.ts';
import { secretLevel } from '../shared/dictionaries.ts';
import {
  departmentId,
  kindsOfFamily,
  level,
  programLeaderId,
  type Stage,
  surplusFields,
} from './project-family.ts';

const stages: readonly Stage[] = [
  {
    kind: 'approval',
    place: 1,
    label: ['项目立项', 'project approval'],
    files: ['02*', '01', '04', '99'],
    fields: {
      level,
      programLeaderId,
      departmentId,
      approvalDate: f.date(['批准（立项）日期', 'Approved on']).required(),
      funds: f.money(['批准经费', 'Approved funds']).required(),
      superiorAppropriation: f.money(['上级拨款', 'Grant']).required(),
      matchFunds: f.money(['学校配套', 'Matching by the university']),
      outFunds: f.money(['外拨经费', 'Transfer out']),
      fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode).required(),
      secretLevel: f.dict(['密级', 'Classification'], secretLevel).required(),
    },
    // The office registers most approvals itself; teachers add those that it lacks.
    steps: [onlyIf(deptSecretary, "${contains(applicant.roles, 'teacher')}"), rdProject, rdLeader],
  },
  {
    kind: 'surplus',
    place: 7,
    label: ['项目结余', 'project surplus'],
    files: ['10', '99'],
    fields: surplusFields,
    steps: [rdProject, finance, rdLeader],
  },
];

/** 纵向, 校级 and 文化基地: projects with a grant. Their routes are alike, and each school may change one alone. */
export const plannedGrants: readonly Kind[] = [
  ...kindsOfFamily({ kind: 'vertical', label: ['纵向', 'Vertical'], flow: 26, stages }),
  ...kindsOfFamily({ kind: 'school', label: ['校级', 'School'], flow: 34, stages }),
  ...kindsOfFamily({ kind: 'cultural', label: ['文化基地', 'Cultural-base'], flow: 42, stages }),
];
