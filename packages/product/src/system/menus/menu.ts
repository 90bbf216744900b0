import { everyone, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { allActionsFor } from '../../shared/grants.ts';
import { menu as menuFace } from '../../shared/references/refs.ts';
import {
  buttonPlace,
  menuCategory,
  menuOrigin,
  menuOrigins,
  platformYesNo,
} from './dictionaries.ts';
import { menuCode } from './menu-codes.ts';
import { menuPath } from './menu-path.ts';

/**
 * 菜单: pages, their groups and their buttons. The product brings its own; of these a university
 * chooses names, order, place, icon and whether they are shown, while code, path and kind stay, since
 * the product checks them. Its own entries lead to pages and addresses, or group others.
 */
export const menu = defineResource({
  key: 'menu',
  label: ['菜单', 'Menu entry'],
  words: { plural: ['菜单', 'Menu'] },
  table: 'menu',
  path: 'blade-system/menus',
  title: 'name',
  englishTitle: 'nameEn',
  fields: {
    name: f.text(['菜单名称', 'Name']).requiredInDraft().max(50),
    nameEn: f.text(['英文名称', 'English name']).max(80),
    parentId: f
      .ref(['上级菜单', 'Parent'], menuFace)
      .help([
        '不选则在最上层，由顶部菜单决定显示位置',
        'If empty, at the top level; its place is set by the top menus',
      ])
      .specimen(() => null),
    category: f
      .dict(['菜单类型', 'Type'], menuCategory)
      .required()
      .initial('1')
      .specimen(() => '1'),
    code: f
      .text(['菜单编号', 'Code'])
      .requiredInDraft()
      .max(60)
      .format(menuCode)
      .unique((value) => value)
      .help([
        '角色授权用的编号；系统内置的不能修改',
        'Code used to grant it to roles; cannot be changed for built-in entries',
      ])
      .specimen(({ serial }) => `own${serial}`),
    path: f
      .text(['路径', 'Path'])
      .max(500)
      .format(menuPath)
      .when(({ category }) => category !== '2')
      .help([
        '本系统页面以 / 开头；外部网址在页内打开',
        'Pages of this system begin with /; external addresses open inside the page',
      ])
      .specimen(({ serial }) => `https://service${serial}.example.edu.cn/`),
    isOpen: f.dict(['新窗口打开', 'New window'], platformYesNo).initial('1'),
    action: f
      .dict(['按钮位置', 'Button position'], buttonPlace)
      .when(({ category }) => category === '2'),
    source: f
      .text(['图标', 'Icon'])
      .max(60)
      .specimen(() => 'FolderOutlined'),
    alias: f.text(['别名', 'Alias']).max(60),
    sort: f.integer(['排序', 'Sort']).required().initial(100),
    isHidden: f
      .dict(['隐藏', 'Hidden'], yesNo)
      .initial('0')
      .help([
        '隐藏后不在菜单中显示，权限不变',
        'If hidden it does not show in the menu; permissions are not affected',
      ]),
    remark: f.text(['备注', 'Remark']).max(200),
    origin: f.dict(['来源', 'Origin'], menuOrigin).initial(menuOrigins.own).computed(),
  },
  views: {
    manage: {
      label: ['菜单管理', 'Menus'],
      code: 'menu',
      path: '/system/menu',
      note: [
        '内置菜单可以改名、排序、移动、换图标和隐藏；新增的菜单由角色授权后显示',
        'Built-in entries can be renamed, sorted, moved, hidden and given another icon; added entries show once granted to a role',
      ],
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'export', 'history'],
      menu: ['system', 3],
      icon: 'FolderOutlined',
      grants: allActionsFor('admin'),
    },
  },
  list: {
    columns: ['name', 'code', 'category', 'path', 'origin', 'isHidden', 'sort'],
    filters: ['name', 'code', 'category', 'alias', 'origin', 'isHidden'],
    sort: 'sort',
    tree: 'parentId',
  },
  form: [
    {
      key: 'menu',
      title: ['菜单', 'Menu entry'],
      fields: [
        'name',
        'nameEn',
        'parentId',
        'category',
        'code',
        'path',
        'isOpen',
        'action',
        'source',
        'alias',
        'sort',
        'isHidden',
        'remark',
      ],
    },
  ],
  access: { read: permission('menu'), write: permission('menu_edit') },
});
