import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf, resourceCalls } from '@keyan/console/data/calls.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import ActionDialog from '@keyan/console/records/ActionDialog.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { type FindingRow, qualityService } from './quality.ts';

interface CorrectProps {
  readonly row: FindingRow;
  readonly onClose: () => void;
}

/** Renders editors for the fields that the ministry's report refuses. */
const Correction = ({ row, resource, onClose }: CorrectProps & { readonly resource: Resource }) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeysOf(resource).detail(row.record.id), 'quality'],
    queryFn: () => resourceCalls(client, resource).detail(row.record.id),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error) {
    return (
      <Modal open footer={null} onCancel={onClose}>
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      </Modal>
    );
  }
  if (!data) return null;
  const form = Object.fromEntries(
    row.fields.flatMap((name) => {
      const field = resource.fields[name];
      return field ? [[name, field] as const] : [];
    }),
  );
  const text = fill(['《{title}》：{text}', '“{title}”: {text}'], {
    title: row.record.title,
    text: row.text,
  });
  return (
    <ActionDialog
      resource={resource}
      action={{ label: ['更正', 'Correct'], from: [], ask: text, form }}
      row={data}
      onCancel={onClose}
      onGo={async (values) => {
        await client.post(`/${qualityService}/correct`, {
          resource: row.resource,
          id: row.record.id,
          version: data.version,
          values,
        });
        toast.success(['已更正', 'Corrected']);
        onClose();
      }}
    />
  );
};

/** Renders the dialog that corrects what the ministry's report would refuse. */
const CorrectDialog = ({ row, onClose }: CorrectProps) => {
  const resource = useDefinition(row.resource);
  return resource ? <Correction row={row} resource={resource} onClose={onClose} /> : null;
};

export default CorrectDialog;
