import type { Language } from '@keyan/kernel/label.ts';
import { type MenuNode, menuName } from './menu.ts';

/** A top entry with its menu. */
interface Menu {
  readonly top: MenuNode;
  readonly nodes: readonly MenuNode[];
}

/**
 * Returns the entries without children in order, each with its path in the menu, which
 * distinguishes entries of the same name: `项目管理 › 纵向项目`.
 */
export const menuEntriesWithPath = (
  { top, nodes }: Menu,
  language: Language,
): ReadonlyMap<MenuNode, string> => {
  const under = (
    inside: readonly MenuNode[],
    place: string,
  ): readonly (readonly [MenuNode, string])[] =>
    inside.flatMap((node) =>
      node.children?.length
        ? under(node.children, `${place} › ${menuName(node, language)}`)
        : [[node, place] as const],
    );
  return new Map(under(nodes, menuName(top, language)));
};
