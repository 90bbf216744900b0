import { DownOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { useLabel } from '../i18n/language.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { chainPath } from './processPaths.ts';

/** Permission code to read and change routes. */
const stateCode = 'flow_manager_state';

/**
 * Renders links beside the title of a list to the routes of its kind, for users who manage routes.
 */
export const RouteLinks = ({ resource: { processes } }: { readonly resource: Resource }) => {
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const [only, ...more] = processes;
  if (!only || !permissions.has(stateCode)) return null;
  const name = label(['审批流程', 'Route']);
  if (more.length === 0) {
    return (
      <TabLink className="ky-view-button" to={chainPath(only.kind)} title={label(only.label)}>
        {name}
      </TabLink>
    );
  }
  return (
    <MenuButton
      menu={{
        items: processes.map((process) => ({ key: process.kind, label: label(process.label) })),
        onClick: ({ key }) => tab.open(chainPath(key)),
      }}
    >
      <button type="button" className="ky-view-button">
        <span>{name}</span>
        <DownOutlined />
      </button>
    </MenuButton>
  );
};
