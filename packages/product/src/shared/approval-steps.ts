import type { Step } from '@keyan/kernel/definition/process.ts';

/** The secretary of the record's department; where it has none, of the one above. */
export const deptSecretary: Step = {
  key: 'deptSecretary',
  label: ['院系科研秘书审核', 'Department secretary'],
  candidates: ['role:dept_secretary@applicantDept^'],
  // Only the research office refuses, unless the parameter `flow.dept.refuse` allows it here.
  refuse: false,
};

/** The research office's achievement section, which may correct what it is there to judge. */
export const rdAchieve = (editable: readonly string[]): Step => ({
  key: 'rdAchieve',
  label: ['科研处成果科审核', 'Research office: achievements'],
  candidates: ['role:rd_achieve'],
  editable,
});
