import { CloseOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLastResult } from '../base/useLastGood.ts';
import { useClient } from '../client/context.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { queryKeysOf, resourceCalls } from '../data/calls.ts';
import { titleOf } from '../data/title.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { RecordStatus } from '../records/RecordStatus.tsx';
import { RecordDetail } from './RecordDetail.tsx';
import './peek.css';

/**
 * Milliseconds for which a row must be active before its record is fetched: a held arrow key
 * fetches the last row only.
 */
const activeDelay = 150;

/** Record to be fetched, with its row once loaded. */
interface RequestedRecord {
  readonly resource: Resource;
  readonly id: string;
  readonly data?: undefined;
}

/**
 * Returns the record after it has not changed for a moment; the first record immediately. A list of
 * tasks has records of several kinds.
 */
const useDelayedRecord = (resource: Resource, id: string): RequestedRecord => {
  const [rested, setRested] = useState<RequestedRecord>({ resource, id });
  useEffect(() => {
    const timer = setTimeout(() => setRested({ resource, id }), activeDelay);
    return () => clearTimeout(timer);
  }, [resource, id]);
  return rested;
};

export interface RecordPeekProps {
  readonly resource: Resource;
  readonly id: string;
  /** Name of the button that opens the record's page. */
  readonly go: Text;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Content above the fields of the record. */
  readonly children?: ReactNode;
}

/** Renders a record beside its list: its fields, and a button to its page. */
const RecordPeek = ({ go, onOpen, onClose, children, ...active }: RecordPeekProps) => {
  const client = useClient();
  const label = useLabel();
  const asked = useDelayedRecord(active.resource, active.id);
  const answer = useQuery({
    queryKey: queryKeysOf(asked.resource).detail(asked.id),
    queryFn: () => resourceCalls(client, asked.resource).detail(asked.id),
  });
  const close = label(['收起（Esc）', 'Close (Esc)']);
  const { error, refetch } = answer;
  const found = useMemo(
    () => answer.data && { resource: asked.resource, data: answer.data },
    [asked, answer.data],
  );
  // The previous record remains visible until the next is loaded, because users walk quickly
  // through rows.
  const { resource, data } = useLastResult(found) ?? asked;
  const title = data && (titleOf(resource, data) || label(['（未填题目）', '(untitled)']));
  return (
    <aside
      className="ky-card ky-peek"
      aria-label={label(['侧边查看', 'Quick view'])}
      aria-busy={data?.id !== active.id}
    >
      <header>
        <h2 title={title}>{title}</h2>
        <Button size="small" type="primary" onClick={onOpen}>
          {label(go)}
        </Button>
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={close}
          title={close}
          onClick={onClose}
        />
      </header>
      <div className="ky-peek-body" aria-live="polite">
        {error ? (
          <ErrorPanel fault={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <div className="ky-peek-status">
              <RecordStatus resource={resource} row={data} />
            </div>
            {children}
            <RecordDetail resource={resource} row={data} />
          </>
        ) : (
          <SkeletonRows height={28} />
        )}
      </div>
    </aside>
  );
};

export default RecordPeek;
