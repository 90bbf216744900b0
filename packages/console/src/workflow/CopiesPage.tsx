import type { CopyRow } from '@keyan/kernel/wire/copies.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { Empty } from '../components/state.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { ChoiceFilter } from '../list/ChoiceFilter.tsx';
import { ListText } from '../list/filters.tsx';
import { useKinds } from '../presentation/resources.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { type ListControllerProps, useListController } from '../table/useListController.ts';
import { CopyRows } from './CopyTable.tsx';
import { copyList, workCalls, workKeys } from './calls.ts';
import './workflow.css';

const noConditions = { q: '', kind: '', unread: '' };

type CopiesList = ListControllerProps<CopyRow, keyof typeof noConditions>;

const CopyFilters = ({ list }: { readonly list: CopiesList }) => {
  const { state, change } = list;
  const label = useLabel();
  const kinds = useKinds();
  return (
    <div className="ky-filters">
      <ListText isSearch list={list} name="q" label={['事务名称', 'Title']} />
      {kinds.length > 1 && (
        <ChoiceFilter
          value={state.kind}
          label={label(['业务类型', 'Type'])}
          options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
          onChange={(kind) => change({ kind })}
        />
      )}
      <ChoiceFilter
        value={state.unread}
        label={label(['阅读状态', 'Read'])}
        options={[{ value: 'true', label: label(['未读', 'Unread']) }]}
        onChange={(unread) => change({ unread })}
      />
    </div>
  );
};

/** Renders the button that marks everything copied to the reader as read. */
const ReadAllButton = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const readAll = async () => {
    setBusy(true);
    try {
      await workCalls(client).readCopies();
      toast.success(['已全部标为已读', 'All marked as read']);
      await queries.invalidateQueries({ queryKey: ['live'] });
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void readAll()}>
      {label(['全部已读', 'Mark all as read'])}
    </Button>
  );
};

/** Renders 抄送我的: records that were copied to the reader for information. */
export const CopiesPage = () => {
  const label = useLabel();
  const list = useListController<CopyRow, keyof typeof noConditions>({
    conditions: noConditions,
    keyOf: ({ id }) => id,
    queryKey: workKeys.copies,
    path: copyList,
    query: (state) => ({ businessName: state.q, kind: state.kind, unread: state.unread }),
  });
  return (
    <ListPage
      title={label(['抄送我的', 'Copied to me'])}
      context={label(['供您知悉，无需办理', 'For your information; no action needed'])}
      list={list}
      actions={<ReadAllButton />}
      filters={<CopyFilters list={list} />}
      empty={<Empty>{label(['没有抄送给您的事务', 'No records have been copied to you'])}</Empty>}
    >
      <CopyRows now={list.fetchedAt} refreshing={list.isFetching} />
    </ListPage>
  );
};
