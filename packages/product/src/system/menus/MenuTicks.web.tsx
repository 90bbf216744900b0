import { SearchOutlined } from '@ant-design/icons';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

/** Tree node with a check box, with its name in both languages. */
export interface TickNode {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly children?: readonly TickNode[];
  /** True for a heading, which is checked through its children and never granted. */
  readonly isGroup?: true;
}

/** Top menu with the ids of its menus. */
export interface TickGroup {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly menus: readonly string[];
}

/** Returns the ids of the nodes and their descendants, without headings. */
export const idsIn = (nodes: readonly TickNode[]): readonly string[] =>
  nodes.flatMap(({ id, isGroup, children = [] }) => [...(isGroup ? [] : [id]), ...idsIn(children)]);

const elsewhere: Label = ['其他', 'Others'];

/** Groups nodes below the first top menu that shows them; nodes without one come last. */
export const groupUnderTopMenus = (
  nodes: readonly TickNode[],
  groups: readonly TickGroup[],
): readonly TickNode[] => {
  const left = new Set(nodes);
  const found = groups.flatMap(({ id, menus, ...titles }): TickNode[] => {
    const shown = new Set(menus);
    const children = [...left].filter((node) => idsIn([node]).some((one) => shown.has(one)));
    for (const child of children) left.delete(child);
    return children.length > 0 ? [{ id: `top:${id}`, ...titles, children, isGroup: true }] : [];
  });
  if (found.length === 0) return nodes;
  const [title, titleEn] = elsewhere;
  const others: TickNode = { id: 'top:', title, titleEn, children: [...left], isGroup: true };
  return left.size === 0 ? found : [...found, others];
};

/** Returns the nodes that are checked with all descendants, and those checked in part. */
export const tickStates = (
  nodes: readonly TickNode[],
  ticked: ReadonlySet<string>,
): { readonly checked: string[]; readonly halfChecked: string[] } => {
  const checked: string[] = [];
  const halfChecked: string[] = [];
  const walk = (node: TickNode): void => {
    for (const child of node.children ?? []) walk(child);
    const ids = idsIn([node]);
    const count = ids.filter((id) => ticked.has(id)).length;
    if (count > 0) (count === ids.length ? checked : halfChecked).push(node.id);
  };
  for (const node of nodes) walk(node);
  return { checked, halfChecked };
};

/** Returns the nodes whose title contains the text, with ancestors and descendants. */
const matching = (
  nodes: readonly TickNode[],
  text: string,
  title: (node: TickNode) => string,
): TickNode[] =>
  nodes.flatMap((node) => {
    if (title(node).toLowerCase().includes(text.toLowerCase())) return [node];
    const children = matching(node.children ?? [], text, title);
    return children.length > 0 ? [{ ...node, children }] : [];
  });

const parentsIn = (nodes: readonly TickNode[]): ReadonlyMap<string, string> => {
  const above = new Map<string, string>();
  const walk = (some: readonly TickNode[], parent?: string) => {
    for (const { id, isGroup, children = [] } of some) {
      if (parent) above.set(id, parent);
      walk(children, isGroup ? undefined : id);
    }
  };
  walk(nodes);
  return above;
};

interface MenuTicksProps {
  readonly nodes: readonly TickNode[];
  readonly ticked: readonly string[];
  readonly setTicked: (ids: readonly string[]) => void;
  /** True to expand all nodes initially, for small trees. */
  readonly expanded?: boolean;
}

/** Renders menus and buttons with independent check boxes, so that a page can be granted without its buttons. */
export const MenuTicks = ({ nodes, ticked, setTicked, expanded = false }: MenuTicksProps) => {
  const label = useLabel();
  const isEnglish = useLanguage() === 'en';
  const [typed, setTyped] = useState('');
  const titleOf = (node: TickNode) => (isEnglish ? node.titleEn : node.title);
  const parents = useMemo(() => parentsIn(nodes), [nodes]);
  /** Checks a node with its ancestors and descendants, or unchecks it with its descendants. */
  const tick = (node: TickNode, on: boolean) => {
    const next = new Set(ticked);
    for (const id of idsIn([node])) on ? next.add(id) : next.delete(id);
    let above = on ? parents.get(node.id) : undefined;
    while (above) {
      next.add(above);
      above = parents.get(above);
    }
    setTicked([...next]);
  };
  return (
    <>
      <Input
        style={{ marginBlockEnd: 8 }}
        allowClear
        prefix={<SearchOutlined />}
        value={typed}
        aria-label={label(['查找菜单或按钮', 'Find a menu or button'])}
        placeholder={label(['查找菜单或按钮', 'Find a menu or button'])}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Tree
        checkable
        checkStrictly
        selectable={false}
        defaultExpandAll={expanded}
        height={400}
        treeData={matching(nodes, typed, titleOf) as never}
        fieldNames={{ key: 'id', title: isEnglish ? 'titleEn' : 'title' }}
        checkedKeys={tickStates(nodes, new Set(ticked))}
        onCheck={(_keys, { node, checked }) => tick(node as unknown as TickNode, checked)}
      />
    </>
  );
};
