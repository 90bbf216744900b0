import { f } from '@keyan/kernel/definition/field/field.ts';
import { switchedOn } from '../dictionaries.ts';

/** Codes of the dictionary `switchedOn`. */
export const switchStatusCodes = { off: '1', on: '2' } as const;

/** State field of a service that can be enabled; used together with `switching`. */
export const switchField = f
  .dict(['状态', 'Status'], switchedOn)
  .computed()
  .initial(switchStatusCodes.off);

/** States and actions for enabling and disabling; settings are editable in both states. */
export const switching = {
  states: {
    field: 'status',
    initial: switchStatusCodes.off,
    editable: [switchStatusCodes.off, switchStatusCodes.on],
  },
  actions: {
    enable: {
      label: ['启用', 'Enable'],
      from: [switchStatusCodes.off],
      to: switchStatusCodes.on,
      done: ['启用成功', 'Enabled'],
    },
    disable: {
      label: ['停用', 'Disable'],
      from: [switchStatusCodes.on],
      to: switchStatusCodes.off,
      danger: true,
      done: ['停用成功', 'Disabled'],
    },
  },
} as const;
