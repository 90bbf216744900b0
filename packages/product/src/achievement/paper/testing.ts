/** Author of a paper, with the share in percent. */
interface Writer {
  readonly userId: string;
  readonly name: string;
  readonly rate: string;
}

/** Returns a complete paper as the form sends it, for journeys and measurements. */
export const completePaper = (
  title: string,
  writers: readonly Writer[],
  /** Id of a file uploaded by the account that sends the paper. */
  fullText: string,
) => ({
  artName: title,
  paperType: '01',
  publishLanguage: '01',
  journalName: '土壤学报',
  publishDate: '2026-05-01',
  publishScope: '2',
  journalLevel: 'A2',
  indexTypes: ['03'],
  discipline: '21010',
  subjectClass: '01',
  schoolSign: '1',
  statYear: 2026,
  isStatistics: '1',
  secretLevel: '0',
  authors: writers.map(({ userId, name, rate }, index) => ({
    personType: '01',
    userId,
    name,
    unit: '计算机与信息工程学院',
    authorType: index === 0 ? '01' : '03',
    contributionRate: rate,
  })),
  attachments: [{ id: fullText, catalog: '13' }],
});
