import { SnippetsOutlined } from '@ant-design/icons';
import { handOver } from '@keyan/console/form/handover.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import type { ListPanelProps, ToolbarPanel } from '@keyan/console/presentation/present.ts';
import { pagesOf } from '@keyan/console/presentation/resources.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { lazy } from 'react';

const OutsidePanel = lazy(async () => ({
  default: (await import('./panels.web.tsx')).panels.OutsidePanel,
}));

const OutsideOnList = ({ kind, view, onClose }: ListPanelProps & { readonly kind: Resource }) => {
  const tab = useTab();
  return (
    <OutsidePanel
      kind={kind}
      onClose={onClose}
      onFill={(values) => {
        onClose();
        tab.open(`${pagesOf(view).add}?handover=${handOver(values)}`);
      }}
    />
  );
};

/** 从 ORCID / OpenAlex 导入, on the list of a kind. */
export const outsidePanel = (kind: Resource): ToolbarPanel => ({
  key: 'outside',
  label: ['从 ORCID / OpenAlex 导入', 'Import from ORCID or OpenAlex'],
  icon: <SnippetsOutlined />,
  Panel: (panel) => <OutsideOnList kind={kind} {...panel} />,
});
