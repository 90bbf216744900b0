import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth, wrapLines } from './letters.server.ts';
import { pdfOf } from './pdf.server.ts';
import { paperPages, paperText } from './testing.ts';

test('a document says its title, facts, notes and tables', async () => {
  const text = await paperText(
    pdfOf({
      title: '论文',
      foot: '陆景行 导出',
      blocks: [
        { is: 'heading', text: '基本信息' },
        {
          is: 'facts',
          facts: [
            ['论文题目', 'Wetlands (of the Yangtze) \\ 湿地碳汇'],
            ['姓名', '黄䶮 é·×'],
          ],
        },
        {
          is: 'table',
          heads: ['姓名', '金额'],
          lines: [['林晓岚', '1,200.00']],
          right: new Set([1]),
        },
      ],
    }),
  );
  for (const said of [
    '论文题目',
    'Wetlands (of the Yangtze) \\ 湿地碳汇',
    '黄䶮',
    'é·×',
    '1,200.00',
    '1 / 1',
  ])
    expect(text).toContain(said);
});

test('a long table goes on over pages, each with its heads and number', async () => {
  const lines = Array.from({ length: 200 }, (_, index) => [`成果${index}`, String(index)]);
  const pages = await paperPages(
    pdfOf({ title: '成果统计', blocks: [{ is: 'table', heads: ['名称', '项数'], lines }] }),
  );
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('项数');
    expect(page).toContain(`${index + 1} / ${pages.length}`);
  }
  for (const [name] of lines) expect(pages.join(' ')).toContain(name);
});

test('a value longer than a page is told to its end', async () => {
  const long = `开头${'研究内容'.repeat(1200)}结尾`;
  const text = await paperText(
    pdfOf({ title: '申报书', blocks: [{ is: 'facts', facts: [['研究内容', long]] }] }),
  );
  expect(text.match(/研究内容/g)?.length).toBeGreaterThan(1150);
  expect(text).toContain('结尾');
});

test('lines lose no letter and none is wider than its column', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (given) => {
      const text = given.replace(/[\r\n]/g, '');
      const lines = wrapLines(text, 10, 120);
      expect(lines.join('')).toBe(text);
      // A closing sign may hang over the end of its line.
      for (const line of lines) {
        expect(
          textWidth(line.replace(/[\s，。、；：？！）》」』】〉”’…,.;:?!)\]]+$/, ''), 10),
        ).toBeLessThanOrEqual(120);
      }
    }),
  );
});
