import type { Label } from '@keyan/kernel/label.ts';

/** The demo university: made up, like everybody and everything in it. */
export const university = {
  tenantId: '000000',
  name: ['江陵大学', 'Jiangling University'] as Label,
} as const;

export interface DemoUnit {
  readonly code: string;
  readonly name: Label;
  readonly category: '1' | '2' | '3' | '4';
  /** Category of statistics; offices have none. */
  readonly nature?: '1' | '4';
}

/** The root, colleges, offices and institutes, by code. */
export const demoUnits: readonly DemoUnit[] = [
  { code: '000', name: university.name, category: '1' },
  {
    code: '310',
    name: ['计算机与信息工程学院', 'School of Computer and Information Engineering'],
    category: '2',
    nature: '1',
  },
  {
    code: '320',
    name: ['数学与统计学院', 'School of Mathematics and Statistics'],
    category: '2',
    nature: '1',
  },
  {
    code: '330',
    name: ['物理与电子工程学院', 'School of Physics and Electronic Engineering'],
    category: '2',
    nature: '1',
  },
  {
    code: '340',
    name: ['化学化工学院', 'School of Chemistry and Chemical Engineering'],
    category: '2',
    nature: '1',
  },
  { code: '350', name: ['生命科学学院', 'School of Life Sciences'], category: '2', nature: '1' },
  {
    code: '360',
    name: ['机械与材料工程学院', 'School of Mechanical and Materials Engineering'],
    category: '2',
    nature: '1',
  },
  {
    code: '410',
    name: ['文学与新闻传播学院', 'School of Literature, Journalism and Communication'],
    category: '2',
    nature: '4',
  },
  { code: '420', name: ['外国语学院', 'School of Foreign Languages'], category: '2', nature: '4' },
  { code: '430', name: ['马克思主义学院', 'School of Marxism'], category: '2', nature: '4' },
  {
    code: '440',
    name: ['经济与管理学院', 'School of Economics and Management'],
    category: '2',
    nature: '4',
  },
  { code: '450', name: ['法学院', 'School of Law'], category: '2', nature: '4' },
  {
    code: '460',
    name: ['音乐与艺术设计学院', 'School of Music, Art and Design'],
    category: '2',
    nature: '4',
  },
  {
    code: '470',
    name: ['体育学院', 'School of Physical Education'],
    category: '2',
    nature: '4',
  },
  { code: '101', name: ['科学技术处', 'Research Office'], category: '3' },
  { code: '102', name: ['财务处', 'Finance Office'], category: '3' },
  { code: '103', name: ['国际合作处', 'International Office'], category: '3' },
  { code: '104', name: ['宣传部', 'Publicity Office'], category: '3' },
  { code: '105', name: ['图书馆', 'Library'], category: '3' },
  { code: '106', name: ['信息化办公室', 'IT Office'], category: '3' },
  {
    code: '501',
    name: ['省级重点实验室', 'Provincial Key Laboratory'],
    category: '4',
    nature: '1',
  },
  {
    code: '502',
    name: ['地域文化研究基地', 'Research Base for Regional Culture'],
    category: '4',
    nature: '4',
  },
];

/** Colleges in which papers are written. */
export const colleges: readonly DemoUnit[] = demoUnits.filter((unit) => unit.category === '2');
