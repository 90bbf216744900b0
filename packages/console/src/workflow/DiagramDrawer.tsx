import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useScreen } from '../base/useScreen.ts';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { workCalls, workKeys } from './calls.ts';
import { DiagramPicture } from './DiagramPicture.tsx';
import './diagram.css';

interface DiagramDrawerProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Renders 流程图 in a drawer: moved by dragging, zoomed by Ctrl and the wheel. */
const DiagramDrawer = ({ resource, row, onClose }: DiagramDrawerProps) => {
  const client = useClient();
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const { data, error, refetch } = useQuery({
    queryKey: workKeys.drawing(row.id),
    queryFn: () => workCalls(client).drawing({ businessId: row.id }),
  });
  return (
    <Drawer
      open
      onClose={onClose}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '90dvh' : 'min(960px, 90vw)'}
      title={label(['流程图', 'Diagram'])}
      extra={
        <span className="ky-diagram-key">
          <Glyph name="approved" tone="success" />
          {label(['已办', 'Done'])}
          <Glyph name="inApproval" tone="warning" />
          {label(['当前', 'Current'])}
          <Glyph name="returned" tone="error" />
          {label(['退回', 'Returned'])}
        </span>
      }
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <DiagramPicture drawing={data} resource={resource} />
      ) : (
        <SkeletonRows />
      )}
    </Drawer>
  );
};

export default DiagramDrawer;
