import { fill, type Label } from '@keyan/kernel/label.ts';

const bare: Label = ['科研管理', 'Research administration'];

/** What the site is called, in the head of every page and in the window's title. */
export const siteTitle = (name: Label | undefined): Label =>
  name ? fill(['{name}科研管理', '{name} research'], { name }) : bare;
