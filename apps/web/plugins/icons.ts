import type { Plugin } from 'vite';

/** Pattern of antd's icon component in the builds that give it an accessible name. */
const frame = /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/;
const named = /"?role"?: "img",\s*"aria-label": icon\.name/;

/**
 * Vite plugin that hides antd's icons from screen readers. An icon is named by its English file
 * name, so that a button would be read as “plus 登记论文”. Icons of this product stand beside words or
 * in named controls.
 *
 * @throws Error when antd's code has changed, because the names would be read again
 */
export const silentIcons = (): Plugin => ({
  name: 'keyan:icons',
  transform(code, id) {
    if (!frame.test(id.split('?')[0] ?? '')) return undefined;
    if (!named.test(code)) throw new Error(`${id}: the frame of icons is spelled otherwise now`);
    return { code: code.replace(named, '"aria-hidden": true'), map: null };
  },
});
