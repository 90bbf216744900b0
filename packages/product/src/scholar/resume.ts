import type { Label } from '@keyan/kernel/label.ts';

/** Selectable parts of a résumé in order, besides facts. */
export const resumeParts = {
  studies: ['学习经历', 'Education'],
  jobs: ['工作经历', 'Employment'],
  chosen: ['代表性成果', 'Representative works'],
  projects: ['科研项目', 'Projects'],
  outputs: ['科研成果', 'Outputs'],
} as const satisfies Readonly<Record<string, Label>>;

export type ResumePart = keyof typeof resumeParts;

/** Facts that a résumé contains by default; no private data. */
export const defaultResumeFacts: readonly string[] = [
  'tlDegree',
  'subjectTitle',
  'researchDirection',
  'academicPartTime',
  'email',
  'orcid',
];

/** Facts that a résumé may contain, with labels. */
export const resumeFacts = {
  sex: ['性别', 'Sex'],
  birthDate: ['出生日期', 'Birth date'],
  position: ['行政职务', 'Position'],
  tlDegree: ['最后学位', 'Degree'],
  subjectTitle: ['所属学科', 'Discipline'],
  researchDirection: ['研究方向', 'Research area'],
  academicExpertise: ['学术专长', 'Expertise'],
  academicPartTime: ['学术兼职', 'Academic appointments'],
  isDoctoral: ['是否博导', 'Doctoral supervisor'],
  jobNum: ['工号', 'Staff no.'],
  email: ['电子邮箱', 'E-mail'],
  officePhone: ['办公电话', 'Office phone'],
  website: ['个人主页', 'Website'],
  orcid: ['ORCID', 'ORCID'],
} as const satisfies Readonly<Record<string, Label>>;
