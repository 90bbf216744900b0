import type { Label } from '@keyan/kernel/label.ts';
import type { ThemeName } from './tokens.ts';

/**
 * Themes for the picker: name and four colours (bar, side menu, container, fill), and the styles of
 * side menu and tabs that style sheets select by.
 */
export const themeList: readonly {
  readonly name: ThemeName;
  readonly label: Label;
  readonly side: string;
  readonly tab: string;
  readonly swatch: readonly [header: string, side: string, canvas: string, fill: string];
}[] = [
  {
    name: 'default',
    side: 'bar',
    tab: 'line',
    label: ['默认', 'Default'],
    swatch: ['#16243B', '#FAFBFD', '#F2F5F9', '#2B6FBE'],
  },
  {
    name: 'white',
    side: 'plain',
    tab: 'text',
    label: ['纯白', 'White'],
    swatch: ['#FFFFFF', '#FFFFFF', '#FFFFFF', '#222B38'],
  },
  {
    name: 'dark',
    side: 'bar',
    tab: 'line',
    label: ['暗夜', 'Dark'],
    swatch: ['#0B1017', '#131A24', '#0F141C', '#2F6FB8'],
  },
  {
    name: 'colourful',
    side: 'pill',
    tab: 'pill',
    label: ['炫彩', 'Colourful'],
    swatch: ['#4B3FB5', '#FFFFFF', '#F5F4FB', '#5B4BC9'],
  },
  {
    name: 'smart',
    side: 'block',
    tab: 'card',
    label: ['智慧', 'Smart'],
    swatch: ['#FFFFFF', '#0F2F33', '#EFF5F4', '#0B7A70'],
  },
  {
    name: 'iview',
    side: 'edge',
    tab: 'tag',
    label: ['iView', 'iView'],
    swatch: ['#FFFFFF', '#495060', '#F0F2F5', '#1F6FC4'],
  },
  {
    name: 'vip',
    side: 'bar',
    tab: 'line',
    label: ['尊享', 'VIP'],
    swatch: ['#191612', '#211D17', '#F6F3EC', '#7A5B1F'],
  },
  {
    name: 'cool',
    side: 'float',
    tab: 'segment',
    label: ['清冷', 'Cool'],
    swatch: ['#EDF1FB', '#FFFFFF', '#EDF1FB', '#4059C8'],
  },
  {
    name: 'd2',
    side: 'plain',
    tab: 'folder',
    label: ['D2', 'D2'],
    swatch: ['#E9EEF4', '#E9EEF4', '#E9EEF4', '#2563D9'],
  },
  {
    name: 'hey',
    side: 'block',
    tab: 'thick',
    label: ['Hey', 'Hey'],
    swatch: ['#FFFFFF', '#FFFFFF', '#F3F6F4', '#1E7B51'],
  },
  {
    name: 'lte',
    side: 'bar',
    tab: 'box',
    label: ['LTE', 'LTE'],
    swatch: ['#2B6E97', '#222D32', '#ECF0F5', '#2B6E97'],
  },
];
