import type { Label } from '@keyan/kernel/label.ts';

/** Message where no source outside answers, or none is switched on. */
export const noSourceMessage: Label = [
  '外部服务不可用，请手工填写',
  'The external service is unavailable; please fill in the form by hand',
];
