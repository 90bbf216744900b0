import type { Label } from '@keyan/kernel/label.ts';
import type { ErrorEntry } from './error-log.ts';

/** Location column of a log entry, as BladeX clients show it. */
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
