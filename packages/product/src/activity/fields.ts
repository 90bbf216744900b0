import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { activityLevel } from '../achievement/common/dictionaries.ts';
import { projectsToSpendFor } from '../project/budget/advances.ts';
import { program } from '../project/program/program.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { dept } from '../shared/references/refs.ts';
import { activityType } from './dictionaries.ts';

/** The fields that activities held and attended have in common. */
export const activityFields = {
  activityName: f.text(['活动名称', 'Title']).requiredInDraft().max(200).searchable(),
  activityType: f.dict(['活动类型', 'Type'], activityType).required(),
  activityLevel: f.dict(['活动级别', 'Level'], activityLevel).required(),
  hostUnit: f.text(['主办单位', 'Host']).required().max(200),
  startDate: f.date(['开始日期', 'Start']).required(),
  endDate: f.date(['结束日期', 'End']).required(),
  programId: f.ref(['列支项目', 'Project'], program).among(projectsToSpendFor),
  statYear: f.year(['统计年度', 'Year']).required(),
};

/**
 * Field with the department whose reviewers handle the activity; defaults to the writer’s
 * department.
 */
export const departmentField = (label: Label) =>
  f
    .ref(label, dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null);

export const isForeignActivity = (label: Label) => f.dict(label, yesNo).required().initial('0');

/** Date that decides the reporting year of an activity: its end date. */
export const reportingDate = (row?: {
  readonly statYear?: number | null;
  readonly endDate?: string | null;
}) => ({ statYear: row?.statYear, date: row?.endDate });
