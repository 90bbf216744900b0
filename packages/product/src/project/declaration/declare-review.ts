import { reviewedKind } from '../../review/reviewed.ts';

/** Expert review of declarations, for plans that require it. */
export const declareReview = reviewedKind({
  target: '1',
  call: 'planId',
  arrangers: 'rd_project',
  subject: 'subject',
  keywords: 'keywords',
  people: ['programLeader'],
  // Codes of 拟立项 and 未立项, in which nothing is granted yet.
  openIn: ['50', '70'],
  criteria: [
    {
      label: ['选题与意义', 'Significance'],
      points: 25,
      standard: ['选题的科学价值或应用价值', 'Scientific or practical value of the topic'],
    },
    {
      label: ['创新性', 'Originality'],
      points: 30,
      standard: [
        '学术思想、方法或技术路线的创新',
        'Novelty of ideas, methods or technical approach',
      ],
    },
    {
      label: ['研究方案', 'Research plan'],
      points: 25,
      standard: [
        '研究内容、方案与预期成果的合理性',
        'Soundness of content, plan and expected results',
      ],
    },
    {
      label: ['研究基础与预算', 'Research basis and budget'],
      points: 20,
      standard: ['前期积累、条件保障与经费预算', 'Previous work, facilities and budget'],
    },
  ],
  shown: [
    'programName',
    'projectType',
    'subject',
    'subjectCode',
    'keywords',
    'researchType',
    'resultForms',
    'startDate',
    'endDate',
    'programLeader',
    'departmentId',
    'members',
    'applyFunds',
    'matchFunds',
    'budget',
    'abstractText',
    'innovation',
    'basis',
    'units',
    'ethics',
    'attachments',
  ],
  identifying: ['programLeader', 'departmentId', 'members', 'units'],
  anonymousFiles: ['36'],
});
