import { Empty } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import type { Route } from '../navigation/routes.ts';

/**
 * Renders the page of a menu entry that this version does not have; a 404 would suggest a wrong
 * address.
 */
const MenuPage = () => {
  const label = useLabel();
  return (
    <Empty>
      {label([
        '此菜单的页面尚未提供，需要时请联系管理员',
        'This page is not available yet. Contact an administrator if you need it',
      ])}
    </Empty>
  );
};

/** Returns the route of a menu entry without a page in this application. */
export const menuPage = (path: string): Route => ({ path, component: MenuPage, title: '' });
