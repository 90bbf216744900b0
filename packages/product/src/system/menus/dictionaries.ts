import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Type of a menu entry; keys are those of the wire. */
export const menuCategory = dictionary(
  'menu_category',
  ['菜单类型', 'Menu entry type'],
  [
    ['1', '菜单', 'Page'],
    ['2', '按钮', 'Button'],
  ],
);

/** Place of a button on its page. */
export const buttonPlace = dictionary(
  'button_func',
  ['按钮位置', 'Button position'],
  [
    ['1', '工具栏', 'Toolbar'],
    ['2', '操作栏', 'Row'],
    ['3', '工具操作栏', 'Toolbar and row'],
  ],
);

/** Yes or no in BladeX's codes, for whether an entry opens in a new window. */
export const platformYesNo = dictionary(
  'yes_no',
  ['是否（平台）', 'Yes or no (platform)'],
  [
    ['1', '否', 'No'],
    ['2', '是', 'Yes'],
  ],
);

export const menuOrigins = { product: '1', own: '2' } as const;

/** Creator of an entry: the product, or an administrator of the university. */
export const menuOrigin = dictionary(
  'menuOrigin',
  ['菜单来源', 'Origin of a menu entry'],
  [
    [menuOrigins.product, '系统内置', 'Built-in'],
    [menuOrigins.own, '本校新增', 'Added by the university'],
  ],
);
