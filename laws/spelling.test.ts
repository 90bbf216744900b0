import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { describe, expect, test } from 'vitest';
import { root } from './support/docs.ts';
import { childrenOf, files, han, type Node, partsOf, textOf } from './support/sources.ts';

/** Texts that clients know by these letters: the specification (§5, §8), rulings 14 and 15, the family’s contract. */
const given: readonly string[] = [
  '注册申请已提交,请耐心等待管理员通过!',
  '如果要输入身份证请输入15位或18位身份证',
  '确定将选择数据删除?',
  '】文件移除?',
  '是否需要清除缓存?',
  '数据已被他人修改,请刷新后重试',
  '服务暂不可用,请稍后重试',
  '缺失令牌,鉴权失败',
  '缺少必要的请求参数: ',
  '请求参数格式错误: ',
];

/** Names of levels and quartiles, as journals and their tables write them; a first value that is stored. */
const names = /^([A-D][12]级|[1-4]区|第1版|图文（H5、海报）)$/;

/** Placeholder for an inserted value. */
const slot = '\uE000';

const wrong: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'a half-width mark beside Chinese',
    /[\p{Script=Han}【】《》“”）][(:;,?]|[(,]\p{Script=Han}|\p{Script=Han}\)/u,
  ],
  ['a figure without a space', /\p{Script=Han}\d|\d\p{Script=Han}/u],
  [
    'an inserted figure without a space before its unit',
    /(\uE000|\{(count|n|most|max|total|days|years|left|lack)\})(条|个|人|项|次|天|位|篇|名|处|小时|分钟|份|行|页|字|元|级|层)/u,
  ],
];

/** Spelling faults of a text; empty for a correct one. */
const faultsOf = (text: string): readonly string[] =>
  !han.test(text) || names.test(text) || given.some((each) => text.includes(each))
    ? []
    : wrong.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);

/** Names that tables of others give their columns. */
const isHeader = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' && ((callee as Node).property as Node | undefined)?.name === 'headed';

const textsBelow = (node: Node): readonly { readonly text: string; readonly start: number }[] => {
  if (isHeader(node)) return textsBelow(node.callee as Node);
  if (node.type === 'TemplateLiteral') {
    const parts = (node.quasis as readonly Node[]).map((part) => textOf(part) ?? '');
    const inside = (node.expressions as readonly Node[]).flatMap(textsBelow);
    return [{ text: parts.join(slot), start: node.start }, ...inside];
  }
  const text = textOf(node);
  return [...(text ? [{ text, start: node.start }] : []), ...childrenOf(node).flatMap(textsBelow)];
};

const faultsIn = (path: string, source: string): readonly string[] => {
  const { program } = parseSync(path, source);
  return textsBelow(program as unknown as Node).flatMap(({ text, start }) =>
    faultsOf(text.trim()).map((fault) => {
      const line = source.slice(0, start).split('\n').length;
      return `${path}:${line} ${fault}: ${text.trim().slice(0, 40)}`;
    }),
  );
};

describe('Chinese texts are spelled alike', () => {
  test('with full-width marks, and figures apart', () => {
    const found = files.flatMap((path) => faultsIn(path, readFileSync(join(root, path), 'utf8')));
    expect(found).toEqual([]);
  });

  test.each([
    ["const a = ['金额（元）', 'Amount'];", 0],
    ["const a = ['金额(元)', 'Amount'];", 1],
    ["const a = ['确定,继续', 'Go on'];", 1],
    ["const a = ['请注意:无法恢复', 'No way back'];", 1],
    ["const a = ['放弃修改?', 'Give up?'];", 1],
    ["const a = ['确定将选择数据删除?', 'Remove?'];", 0],
    ['const a = [`共 ${n} 条`, `${n}`];', 0],
    ['const a = [`共${n}条`, `${n}`];', 1],
    ["const a = ['最多3项', 'At most 3'];", 1],
    ["const a = ['最多 {most}项', 'At most {most}'];", 1],
    ["const a = f.text(['金额', 'Amount']).headed(['金额(元)', 'Amount']);", 0],
  ])('%s: %i', (source, count) => {
    expect(faultsIn('a.ts', source)).toHaveLength(count);
  });
});

/** English words that a Chinese word does not have, and the one that it has: the table of docs/language.md. */
const words: readonly (readonly [chinese: RegExp, not: RegExp, instead: string])[] = [
  [/申报/, /\bdeclarations?\b/i, 'application'],
  [/结题/, /\bconclu(de|sion)/i, 'closeout'],
  [/纵向|横向/, /\b(vertical|horizontal)/i, 'government-funded, contract-funded'],
  [/免税/, /\btax-free|free of tax\b/i, 'tax-exempt'],
  [/红冲|红字/, /\bred letter/i, 'credit note'],
  [/不通过/, /\brefuse/i, 'reject'],
  [/涉密/, /\bsecret\b/i, 'classified'],
  [/工作日/, /\bwork days?\b/i, 'working day'],
  [/^(?!.*部门).*院系/, /\bdepartment/i, 'college'],
  [/^(?!毕业).*校/, /\bschool\b/i, 'university'],
  [/上一环节/, /\bthe step before\b/i, 'the previous step'],
  [/异常/, /\btrouble/i, 'problem'],
  [
    /./u,
    /\b(colors?|behavior|catalogs?|canceled)\b|\b(organiz|recogniz|customiz|synchroniz)/i,
    'British',
  ],
  [/./u, /[a-z]'[a-z]|\S {2,}\S/i, 'one space, and ’ for an apostrophe'],
];

/** Text of a node without the values that it inserts. */
const plainText = (node: Node): string =>
  node.type === 'TemplateLiteral'
    ? (node.quasis as readonly Node[]).map((part) => textOf(part) ?? '').join(slot)
    : (textOf(node) ?? '');

const wordFaults = (node: Node): readonly string[] => {
  const parts = partsOf(node);
  const [chinese, english] = parts ? parts.map(plainText) : ['', ''];
  const own =
    chinese && english && han.test(chinese) && !han.test(english)
      ? words.filter(([of, not]) => of.test(chinese) && not.test(english))
      : [];
  const told = own.map(([, , instead]) => `${chinese} | ${english}: ${instead}`);
  return [...told, ...childrenOf(node).flatMap(wordFaults)];
};

const wordFaultsIn = (path: string, source: string): readonly string[] =>
  wordFaults(parseSync(path, source).program as unknown as Node).map((fault) => `${path} ${fault}`);

describe('English texts have one word for a Chinese one', () => {
  test('with British spelling', () => {
    expect(
      files.flatMap((path) => wordFaultsIn(path, readFileSync(join(root, path), 'utf8'))),
    ).toEqual([]);
  });

  test.each([
    ["const a = ['项目申报', 'Project application'];", 0],
    ["const a = ['项目申报', 'Project declaration'];", 1],
    ["const a = ['声明', 'Declaration'];", 0],
    ["const a = ['申请结题', 'Conclude'];", 1],
    ["const a = ['院系', 'Department'];", 1],
    ["const a = ['院系（部门）', 'Department'];", 0],
    ['const a = [`${n} 个工作日`, `${n} work days`];', 1],
    ["const a = ['颜色', 'Color'];", 1],
    ['const a = ["账号", "An account\'s name"];', 1],
  ])('%s: %i', (source, count) => {
    expect(wordFaultsIn('a.ts', source)).toHaveLength(count);
  });
});
