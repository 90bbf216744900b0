import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { menuCode } from './menu-codes.ts';
import { menuPath } from './menu-path.ts';

/**
 * 顶部菜单: the entries of the top bar. Each has pages of the menu (`top-menu.endpoints.server.ts`); people
 * see one as soon as their roles give them a page of it.
 */
export const topMenu = defineResource({
  key: 'topMenu',
  label: ['顶部菜单', 'Top menu'],
  table: 'top_menu',
  path: 'blade-system/topmenu',
  scarce: { records: 'few', because: 'they are the tops of the menu' },
  title: 'name',
  englishTitle: 'nameEn',
  fields: {
    name: f.text(['菜单名称', 'Name']).requiredInDraft().max(50),
    nameEn: f.text(['英文名称', 'English name']).max(80),
    code: f
      .text(['菜单编号', 'Code'])
      .requiredInDraft()
      .max(60)
      .format(menuCode)
      .unique((value) => value)
      .specimen(({ serial }) => `top${serial}`),
    path: f
      .text(['路径', 'Path'])
      .max(500)
      .format(menuPath)
      .help(['可以不填，打开其下第一个页面', 'Optional; opens its first page if empty'])
      .specimen(({ serial }) => `/top${serial}`),
    source: f
      .text(['图标', 'Icon'])
      .max(60)
      .specimen(() => 'FolderOutlined'),
    sort: f.integer(['排序', 'Sort']).required().initial(100),
  },
  views: {
    manage: {
      label: ['顶部菜单', 'Top menus'],
      code: 'topmenu',
      path: '/system/topmenu',
      note: [
        '顶栏的入口和各自的页面；角色有其中的页面时显示',
        'Entries of the top bar and their pages; shown to roles that have one of the pages',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'history'],
      menu: ['system', 3],
      icon: 'FolderOutlined',
      grants: allActionsFor('admin'),
      rights: [{ code: 'topmenu_setting', label: ['菜单设置', 'Set pages'], roles: ['admin'] }],
    },
  },
  list: {
    columns: ['name', 'code', 'path', 'source', 'sort'],
    filters: ['name', 'code'],
    sort: 'sort',
  },
  form: [
    {
      key: 'topMenu',
      title: ['顶部菜单', 'Top menu'],
      fields: ['name', 'nameEn', 'code', 'path', 'source', 'sort'],
    },
  ],
  access: { read: permission('topmenu'), write: permission('topmenu_edit') },
});
