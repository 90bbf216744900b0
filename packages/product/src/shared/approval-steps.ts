import type { Step } from '@keyan/kernel/process.ts';

/** The secretary of the record's department; where it has none, of the one above (domain §3.4). */
export const deptSecretary: Step = {
  key: 'deptSecretary',
  label: ['院系科研秘书审核', 'Department secretary'],
  candidates: ['role:dept_secretary@applicantDept^'],
  // 不通过 is the research office's word unless `flow.dept.refuse` says otherwise (domain §3.2).
  refuse: false,
};

/** The research office's achievement section, which may correct what it is there to judge. */
export const rdAchieve = (editable: readonly string[]): Step => ({
  key: 'rdAchieve',
  label: ['科研处成果科审核', 'Research office: achievements'],
  candidates: ['role:rd_achieve'],
  editable,
});
