import type { ActionName, Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { Button } from './resources.ts';

/** A node of the side menu: a group with pages, or a page with buttons. */
export interface MenuNode {
  readonly code: string;
  readonly label: Label;
  readonly path: string;
  readonly icon?: string;
  /** Roles that have it by default; the platform's administrator has everything. */
  readonly roles: readonly RoleAlias[];
  readonly pages?: readonly MenuNode[];
  readonly buttons?: readonly Button[];
}

/** An entry of the top menu with its side menu. */
export interface TopMenu extends Omit<MenuNode, 'pages' | 'buttons'> {
  readonly pages: readonly MenuNode[];
}

/** The labels of actions. */
export const actionLabels: Readonly<Record<ActionName, Label>> = {
  add: ['新增', 'Add'],
  edit: ['编辑', 'Edit'],
  view: ['查看', 'View'],
  delete: ['删除', 'Delete'],
  submit: ['提交', 'Submit'],
  recall: ['撤回', 'Recall'],
  audit: ['审核', 'Review'],
  back: ['退回', 'Return'],
  backDraft: ['退回草稿', 'Back to draft'],
  abolish: ['作废', 'Void'],
  copy: ['复制', 'Copy'],
  import: ['导入', 'Import'],
  export: ['导出', 'Export'],
  zip: ['打包下载', 'Download all'],
  print: ['打印', 'Print'],
  history: ['版本历史', 'History'],
  publish: ['发布', 'Publish'],
};

/** Every action that a page may have. */
export const everyAction = Object.keys(actionLabels) as readonly ActionName[];

/** The page of a resource's view, with a button for each action and the roles that have it. */
export const viewPage = (
  resource: Resource,
  name: string,
  roles: readonly RoleAlias[],
  verbs: Partial<Record<RoleAlias, readonly ActionName[]>>,
): MenuNode => {
  const view = resource.views[name];
  if (!view) throw new Error(`${resource.key} has no view ${name}`);
  return {
    code: view.code,
    label: view.label,
    path: view.path,
    roles,
    buttons: view.actions.map((action) => ({
      code: `${view.code}_${action}`,
      label: actionLabels[action],
      roles: roles.filter((role) => verbs[role]?.includes(action)),
    })),
  };
};
