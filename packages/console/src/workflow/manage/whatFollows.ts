import type { Label } from '@keyan/kernel/label.ts';
import type { RouteRow } from '@keyan/kernel/wire/routes.ts';

/** Fields of a version that decide which version replaces it. */
type Version = Pick<
  RouteRow,
  'id' | 'name' | 'version' | 'isMain' | 'suspensionState' | 'deploymentTime'
>;

/**
 * Returns the version that the next one replaces: the one in use, or the newest if all are
 * suspended.
 */
export const versionInForce = <V extends Pick<Version, 'version' | 'suspensionState'>>(
  versions: readonly V[],
): V | undefined =>
  versions.toSorted(
    (one, other) => one.suspensionState - other.suspensionState || other.version - one.version,
  )[0];

/** Returns the version on which new processes start after a version is suspended. */
export const versionAfterSuspension = (route: Version, versions: readonly Version[]): Label => {
  if (!route.isMain) {
    return [
      '不再用它发起新流程；运行中的流程照常办理',
      'No new process starts on it; running ones continue',
    ];
  }
  const next = versionInForce(
    versions.filter(({ id, suspensionState }) => id !== route.id && suspensionState === 1),
  );
  return next
    ? [
        `之后提交的记录改用 v${next.version}（${next.deploymentTime} 部署）；运行中的流程照常办理`,
        `Records submitted from now on follow v${next.version} (deployed ${next.deploymentTime}); running processes continue`,
      ]
    : [
        `没有其他可用的版本：之后不能提交【${route.name}】，直到激活或部署一个版本`,
        `There is no other version: “${route.name}” cannot be submitted until one is activated or deployed`,
      ];
};
