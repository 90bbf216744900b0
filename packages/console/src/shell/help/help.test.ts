import { describe, expect, it } from 'vitest';
import { findHelp, groupHelp, type HelpEntry } from './find.ts';
import { readHelp, waysIn } from './text.ts';

const zh = `# 登记论文

> 科研人员、院系科研秘书

打开 [成果 › 论文](/papers)，点 **登记**。

![列表](papers.webp)

## 论文认领

1. 点 **认领**。
2. 提交。`;

const en = `# Register a paper

> Researcher

Open it.

## Claim papers

- Choose **Claim**.`;

const entry = (key: string, roles: readonly string[], source = zh): HelpEntry => ({
  key,
  roles,
  texts: [readHelp(source), readHelp(en)],
});

describe('a page of help', () => {
  it('is read block by block', () => {
    const { title, readers, blocks } = readHelp(zh);
    expect({ title, readers }).toEqual({
      title: '登记论文',
      readers: ['科研人员', '院系科研秘书'],
    });
    expect(blocks.map(({ is }) => is)).toEqual(['line', 'picture', 'section', 'steps']);
    expect(blocks[0]).toEqual({
      is: 'line',
      spans: [
        { is: 'words', text: '打开 ' },
        { is: 'way', text: '成果 › 论文', to: '/papers' },
        { is: 'words', text: '，点 ' },
        { is: 'name', text: '登记' },
        { is: 'words', text: '。' },
      ],
    });
    expect(waysIn(readHelp(zh)).map(({ to }) => to)).toEqual(['/papers']);
  });
});

describe('a search of help', () => {
  const entries = [entry('papers', ['teacher'])];

  it('finds sections in either language, and Chinese characters in any order', () => {
    for (const typed of ['论文认领', '认领论文', 'CLAIM', 'claim papers']) {
      expect(findHelp(entries, typed)[0], typed).toMatchObject({ at: 1, entry: entries[0] });
    }
  });

  it('finds nothing for what is nowhere, or for nothing', () => {
    expect(findHelp(entries, '基因')).toEqual([]);
    expect(findHelp(entries, 'claim genes')).toEqual([]);
    expect(findHelp(entries, ' ')).toEqual([]);
  });
});

describe('the contents of help', () => {
  const other = entry('other', ['admin'], '# 别的\n\n> 系统管理员\n\n没有链接。');
  const own = entry('own', ['teacher'], '# 我的\n\n> 科研人员\n\n没有链接。');
  const papers = entry('papers', ['secretary']);

  it('begin with the page in sight, then the work of the reader', () => {
    const keys = (path: string) =>
      Object.values(groupHelp([other, own, papers], path, ['teacher'])).map((group) =>
        group.map(({ key }: HelpEntry) => key),
      );
    expect(keys('/papers/add')).toEqual([['papers'], ['own'], ['other']]);
    expect(keys('/papersLib')).toEqual([[], ['own'], ['other', 'papers']]);
  });
});
