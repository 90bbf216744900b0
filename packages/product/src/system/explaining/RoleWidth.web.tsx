import { useLabel } from '@keyan/console/i18n/language.ts';

interface RoleWidthProps {
  readonly width: string;
  readonly limits: readonly string[];
}

/** Renders which records a role gives access to, and the data scopes that limit them. */
export const RoleWidth = ({ width, limits }: RoleWidthProps) => {
  const label = useLabel();
  return (
    <div className="ky-note">
      {label([`数据范围：${width}`, `Data scope: ${width}`])}
      {limits.length > 0 &&
        label([`；数据权限收窄：${limits.join('、')}`, `; narrowed by ${limits.join(', ')}`])}
    </div>
  );
};
