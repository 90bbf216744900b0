import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { root } from './support/docs.ts';
import { childrenOf, files, han, type Node, partsOf, textOf } from './support/sources.ts';

/**
 * No text for people is missing in either language. In the sources a Chinese text is the first of
 * a pair whose second is its English (`['提交', 'Submit']`), or the Chinese side of a question for
 * the language.
 */
/** Texts that stay Chinese in either language, and why. */
const own: ReadonlyMap<string, string> = new Map([
  ['中文', 'a language is named in itself'],
  ['科研管理系统', 'the default name of a university'],
  ...['Keyan 科研', 'Keyan 科研  '].map((name) => [name, 'the name of the product'] as const),
  ...['菜单', '按钮'].map((name) => [name, 'a stored kind of menu, as clients know it'] as const),
  // Records keep these texts, and their language is Chinese.
  ['同意', 'a comment in histories'],
  ['（学生为第一作者，导师视同第一作者）', 'the working of a score, which is stored'],
  ['项，最近', 'the evidence of a conflict, which is stored'],
  ...['等', '人', '结束', '申请人'].map((text) => [text, 'names in routes and columns'] as const),
  ...[
    '系统初始化',
    '账号注册',
    '账号注册审核通过',
    '首页：本人资料完整度',
    '部门缺项：检查批次',
    '部门缺项：已交的报告',
    '登录页公告',
    '核验打印件',
    '专家评审',
    '定时任务',
  ].map((name) => [name, 'the program as the author of a change or of a query'] as const),
]);

const holdsHan = (node: Node): boolean =>
  han.test(textOf(node) ?? '') || childrenOf(node).some(holdsHan);

/** A value that a form begins with is stored, as is an example: `.initial('第1版')`, `.specimen(…)`. */
const isInitial = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  ['initial', 'specimen'].includes(String(((callee as Node).property as Node | undefined)?.name));

/** Chinese that stands alone below this node. */
const lone = (node: Node): readonly Node[] => {
  if (isInitial(node)) return lone(node.callee as Node);
  const parts = partsOf(node);
  if (parts && !holdsHan(parts[1])) {
    return childrenOf(node)
      .filter((child) => child !== parts[0])
      .flatMap(lone);
  }
  const text = textOf(node)?.trim() ?? '';
  return [...(han.test(text) && !own.has(text) ? [node] : []), ...childrenOf(node).flatMap(lone)];
};

const loneIn = (path: string, source: string): readonly string[] => {
  const { program } = parseSync(path, source);
  return lone(program as unknown as Node).map((node) => {
    const line = source.slice(0, node.start).split('\n').length;
    return `${path}:${line} ${(textOf(node) ?? '').trim().slice(0, 40)}`;
  });
};

describe('law 18: every text has both languages', () => {
  test('no Chinese text stands without its English', () => {
    const found = files.flatMap((path) => loneIn(path, readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });

  test.each([
    ["const a = ['提交', 'Submit'] as const;", 0],
    ['const a = label([`共 ${n} 条`, `${n} in all`]);', 0],
    ["const a = language === 'zh' ? '万元' : 'k';", 0],
    ["const a = '提交';", 1],
    ["const a = ['提交', '退回'];", 2],
    ["const a = ['01', '提交', 'Submit'];", 0],
    ["const a = ['01', '提交', '退回'];", 2],
    ["const a = ['提交'];", 1],
    ['const a = <p>提交</p>;', 1],
    ["const a = <p title='提交' />;", 1],
    ["throw refused('不行', 'No');", 0],
    ["throw refused('不行');", 1],
    ["throw refused('不行', why);", 1],
    ["f.text(['版次', 'Edition']).initial('第1版');", 0],
    ["f.text('版次').initial('第1版');", 1],
  ])('%s has %i of them', (source, count) => {
    expect(loneIn('a.tsx', source)).toHaveLength(count);
  });
});
