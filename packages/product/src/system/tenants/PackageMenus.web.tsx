import { useClient } from '@keyan/console/client/context.tsx';
import { referenceIds } from '@keyan/console/data/values.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { EditorProps, ValueProps } from '@keyan/console/presentation/present.ts';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import {
  groupUnderTopMenus,
  idsIn,
  MenuTicks,
  type TickGroup,
  type TickNode,
} from '../menus/MenuTicks.web.tsx';

/** Renders the tree of menus and buttons of a package, as for roles. */
export const PackageMenusEditor = ({ value, onChange }: EditorProps) => {
  const client = useClient();
  const { data: tree } = useQuery({
    queryKey: ['role', 'grant-tree'],
    queryFn: () =>
      client.get<{ readonly menu: readonly TickNode[]; readonly topMenus: readonly TickGroup[] }>(
        '/blade-system/menu/grant-tree',
      ),
  });
  if (!tree) return <Spin />;
  const shown = new Set(idsIn(tree.menu));
  const ids = referenceIds(value);
  return (
    <MenuTicks
      nodes={groupUnderTopMenus(tree.menu, tree.topMenus)}
      ticked={ids.filter((id) => shown.has(id))}
      setTicked={(ticked) => {
        const next = [...ticked, ...ids.filter((id) => !shown.has(id))];
        onChange(next.length === 0 ? null : next);
      }}
    />
  );
};

/** Renders the number of a package's menus instead of hundreds of names. */
export const PackageMenusText = ({ value }: ValueProps) => {
  const label = useLabel();
  const count = referenceIds(value).length;
  return <span>{label([`${count} 项`, `Entries: ${count}`])}</span>;
};
