import { describe, expect, it } from 'vitest';
import { isFillable } from './recognition.ts';
import { recognisePaste } from './recognition-task.server.ts';

const staff = [{ id: '1', name: '林晓岚', jobNum: '20140326' }];

const recognised = async (kind: string, text: string) => {
  const paste = { text, kind, staff, university: [], staffKey: 'one' };
  return (await recognisePaste(paste)).records;
};

const standard = '林晓岚.湿地水位观测规范:GB/T 90001-2023[S].北京:中国标准出版社,2023.';

describe('what is pasted', () => {
  it('fills the form of the kind it was pasted into', async () => {
    const [record] = await recognised('patentapp', 'CN108733926B');
    if (!record || !isFillable(record)) throw new Error('expected a patent');
    expect(record.title).toBe('CN108733926B');
    expect(record.fill).toMatchObject({ grantNum: 'CN108733926B', patentType: '01' });
    expect(record.notes.map(([zh]) => zh).join()).toContain('请补填申请号');
  });

  it.each([
    ['CN108733926B', 'patentapp', { grantNum: 'CN108733926B', country: '156' }],
    [standard, 'standard', { standardNum: 'GB/T 90001-2023', standardLevel: '02' }],
    ['林晓岚.湿地学[M].北京:科学出版社,2020.', 'bookapp', { bookName: '湿地学' }],
    ['林晓岚.湿地模拟软件[CP].2020.', 'copyrightapp', { copyrightName: '湿地模拟软件' }],
  ])(
    '%s goes from a paper to the form of its kind, with what was read',
    async (text, kind, fill) => {
      const [record] = await recognised('papersapp', text);
      if (!record || isFillable(record)) throw new Error('expected it elsewhere');
      expect(record.belongs.page?.resource).toBe(kind);
      expect(record.there?.fill).toMatchObject(fill);
    },
  );

  it('finds the people of the university for the other form, too', async () => {
    const [record] = await recognised('papersapp', standard);
    expect(record && !isFillable(record) && record.there?.fill.authors).toMatchObject([
      { userId: '1', name: '林晓岚' },
    ]);
  });

  it('has no form for what no page takes', async () => {
    const [record] = await recognised('papersapp', '林晓岚.湿地研究[D].北京:北京大学,2020.');
    expect(record).not.toHaveProperty('there');
    expect(record).toHaveProperty('belongs');
  });

  it('brings a paper to the form of papers from that of books', async () => {
    const [record] = await recognised('bookapp', '林晓岚.湿地[J].湿地科学,2024,22(1):1-9.');
    expect(record && !isFillable(record) && record.there?.fill.artName).toBe('湿地');
  });
});
