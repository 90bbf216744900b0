import { expect, test } from 'vitest';
import { groupUnderTopMenus, idsIn, type TickNode, tickStates } from './MenuTicks.web.tsx';

const node = (id: string, ...children: readonly TickNode[]): TickNode => ({
  id,
  title: id,
  titleEn: id,
  ...(children.length > 0 && { children }),
});
const nodes = [node('papers', node('add'), node('edit')), node('users'), node('logs')];
const tops = [
  { id: '1', title: '成果', titleEn: 'Outputs', menus: ['papers'] },
  { id: '2', title: '系统', titleEn: 'System', menus: ['users', 'papers'] },
];

test('menus stand below the first top menu that shows them, the rest below others', () => {
  const groups = groupUnderTopMenus(nodes, tops);
  expect(groups.map(({ title, children }) => [title, children?.map(({ id }) => id)])).toEqual([
    ['成果', ['papers']],
    ['系统', ['users']],
    ['其他', ['logs']],
  ]);
  expect(idsIn(groups)).toEqual(idsIn(nodes));
  expect(groupUnderTopMenus(nodes, [])).toBe(nodes);
});

test('a menu of which only a part is ticked does not look ticked', () => {
  const parts = (...ticked: readonly string[]) =>
    tickStates(groupUnderTopMenus(nodes, tops), new Set(ticked));
  expect(parts('papers', 'add')).toEqual({ checked: ['add'], halfChecked: ['papers', 'top:1'] });
  expect(parts('papers', 'add', 'edit').halfChecked).toEqual([]);
  expect(parts()).toEqual({ checked: [], halfChecked: [] });
});
