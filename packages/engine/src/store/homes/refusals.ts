import type { Label } from '@keyan/kernel/label.ts';

const reasons = {
  busy: [
    '该租户正在迁移，或目标就是当前数据库',
    'It is already being moved, or the target is the same database',
  ],
  endless: [
    '有服务进程仍在处理该租户的请求，请稍后再试',
    'A process is still working for the tenant; try again later',
  ],
  rowsThere: [
    '目标数据库中已有该租户的数据，请先核实并清除',
    'The target already has rows of this tenant; check and remove them first',
  ],
  shapes: ['两个数据库的表结构不一致', 'The two databases do not have the same columns'],
  differs: ['迁移前后行数不一致，已撤销', 'The row counts differ; everything was rolled back'],
} as const satisfies Readonly<Record<string, Label>>;

/** Separator between the two languages. */
const between = ' / ';

/** Returns the stored reason of a failed move in both languages; an error of a database is in its own language only. */
export const moveReason = (text: string): Label => {
  for (const [zh, en] of Object.values(reasons)) {
    const at = text.startsWith(zh) ? text.indexOf(between + en) : -1;
    if (at >= 0) return [text.slice(0, at), text.slice(at + between.length)];
  }
  return [text, text];
};

/** Error: a move cannot be done, and nothing has changed. The text is in both languages, for the page of runs. */
export class MoveRefused extends Error {
  readonly reason: keyof typeof reasons;
  constructor(reason: keyof typeof reasons, detail = '') {
    const [zh, en] = reasons[reason];
    super((detail ? [`${zh}（${detail}）`, `${en} (${detail})`] : [zh, en]).join(between));
    this.name = 'MoveRefused';
    this.reason = reason;
  }
}
