import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { faultAt, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import {
  type CertifiableLine,
  type CertificateKind,
  certificateForms,
  certificateService,
} from './kinds.ts';
import './certificates.web.css';

const none: readonly RowLike[] = [];

const keyOf = ({ bizType, bizId }: RowLike): string => `${String(bizType)} ${String(bizId)}`;

/**
 * Form part with tick boxes for the records that the certificate may list; a change of the kind
 * clears all ticks.
 */
const ChooseLines = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const client = useClient();
  const kind = useForm(form, ({ values }) => String(values.certKind ?? '1')) as CertificateKind;
  const language = useForm(form, ({ values }) => String(values.language ?? 'zh'));
  const lines = useForm(form, ({ values }) => values[path] ?? none) as readonly RowLike[];
  const fault = useForm(form, (state) => faultAt(state, path));
  const { data, error, refetch } = useQuery({
    queryKey: ['certifiable', kind, language],
    queryFn: ({ signal }) =>
      client.get<readonly CertifiableLine[]>(
        `/${certificateService}/choices`,
        { kind, language },
        { quiet: true, signal },
      ),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={4} />;
  const { columns, none: nothing } = certificateForms[kind];
  if (data.length === 0) return <Empty>{label(nothing)}</Empty>;
  // Ticks of another kind, and of records that are no longer certifiable, are ignored.
  const chosen = new Set(lines.map(keyOf));
  const ticked = data.filter((one) => chosen.has(keyOf({ ...one })));
  const set = (next: readonly CertifiableLine[]) =>
    form.set(
      path,
      next.map((one) => ({ ...one })),
    );
  const toggle = (line: CertifiableLine) =>
    set(ticked.includes(line) ? ticked.filter((one) => one !== line) : [...ticked, line]);
  const isAll = ticked.length === data.length;
  return (
    <fieldset className="ky-certify" data-path={path}>
      <legend className="ky-certify-head">
        <Checkbox
          checked={isAll}
          indeterminate={ticked.length > 0 && !isAll}
          onChange={() => set(isAll ? [] : data)}
        >
          {label(['全选', 'All'])}
        </Checkbox>
        <span aria-live="polite">
          {label([
            `已选 ${ticked.length} 项，共 ${data.length} 项`,
            `${ticked.length} of ${data.length} chosen`,
          ])}
        </span>
      </legend>
      <ul>
        {data.map((line) => (
          <li key={keyOf({ ...line })}>
            <Checkbox checked={ticked.includes(line)} onChange={() => toggle(line)}>
              <strong>{line.title}</strong>
              <span className="ky-certify-facts">
                {columns
                  .filter(({ name }) => name !== 'title' && line[name])
                  .map(({ name, label: head }) => (
                    <span key={name} title={label(head)}>
                      {line[name]}
                    </span>
                  ))}
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {fault && (
        <p className="ky-help" data-tone="error">
          {label(fault.message)}
        </p>
      )}
    </fieldset>
  );
};

export default ChooseLines;
