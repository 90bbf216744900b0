import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect } from 'react';
import { useLastResult } from '../base/useLastGood.ts';
import { useClient } from '../client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { viewAddresses } from '../presentation/resources.tsx';
import { readHandover } from './handover.ts';
import { ResourceForm } from './ResourceForm.tsx';
import { ReturnedComment } from './ReturnedComment.tsx';

export interface FormPageProps {
  readonly resource: Resource;
  readonly view: View;
}

/**
 * Renders the form of a new record, or of a stored one (`?id=`); `?fields=` names fields to be
 * filled in.
 */
export const FormPage = ({ resource, view }: FormPageProps) => {
  const client = useClient();
  const { id, handover, fields } = useTabParams();
  const tab = useTab();
  const label = useLabel();
  const pages = viewAddresses(view);
  const { setTitle } = tab;
  const verb = label(id === undefined ? ['新建', 'New'] : ['编辑', 'Edit']);
  const title = `${label(view.label)} · ${verb}`;
  useEffect(() => setTitle(title), [setTitle, title]);
  const read = useQuery({
    queryKey: queryKeysOf(resource).detail(id ?? ''),
    queryFn: () => resourceCalls(client, resource).detail(id ?? ''),
    enabled: id !== undefined,
    // Fetch once when the form opens: a later response must not replace the values being edited.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const data = useLastResult(read.data);
  if (read.error && !data) {
    return <ErrorPanel fault={read.error} onRetry={() => void read.refetch()} />;
  }
  if (id !== undefined && !data) return <SkeletonRows height={76} />;
  const permission = data?.permissions?.edit;
  if (data && permission?.allowed === false) {
    return (
      <Empty
        action={
          <button type="button" className="ky-link" onClick={() => tab.open(pages.detail(data.id))}>
            {label(['查看', 'View'])}
          </button>
        }
      >
        {permission.reason ?? label(['当前状态不允许此操作', 'Not allowed in the current status'])}
      </Empty>
    );
  }
  const given =
    handover === undefined ? undefined : (readHandover(handover) as RowLike | undefined);
  return (
    <ResourceForm
      key={data?.id ?? 'new'}
      resource={resource}
      row={data}
      variant={view.variant}
      first={ofPage(resource, view)}
      given={given}
      path={id === undefined ? pages.add : pages.edit(id)}
      aside={data?.auditStatus === '3' && <ReturnedComment resource={resource} row={data} />}
      asked={fields?.split(',')}
      onBack={() => tab.close(pages.list)}
      onSaved={(row: WireRow) => {
        // A saved new record gets a tab of its own.
        if (id === undefined) tab.close(pages.edit(row.id));
      }}
      onSubmitted={() => tab.close(pages.list)}
      onOpen={(row) => tab.open(pages.detail(row.id))}
    />
  );
};

/** Returns the initial values by which a new record belongs to a page that shows one code only. */
const ofPage = ({ fields }: Resource, { scope }: View): RowLike => {
  if (scope.kind !== 'coded' || scope.codes.length > 1) return {};
  const spec = fields[scope.field]?.spec;
  return spec && !spec.readonly ? { [scope.field]: scope.codes[0] } : {};
};

/** Returns a page component for one view of a resource, for the route table. */
export const formPage = (resource: Resource, view: View): ComponentType => {
  const Bound = () => <FormPage resource={resource} view={view} />;
  return Bound;
};
