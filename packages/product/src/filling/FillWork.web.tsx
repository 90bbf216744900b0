import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { FillAnswer } from './answers.ts';
import { fills } from './dictionaries.ts';
import { FilledRows } from './FilledRows.web.tsx';
import { fillQuestion } from './fill-question.ts';
import { fillService, fillTable } from './fill-table.ts';
import { MatchColumns } from './MatchColumns.web.tsx';
import './filling.web.css';

const keys = queryKeysOf(untypedResource(fillTable));

/** Work area of a requested table: first the mapping of columns, then the filled rows. */
const FillWork = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [isMatching, setMatching] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.all, 'work', id, 'standing'],
    queryFn: () => client.get<FillAnswer>(`/${fillService}/standing`, { id }, { quiet: true }),
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={6} height={36} />;
  const changed = () => {
    setMatching(false);
    void queries.invalidateQueries({ queryKey: keys.all });
    void queries.invalidateQueries({ queryKey: queryKeysOf(untypedResource(fillQuestion)).all });
  };
  const mayMatch = data.may.fill && data.status !== fills.handed;
  if (!data.isFilled || isMatching) {
    return mayMatch ? (
      <MatchColumns
        id={id}
        onFilled={changed}
        onCancel={data.isFilled ? () => setMatching(false) : undefined}
      />
    ) : (
      <p className="ky-note">
        {label(['填报人还没有对应各列', 'The person in charge has not matched the columns yet'])}
      </p>
    );
  }
  return (
    <>
      {data.isStale && mayMatch && (
        <p className="ky-fill-stale" role="status">
          <Glyph name="warning" tone="warning" />
          {label([
            '空表、填报对象或筛选已改，下面仍是改之前填的。',
            'The file, the records or the filters have changed; below is what was filled in before.',
          ])}
          <Button size="small" onClick={() => setMatching(true)}>
            {label(['重新对应并填报', 'Match and fill again'])}
          </Button>
        </p>
      )}
      <FilledRows
        standing={data}
        onChanged={changed}
        onMatch={mayMatch ? () => setMatching(true) : undefined}
      />
    </>
  );
};

export default FillWork;
