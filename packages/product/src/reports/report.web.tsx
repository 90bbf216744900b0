import { DownloadOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import type { FormStore } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { useDefinition, useOutline } from '@keyan/console/presentation/resources.tsx';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { Suspense, useState } from 'react';
import { RoleNames } from '../shared/role-picker.web.tsx';
import { mailingPage } from './mailing.ts';
import {
  ColumnsEditor,
  ConditionsEditor,
  GroupsEditor,
  RolesEditor,
  SourceEditor,
  SumsEditor,
  useSources,
  yearsIn,
  yearsText,
} from './ReportEditors.web.tsx';
import { ReportTable } from './ReportTable.web.tsx';
import { isOfFigures, type ReportResult, report } from './report.ts';

/** Section 结果: result of the report for the reader. */
const Result = ({ row }: { readonly row: WireRow }) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['report', row.id, row.version],
    queryFn: () => client.get<ReportResult>('/keyan/report/run', { id: row.id }, { quiet: true }),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={32} />;
  return <ReportTable name={String(row.name)} chart={String(row.chart ?? '')} result={data} />;
};

/** Figures and dimensions, or years, in the reader’s language. */
const FigureNames = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const source = useSources()?.find(({ page }) => page === row.page);
  const text = String(value ?? '');
  if (text.includes('=')) return label(yearsText(yearsIn(text)));
  return text
    .split(',')
    .map((name) => {
      const known = [...(source?.groups ?? []), ...(source?.sums ?? [])];
      return known.find((one) => one.name === name)?.label ?? '–';
    })
    .join(label(['、', ', ']));
};

/** Names of the source’s fields in the reader’s language. */
const FieldNames = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const definition = useDefinition(String(row.sourceKey ?? ''));
  const fields = definition ? listFields(definition) : {};
  const named = (name: string): string => {
    const spec = fields[name]?.spec;
    return spec ? label(spec.label) : name;
  };
  const text = String(value ?? '');
  const names = text.includes('=') ? [...new URLSearchParams(text).keys()] : text.split(',');
  // Filter names may have an operator suffix, such as `publishDate_datege`.
  return [...new Set(names.map((name) => named(name.replace(/_[a-z]+$/, ''))))].join(
    label(['、', ', ']),
  );
};

const Names = (props: ValueProps) => (
  <Suspense fallback={null}>
    {isOfFigures(props.row) ? <FigureNames {...props} /> : <FieldNames {...props} />}
  </Suspense>
);

/** Page name in the reader’s language; the row stores the Chinese name for searching. */
const PageName = ({ row }: ValueProps) =>
  useSources()?.find(({ page }) => page === row.page)?.label ?? String(row.pageName ?? '');

/** Page name for a code in the history. */
const PastPage = ({ value }: { readonly value: unknown }) =>
  useSources()?.find(({ page }) => page === value)?.label ?? '–';

/** Name of the kind of records for a key in the history. */
const PastKind = ({ value }: { readonly value: unknown }) => {
  const label = useLabel();
  const views = Object.values(useOutline(String(value))?.views ?? {});
  return views[0] ? label(views[0].label) : '–';
};

/** Button 导出 Excel: downloads the result as a workbook. */
const SaveWorkbook = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    void client
      .download('/keyan/report/workbook', { id: row.id }, `${row.name}.xlsx`)
      // The client has already shown the error.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button icon={<DownloadOutlined />} loading={busy} onClick={save}>
      {label(['导出 Excel', 'Save as Excel'])}
    </Button>
  );
};

/** Buttons 导出 and 订阅. */
const RecordActions = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const rights = usePermissions();
  const { open } = useTab();
  const values = { reportId: row.id, reportIdName: row.name };
  return (
    <>
      <SaveWorkbook row={row} />
      {rights.has('rmail_add') && (
        <Button onClick={() => open(`${mailingPage}/add?handover=${storeHandover(values)}`)}>
          {label(['订阅', 'Subscribe'])}
        </Button>
      )}
    </>
  );
};

/** Button 预览: result of the report as entered in the form. */
const Preview = ({ form }: { readonly form: FormStore }) => {
  const label = useLabel();
  const client = useClient();
  const [result, setResult] = useState<ReportResult>();
  const [busy, setBusy] = useState(false);
  const { name, chart } = form.state().values;
  const show = () => {
    setBusy(true);
    const { page, conditions, groupBy, sums, columns } = form.state().values;
    void client
      .post<ReportResult>('/keyan/report/preview', {
        page: page ?? '',
        conditions: conditions ?? '',
        groupBy: groupBy ?? '',
        sums: sums ?? '',
        columns: columns ?? '',
      })
      .then(setResult)
      // The client has already shown the error.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button loading={busy} onClick={show}>
        {label(['预览', 'Preview'])}
      </Button>
      {result && (
        <Drawer
          open
          size="large"
          title={label(['预览', 'Preview'])}
          onClose={() => setResult(undefined)}
        >
          <ReportTable
            name={String(name ?? '') || label(['报表', 'Report'])}
            chart={String(chart ?? '')}
            result={result}
          />
        </Drawer>
      )}
    </>
  );
};

/** Presentation of reports: designer and result. */
export const reportPresentation = present(report, {
  FormTools: Preview,
  rowFields: ['page'],
  Question: Result,
  ExtraRecordActions: RecordActions,
  fields: {
    name: { span: 2 },
    nameEn: { span: 2 },
    page: { span: 2, Editor: SourceEditor, Text: PageName, Past: PastPage },
    sourceKey: { Past: PastKind },
    conditions: { span: 4, Editor: ConditionsEditor, Text: Names },
    groupBy: { span: 2, Editor: GroupsEditor, Text: Names },
    sums: { span: 2, Editor: SumsEditor, Text: Names },
    columns: { span: 4, Editor: ColumnsEditor, Text: Names },
    roles: { span: 4, Editor: RolesEditor, Text: RoleNames },
    remark: { span: 4, width: 200 },
    pageName: { width: 200, Cell: PageName, Text: PageName },
  },
});
