import { PrinterOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTabParams } from '@keyan/console/navigation/tab.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AuditTable, ProjectAudit } from './audit.ts';
import { fundsQueryService } from './figures.ts';
import '@keyan/console/detail/print.css';
import './funds-query.web.css';

const PrintedCode = lazy(() => import('@keyan/console/detail/PrintedCode.tsx'));

/** Table for print: complete, without scrolling. */
const Table = ({ table }: { readonly table: AuditTable }) => {
  const label = useLabel();
  const { title, heads, kinds, rows } = table;
  return (
    <section className="ky-audit-table">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="ky-note">{label(['无', 'None'])}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a sheet never change
              <tr key={index}>
                {row.map((text, place) => (
                  <td key={heads[place] ?? place} data-kind={kinds[place]}>
                    {text && kinds[place] === 'money' ? groupDigits(text) : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

/** Page 经费审计表: complete funds of one project for printing or PDF, with a verification code. */
const FundsAudit = () => {
  const label = useLabel();
  const client = useClient();
  const { id = '' } = useTabParams();
  const [sheet, setSheet] = useState<PrintedSheet>();
  const { data, error, refetch } = useQuery({
    queryKey: ['funds', 'audit', id],
    queryFn: ({ signal }) =>
      client.get<ProjectAudit>(
        `/${fundsQueryService}/audit`,
        { programId: id },
        { quiet: true, signal },
      ),
  });
  const print = async () => {
    try {
      setSheet(
        await client.post<PrintedSheet>(`/${fundsQueryService}/auditSheet`, { programId: id }),
      );
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const content = () => {
    if (error) return <ErrorPanel fault={error} onRetry={refetch} />;
    if (!data) return <SkeletonRows />;
    return data.tables.map((table) => <Table key={table.title} table={table} />);
  };
  return (
    <Page
      header={
        <PageHeader
          title={label(['经费审计表', 'Fund audit table'])}
          context={data && `${data.number} ${data.name}`}
          actions={
            data && (
              <Button type="primary" icon={<PrinterOutlined />} onClick={() => void print()}>
                {label(['打印', 'Print'])}
              </Button>
            )
          }
        />
      }
    >
      <div className="ky-audit">
        {content()}
        {sheet && (
          <Suspense>
            <PrintedCode sheet={sheet} />
          </Suspense>
        )}
      </div>
    </Page>
  );
};

export default FundsAudit;
