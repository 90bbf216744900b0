import { reviewedKind } from '../../review/reviewed.ts';

/** Review of a study by committee members, who vote with a reason. */
export const ethicsReviewedMixin = reviewedKind({
  target: '7',
  call: null,
  arrangers: 'rd_project',
  people: ['leaderId'],
  peopleOf: ['programId', 'members', 'userId'],
  // 科技伦理审查办法（试行）: five of at least seven members, two in the simple procedure; within 30 days, 72
  // hours in an emergency.
  procedures: {
    field: 'procedure',
    of: {
      1: { panel: 7, opinions: 5, days: 30 },
      2: { panel: 2, opinions: 2, days: 30 },
      3: { panel: 7, opinions: 5, days: 3 },
    },
  },
  criteria: [
    {
      label: ['科学价值与必要性', 'Scientific value and necessity'],
      points: 30,
      standard: ['研究目的正当，确有必要', 'The purpose is legitimate and the study necessary'],
    },
    {
      label: ['风险与受益', 'Risks and benefits'],
      points: 40,
      standard: [
        '风险最小化，风险受益比合理',
        'Risks are minimised and proportionate to the benefits',
      ],
    },
    {
      label: ['知情同意与保护措施', 'Informed consent and protection'],
      points: 30,
      standard: [
        '知情同意充分，保护措施可行',
        'Consent is fully informed and protection measures are feasible',
      ],
    },
  ],
  shown: [
    'title',
    'subjects',
    'onList',
    'procedure',
    'content',
    'protection',
    'leaderId',
    'departmentId',
    'attachments',
  ],
  identifying: ['leaderId', 'departmentId'],
  anonymousFiles: ['36'],
});
