import { SearchOutlined } from '@ant-design/icons';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

/** A node that is ticked, with its name in both languages. */
export interface TickNode {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly children?: readonly TickNode[];
  /** Only a heading: it is ticked by what stands below it, and granted to nobody. */
  readonly isGroup?: true;
}

/** A top menu with the menus that stand under it, by id. */
export interface TickGroup {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly menus: readonly string[];
}

/** Ids that can be ticked: of these nodes and of all below them. */
export const idsIn = (nodes: readonly TickNode[]): readonly string[] =>
  nodes.flatMap(({ id, isGroup, children = [] }) => [...(isGroup ? [] : [id]), ...idsIn(children)]);

const elsewhere: Label = ['其他', 'Others'];

/** The nodes below the top menus that show them: each below the first, and those that none shows last. */
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

/** Nodes that are ticked with all below them, and those of which only a part is. */
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

/** The nodes whose title has the text, with those above and below them. */
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
  /** Few nodes: all are shown at once. */
  readonly expanded?: boolean;
}

/** Menus and buttons: each is ticked by itself, so that a page may be had without its buttons. */
export const MenuTicks = ({ nodes, ticked, setTicked, expanded = false }: MenuTicksProps) => {
  const label = useLabel();
  const isEnglish = useLanguage() === 'en';
  const [typed, setTyped] = useState('');
  const titleOf = (node: TickNode) => (isEnglish ? node.titleEn : node.title);
  const parents = useMemo(() => parentsIn(nodes), [nodes]);
  /** Ticking takes what is above and below along; unticking what is below. */
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
