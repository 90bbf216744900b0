import { useClient } from '@keyan/console/client/context.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Pagination, Tabs } from 'antd';
import { useState } from 'react';
import type { ContentAnswer, HandedRow } from './answers.ts';
import { Differences } from './Differences.web.tsx';
import { handedOut, handedService } from './handed-out.ts';
import './handed.web.css';

const keys = queryKeysOf(untypedResource(handedOut));
const size = 20;

/** Maximum number of columns shown as a table; wider content is shown row by row. */
const maxTableColumns = 16;

const RowName = ({ row }: { readonly row: HandedRow }) =>
  row.resource ? (
    <RecordLink resource={row.resource} id={row.id}>
      {row.label || '–'}
    </RecordLink>
  ) : (
    row.label
  );

/** 报出的内容: all values as submitted. Long because it renders narrow and wide contents. */
const Content = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'content', id, current],
    queryFn: () =>
      client.get<ContentAnswer>(
        `/${handedService}/content`,
        { id, current: String(current), size: String(size) },
        { quiet: true },
      ),
    placeholderData: (before) => before,
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={28} />;
  const isWide = data.columns.length > maxTableColumns;
  const nameOf = (text: string) => text || label(['数值', 'Value']);
  return (
    <div className="ky-handed">
      <div className="ky-handed-scroll">
        <table className="ky-handed-table">
          <thead>
            <tr>
              <th scope="col">{label(['行', 'Row'])}</th>
              {isWide ? (
                <th scope="col">{label(['报出的值', 'Values'])}</th>
              ) : (
                data.columns.map(({ key, label: text, definition }) => (
                  <th key={key} scope="col" title={definition}>
                    {nameOf(text)}
                  </th>
                ))
              )}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.row}>
                <th scope="row">
                  <RowName row={row} />
                </th>
                {isWide ? (
                  <td>
                    {data.columns.flatMap(({ key, label: text }, at) => {
                      const value = row.values[at];
                      return value === null || value === undefined || value === ''
                        ? []
                        : [
                            <span key={key} className="ky-handed-value">
                              <small>{nameOf(text)}</small> {value}
                            </span>,
                          ];
                    })}
                  </td>
                ) : (
                  data.columns.map(({ key }, at) => <td key={key}>{row.values[at]}</td>)
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.withheld > 0 && (
        <p className="ky-note">
          {label(
            fill(['另有 {count} 行的记录您不能查看', 'Rows of records you cannot view: {count}'], {
              count: data.withheld,
            }),
          )}
        </p>
      )}
      <Pagination
        size="small"
        hideOnSinglePage
        current={current}
        pageSize={size}
        total={data.total}
        showSizeChanger={false}
        onChange={setCurrent}
      />
    </div>
  );
};

interface WorkProps {
  readonly id: string;
  readonly isOut: boolean;
}

/** Content of a submission, and its differences from another. */
const HandedWork = ({ id, isOut }: WorkProps) => {
  const label = useLabel();
  if (!isOut) {
    return (
      <p className="ky-note">
        {label(['登记后可与其他报出比较', 'Once recorded, it can be compared with others'])}
      </p>
    );
  }
  return (
    <Tabs
      items={[
        {
          key: 'difference',
          label: label(['与另一次的差异', 'Differences']),
          children: <Differences id={id} />,
        },
        { key: 'content', label: label(['报出的内容', 'Content']), children: <Content id={id} /> },
      ]}
    />
  );
};

export default HandedWork;
