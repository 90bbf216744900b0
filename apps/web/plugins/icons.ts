import type { Plugin } from 'vite';

/** The icon's frame in antd, in the builds that tell names to readers of the screen. */
const frame = /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/;
const named = /"?role"?: "img",\s*"aria-label": icon\.name/;

/**
 * An icon of antd calls itself by its English file name, and a button around it becomes “plus
 * 登记论文” to a reader of the screen. Icons stand beside words or in controls with a name of their
 * own: they are decoration, and hidden from those who listen.
 *
 * @throws Error when antd spells its frame otherwise: the names would come back unseen.
 */
export const silentIcons = (): Plugin => ({
  name: 'keyan:icons',
  transform(code, id) {
    if (!frame.test(id.split('?')[0] ?? '')) return undefined;
    if (!named.test(code)) throw new Error(`${id}: the frame of icons is spelled otherwise now`);
    return { code: code.replace(named, '"aria-hidden": true'), map: null };
  },
});
