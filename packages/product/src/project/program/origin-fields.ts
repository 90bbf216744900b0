import { f } from '@keyan/kernel/definition/field/field.ts';
import { isStatistics, subjectClass } from '../../shared/dictionaries.ts';
import { discipline, moeDiscipline } from '../../shared/formats/national.ts';
import { researchType, unitRole } from '../common/dictionaries.ts';
import { projectType } from './project-types.ts';
import { projectSource } from './sources.ts';
import { cooperationForm, industry, socialTarget } from './statistics-dictionaries.ts';

/** Code of the university’s role in a project that it leads. */
export const ourPartInProject = '1';

/**
 * Fields of 立项信息: funder, number, document, and classification of national statistics. Filled
 * by the approval; contract projects and imported projects may lack any.
 */
export const originFields = {
  resource: f.dict(['项目来源', 'Source'], projectSource),
  projectType: f.dict(['项目类别', 'Type'], projectType).below('resource'),
  approvalNum: f.text(['批准号', 'Grant no.']).max(50).searchable(),
  approvalDate: f.date(['批准（立项）日期', 'Approved on']),
  approvalDoc: f.text(['批文号', 'Approval document no.']).max(50),
  planYear: f.year(['立项年度', 'Year of approval']),
  fundCardNum: f.text(['财务经费卡号', 'Finance card no.']).max(30).searchable(),
  schoolSign: f.dict(['我校参与方式', 'Our role'], unitRole),
  hostUnit: f
    .text(['主持单位', 'Host'])
    .max(100)
    .when(({ schoolSign }) => typeof schoolSign === 'string' && schoolSign !== ourPartInProject),
  subjectClass: f.dict(['统计类别', 'Statistical category'], subjectClass),
  subject: f.dict(['所属学科', 'Discipline'], discipline),
  moeDiscipline: f.dict(['所属一级学科（教育部）', 'MOE discipline'], moeDiscipline),
  researchType: f.dict(['研究类别', 'Research type'], researchType),
  cooperationForm: f.dict(['合作形式', 'Cooperation'], cooperationForm),
  socialTarget: f.dict(['社会经济目标', 'Objective'], socialTarget),
  industry: f.dict(['服务行业', 'Industry'], industry),
  isStatistics: f.dict(['是否统计', 'Include in statistics'], isStatistics),
};

/** Names of the origin fields in form order. */
export const originNames = Object.keys(originFields) as readonly (keyof typeof originFields)[];
