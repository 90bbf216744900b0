import { SearchOutlined } from '@ant-design/icons';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { Input, Tree } from 'antd';
import { useMemo, useState } from 'react';

/** A node that is ticked, with its name in both languages. */
export interface TickNode {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly children?: readonly TickNode[];
}

export const idsIn = (nodes: readonly TickNode[]): readonly string[] =>
  nodes.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);

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
    for (const { id, children = [] } of some) {
      if (parent) above.set(id, parent);
      walk(children, id);
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
    for (const id of [node.id, ...idsIn(node.children ?? [])]) on ? next.add(id) : next.delete(id);
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
        checkedKeys={{ checked: [...ticked], halfChecked: [] }}
        onCheck={(_keys, { node, checked }) => tick(node as unknown as TickNode, checked)}
      />
    </>
  );
};
