import { f, face } from '@keyan/kernel/definition/field.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { fundMode, programKind, projectLevel, releaseStatus } from './dictionaries.ts';
import { projectSource } from './sources.ts';

/** What declarations see of the plan that they answer. */
export const declarePlan = face('declarePlan', ['申报计划', 'Declaration plan'], {
  planName: f.text(['计划名称', 'Plan']).requiredInDraft().max(100).searchable(),
  planCode: f.text(['计划编号', 'Plan no.']).max(30).computed().unique().searchable(),
  programKind: f.dict(['项目性质', 'Kind'], programKind).required(),
  planYear: f.year(['申报年度', 'Year']).required(),
  resource: f.dict(['项目来源', 'Source'], projectSource).required(),
  level: f.dict(['项目级别', 'Level'], projectLevel).required(),
  startTime: f.time(['申报开始时间', 'Opens']).required(),
  endTime: f.time(['申报截止时间', 'Closes']).required(),
  needReview: f.dict(['是否校内评审', 'Review in the university'], yesNo).required(),
  fundMode: f.dict(['经费管理方式', 'Funding mode'], fundMode).required().initial('1'),
  status: f.dict(['发布状态', 'Status'], releaseStatus).computed().initial('0'),
});
