/**
 * Patterns of payer names by source of the projects that they fund (code of `projectSource`,
 * Names learned from the university’s own grants are added at run time.
 */
const grantors: readonly (readonly [name: RegExp, source: string])[] = [
  [/国家自然科学基金委/, '1003'],
  [/全国哲学社会科学工作办公室|全国哲学社会科学规划办公室/, '1004'],
  [/全国艺术科学规划|文化和旅游部/, '1008'],
  [/全国教育科学规划|中国教育科学研究院/, '1007'],
  [/全国教育科学规划|中国教育科学研究院/, '2009'],
  [/科学技术部|中国21世纪议程管理中心|农村技术开发中心|生物技术发展中心/, '1001'],
  [/科学技术部|中国21世纪议程管理中心|农村技术开发中心|生物技术发展中心/, '1002'],
  [/^(?:中华人民共和国)?教育部|教育部社会科学司|教育部社科中心/, '2001'],
  [/^(?:中华人民共和国)?教育部|教育部科学技术/, '2002'],
  [/^(?:中华人民共和国|中国|国家)(?!自然科学|科学技术).*(?:部|局|总局|委员会)$/, '2003'],
  [/省科学技术厅|省科技厅|市科学技术委员会/, '2004'],
  [/省科学技术厅|省科技厅|省自然科学基金/, '2005'],
  [/省(?:哲学)?社会科学(?:工作|规划)|省社会科学界联合会|省社科/, '2006'],
  [/省教育科学规划|省教育科学研究院/, '2007'],
  [/省科学技术厅|省科技厅/, '2008'],
  [/省教育厅|市教育委员会/, '3001'],
  [/市科学技术局|市科技局/, '3002'],
  [/市社会科学界联合会|市社科联/, '3003'],
  [/省(?!科学技术|科技|教育).*(?:厅|局)$/, '3004'],
];

/** True if the payer funds projects of the given source. */
export const payerGrants = (payer: string, source: string | null): boolean =>
  grantors.some(([name, code]) => code === source && name.test(payer.normalize('NFKC')));
