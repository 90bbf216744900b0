import type { Kind } from '@keyan/kernel/definition/process.ts';
import { finance, rdLeader, rdProject } from '../shared/approval-steps.ts';
import { kindsOfFamily, type Stage, surplusFields } from './project-family.ts';

const stages: readonly Stage[] = [
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
