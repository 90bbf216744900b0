import type { Label } from '@keyan/kernel/label.ts';
import type { ErrorEntry } from './error-log.ts';

/** Place where an entry of a log was written, as clients of the family show it. */
export const logLocation = ({
  serviceId,
  serverHost,
  serverIp,
  env,
}: Pick<ErrorEntry, 'serviceId' | 'serverHost' | 'serverIp' | 'env'>): readonly (readonly [
  name: Label,
  value: string,
])[] => [
  [['服务', 'Service'], serviceId],
  [['服务器', 'Server'], `${serverHost} ${serverIp}`.trim()],
  [['环境', 'Environment'], env],
];
