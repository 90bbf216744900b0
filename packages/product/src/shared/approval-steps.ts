import type { ChainLink, MatterStep, Step } from '@keyan/kernel/definition/life/process.ts';

/**
 * Steps of the shipped approval routes. Only the research office and the last approver may refuse a
 * record; others return it.
 */

/**
 * Step of the secretary of the record’s department, or of the nearest department above with a
 * secretary.
 */
export const deptSecretary: Step = {
  key: 'deptSecretary',
  label: ['院系科研秘书审核', 'College secretary'],
  candidates: ['role:dept_secretary@applicantDept^'],
  refuse: false,
};

/**
 * Step of the leader of the record’s department, or of the nearest department above with a leader.
 */
export const deptLeader: Step = {
  key: 'deptLeader',
  label: ['院系领导审批', 'College leader'],
  candidates: ['role:dept_leader@applicantDept^'],
  refuse: false,
};

/** Step of the achievement section, which may correct the given fields. */
export const rdAchieve = (editable: readonly string[]): Step => ({
  key: 'rdAchieve',
  label: ['科研处成果科审核', 'Research office: achievements'],
  candidates: ['role:rd_achieve'],
  editable,
});

/** Step of the research office, if no section is responsible. */
export const researchOfficeStep: Step = {
  key: 'rdOffice',
  label: ['科研处审核', 'Research office'],
  candidates: ['role:rd_admin'],
};

export const rdProject: Step = {
  key: 'rdProject',
  label: ['科研处项目科审核', 'Research office: projects'],
  candidates: ['role:rd_project'],
};

export const rdFund: Step = {
  key: 'rdFund',
  label: ['科研处经费与合同科审核', 'Research office: funds and contracts'],
  candidates: ['role:rd_fund'],
};

export const rdLeader: Step = {
  key: 'rdLeader',
  label: ['科研处领导审批', 'Research office: director'],
  candidates: ['role:rd_leader'],
};

/** Step of any accountant in the finance office. */
export const financeStep: Step = {
  key: 'finance',
  label: ['财务处审核', 'Finance office'],
  candidates: ['role:finance'],
  refuse: false,
};

/** Step of the finance office as last approver, which may refuse. */
export const finalFinanceStep: Step = { ...financeStep, refuse: true };

/** Co-signing step of an office; skipped if the university has no such office. */
const asked = (key: string, role: string, label: Step['label']): Step => ({
  key,
  label,
  candidates: [`role:${role}`],
  empty: 'skip',
  refuse: false,
});

export const legalStep = asked('legal', 'legal', ['法务会签', 'Legal office']);
export const internationalStep = asked('international', 'intl', [
  '国际合作处会签',
  'International office',
]);
export const publicityStep = asked('publicity', 'propaganda', ['宣传部会签', 'Publicity office']);

/** Wait for expert review, which the project section arranges. */
export const review: MatterStep = {
  key: 'review',
  label: ['专家评审', 'Expert review'],
  wait: 'review',
  tag: 'review',
};

/** Step of the section or office that decides after expert review. */
export const stepAfterReview = {
  key: 'reviewedAgain',
  label: ['科研处复核', 'Research office: after the review'],
} as const satisfies Partial<Step>;

/** Link with a condition; the process skips it if the condition is false. */
export const linkIf = <Link extends ChainLink>(link: Link, condition: string): Link => ({
  ...link,
  condition,
});
