import { Empty } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import type { Route } from '../navigation/routes.ts';

/** A menu may name pages that this version does not have: better said than taken for a wrong address. */
const MenuPage = () => {
  const label = useLabel();
  return (
    <Empty>
      {label([
        '此菜单的页面尚未提供，需要时请联系管理员',
        'This menu entry has no page yet; ask the administrator if you need it',
      ])}
    </Empty>
  );
};

/** Where the menu leads when the application has no page for it. */
export const menuPage = (path: string): Route => ({ path, component: MenuPage, title: '' });
