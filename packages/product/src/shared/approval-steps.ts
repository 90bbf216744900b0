import type { ChainLink, MatterStep, Step } from '@keyan/kernel/definition/life/process.ts';

/**
 * The links of which the shipped routes are made. Only the research office and whoever decides last
 * may refuse a record; others return it.
 */

/** The secretary of the record's department; where it has none, of the one above. */
export const deptSecretary: Step = {
  key: 'deptSecretary',
  label: ['院系科研秘书审核', 'College secretary'],
  candidates: ['role:dept_secretary@applicantDept^'],
  refuse: false,
};

/** The leader of the record's department; where it has none, of the one above. */
export const deptLeader: Step = {
  key: 'deptLeader',
  label: ['院系领导审批', 'College leader'],
  candidates: ['role:dept_leader@applicantDept^'],
  refuse: false,
};

/** The research office's achievement section, which may correct what it is there to judge. */
export const rdAchieve = (editable: readonly string[]): Step => ({
  key: 'rdAchieve',
  label: ['科研处成果科审核', 'Research office: achievements'],
  candidates: ['role:rd_achieve'],
  editable,
});

/** The research office, where no section of it is responsible. */
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

/** Any accountant of the finance office. */
export const financeStep: Step = {
  key: 'finance',
  label: ['财务处审核', 'Finance office'],
  candidates: ['role:finance'],
  refuse: false,
};

/** The finance office where it decides last. */
export const finalFinanceStep: Step = { ...financeStep, refuse: true };

/** An office that is asked as well; a school without one goes on. */
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

/** The experts' review, which the project section arranges beside the process. */
export const review: MatterStep = {
  key: 'review',
  label: ['专家评审', 'Expert review'],
  wait: 'review',
  tag: 'review',
};

/** The section or office that looks at a record once more after its experts. */
export const stepAfterReview = {
  key: 'reviewedAgain',
  label: ['科研处复核', 'Research office: after the review'],
} as const satisfies Partial<Step>;

/** The link where the condition holds; elsewhere the process goes past it. */
export const linkIf = <Link extends ChainLink>(link: Link, condition: string): Link => ({
  ...link,
  condition,
});
