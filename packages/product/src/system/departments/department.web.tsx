import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { department } from './department.ts';

const MergeDialog = lazy(() => import('./dept-merge.web.tsx'));

interface ToolsProps {
  readonly row: WireRow;
  readonly view: View;
}

const useMerge = ({ row }: ToolsProps, button: (open: () => void) => ReactNode): ReactNode => {
  const permissions = usePermissions();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  // The root cannot be merged into another department.
  if (!permissions.has('dept_merge') || row.status !== '1' || !row.parentId) return null;
  return (
    <>
      {button(() => setOpen(true))}
      <Suspense>
        {open && (
          <MergeDialog
            row={row}
            onClose={() => {
              setOpen(false);
              void queries.invalidateQueries({ queryKey: queryKeysOf(department).all });
              void queries.invalidateQueries({ queryKey: ['dept'] });
            }}
          />
        )}
      </Suspense>
    </>
  );
};

/** Renders 合并 in the row of a department. */
const DepartmentTools = (props: ToolsProps) => {
  const label = useLabel();
  return useMerge(props, (open) => (
    <button type="button" className="ky-link" tabIndex={-1} onClick={open}>
      {label(['合并', 'Merge'])}
    </button>
  ));
};

/** Renders the buttons in the header of a department's page. */
const DepartmentActions = (props: ToolsProps) => {
  const label = useLabel();
  return useMerge(props, (open) => (
    <Button onClick={open}>{label(['合并到其他机构', 'Merge into another'])}</Button>
  ));
};

/** Presentation of departments on their list and form. */
export const departmentPresentation = present(department, {
  ExtraRowActions: DepartmentTools,
  ExtraRecordActions: DepartmentActions,
  rowFields: ['status', 'deptName', 'parentId'],
  fields: {
    deptName: { width: 240 },
    deptCode: { width: 110 },
    deptCategory: { width: 110 },
    sort: { width: 80 },
    status: { width: 90 },
    fullName: { span: 2 },
    parentId: { span: 2 },
    remark: { span: 4 },
  },
});
