import { readFileSync } from 'node:fs';
import { collegeWords } from '../words.server.ts';

type Values = Readonly<Record<string, string>>;

/** Values of several fields that fit each other, by college; a record of it gets one of these. */
export type ValuesByCollege = Readonly<Record<string, readonly Values[]>>;

/** Names of patents by college and type (`patentType`): methods, devices, and what has a shape. */
const patents = JSON.parse(
  readFileSync(new URL('../data/patents.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Type of the patents whose names any other type takes: inventions. */
const invention = '01';

/** Names of a college's patents of this type; none where the college has no patents. */
export const patentNamesOf = (college: string, patentType: string): readonly Values[] | undefined =>
  (patents[college]?.[patentType] ?? patents[college]?.[invention])?.map((patentName) => ({
    patentName,
  }));

/** Names of inventions that people declare to the university, by type, with words of their topic. */
export const inventionNames: ValuesByCollege = {
  '01': [
    { patentName: '基于{lens}的{object}{aspect}方法及系统' },
    { patentName: '一种{object}的{lens}处理方法' },
  ],
  '02': [{ patentName: '一种用于{object}的试验装置' }, { patentName: '一种{object}样品固定架' }],
  '03': [{ patentName: '{object}展示终端' }, { patentName: '{object}试验箱' }],
};

/** The values of each object that a college studies, under the name of one field. */
const ofObjects = (field: string, shapes: Readonly<Record<string, string>>): ValuesByCollege =>
  Object.fromEntries(
    Object.entries(shapes).map(([college, shape]) => [
      college,
      (collegeWords[college]?.objects ?? []).map(([object]) => ({
        [field]: shape.replace('{object}', object),
      })),
    ]),
  );

/** Names of standards about the objects of a college. */
export const standardNames = ofObjects('standardName', {
  '310': '{object}数据采集与标注规范',
  '330': '{object}性能测试方法',
  '340': '{object}测定方法',
  '350': '{object}调查技术规程',
  '360': '{object}检验方法',
});

/** Products that came of a college's work. */
export const productNames = ofObjects('productName', {
  '310': '{object}智能分析平台',
  '330': '{object}测试系统',
  '340': '{object}在线分析仪',
  '350': '{object}监测设备',
  '360': '{object}状态监测系统',
});

/** Codes by dictionary that say what a college works on. */
export const collegeCodes: Readonly<Record<string, (college: string) => readonly string[]>> = {
  discipline: (college) => collegeWords[college]?.disciplines ?? [],
  moeDiscipline: (college) => [collegeWords[college]?.moeDiscipline ?? ''].filter(Boolean),
  subjectClass: (college) => [collegeWords[college]?.subjectClass ?? ''].filter(Boolean),
};
