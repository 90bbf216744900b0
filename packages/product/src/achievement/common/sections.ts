import type { Label } from '@keyan/kernel/label.ts';
import { authorLabel, pluralLabel } from './authors.ts';

// Parts that forms and lists of all achievements have in addition to those of their kind.

/** The section of a form with those who made an achievement. */
export const peopleSection = (word: Label = authorLabel) =>
  ({ key: 'authors', title: pluralLabel(word), fields: ['authors'] }) as const;

const projects = {
  key: 'projects',
  title: ['依托项目', 'Supporting projects'],
  fields: ['projects'],
} as const;

/** Files, the last thing that a form asks for. */
export const attachmentsSection = {
  key: 'attachments',
  title: ['附件', 'Attachments'],
  fields: ['attachments'],
} as const;

/** Section with the department and discipline that the achievement belongs to. */
export const belongingSection = {
  key: 'belonging',
  title: ['归属信息', 'Affiliation'],
  fields: ['fkDeptId', 'discipline', 'schoolSign'],
} as const;

/** How it counts. */
const counting = [
  'statYear',
  'subjectClass',
  'isStatistics',
  'secretLevel',
  'moeDiscipline',
] as const;

/** Sections at the end of every form, with texts of the kind before the remarks. */
export const closingSections = <const Own extends readonly string[]>(...own: Own) =>
  [
    projects,
    {
      key: 'more',
      title: ['其他信息', 'Further information'],
      fields: [...counting, ...own, 'remarks'],
    },
    attachmentsSection,
  ] as const;

/** The filters of every list, with those of the kind behind the year. */
export const achievementFilters = <const Own extends readonly string[]>(...own: Own) =>
  [
    'statYear',
    ...own,
    'fkDeptId',
    'schoolSign',
    'firstAuthor',
    'subjectClass',
    'discipline',
    'dataSource',
  ] as const;
