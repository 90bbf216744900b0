import { useScreen } from '@keyan/console/base/useScreen.ts';
import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { Label } from '@keyan/kernel/label.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Segmented } from 'antd';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { DictRow } from './dict.ts';
import type { DictFormProps } from './dict-form.web.tsx';
import { type DictFilter, DictList, noFilter } from './dict-list.web.tsx';
import { type DictAction, type DictLayout, dictCode, dictPage } from './dict-pages.ts';
import './dict.web.css';

const DictForm = lazy(() => import('./dict-form.web.tsx'));

const call = (name: string): string => `/blade-system/dict/${name}`;

const isNarrowed = ({ code, name }: DictFilter): boolean => code !== '' || name !== '';

const firstPage = { filter: noFilter, page: 1, size: 10 };

/** Loads a page of dictionaries from the server. */
const useDictionaries = () => {
  const client = useClient();
  const [state, setState] = useState(firstPage);
  const { filter, page, size } = state;
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    queryKey: ['dict', 'parents', state],
    queryFn: () =>
      client.get<Paged<DictRow>>(
        call('parent-list'),
        {
          current: page,
          size,
          code: filter.code || undefined,
          dictValue: filter.name || undefined,
        },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  return {
    filter,
    onFilter: (next: typeof filter) => setState({ ...state, filter: next, page: 1 }),
    list: {
      rows: data?.records,
      total: data?.total ?? 0,
      page,
      size,
      error,
      isFetching,
      refetch: () => void refetch(),
      fetchedAt: dataUpdatedAt,
      turn: (to: number) => setState({ ...state, page: to }),
      resize: (to: number) => setState({ ...state, page: 1, size: to }),
      isNarrowed: isNarrowed(filter),
      clear: () => setState({ ...state, filter: noFilter, page: 1 }),
    },
  };
};

/** Loads all entries below a row; the list pages them in memory. */
const useEntries = (parent: DictRow | undefined) => {
  const client = useClient();
  const [state, setState] = useState({ ...firstPage, of: parent?.id });
  // Another parent starts at the first page.
  const now = state.of === parent?.id ? state : { ...firstPage, size: state.size, of: parent?.id };
  const { filter, page, size } = now;
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery({
    queryKey: ['dict', 'children', parent?.id, filter],
    queryFn: () =>
      client.get<readonly DictRow[]>(
        call('child-list'),
        {
          parentId: parent?.id,
          dictKey: filter.code || undefined,
          dictValue: filter.name || undefined,
        },
        { quiet: true },
      ),
    enabled: parent !== undefined,
  });
  const last = Math.max(1, Math.ceil((data?.length ?? 0) / size));
  const shown = Math.min(page, last);
  return {
    filter,
    onFilter: (next: typeof filter) => setState({ ...now, filter: next, page: 1 }),
    list: {
      rows: parent ? data?.slice((shown - 1) * size, shown * size) : [],
      total: data?.length ?? 0,
      page: shown,
      size,
      error,
      isFetching,
      refetch: () => void refetch(),
      fetchedAt: dataUpdatedAt,
      turn: (to: number) => setState({ ...now, page: to }),
      resize: (to: number) => setState({ ...now, page: 1, size: to }),
      isNarrowed: isNarrowed(filter),
      clear: () => setState({ ...now, filter: noFilter, page: 1 }),
    },
  };
};

/** Returns the actions seal, unseal and remove; both lists are refetched afterwards. */
const useActs = () => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { modal } = App.useApp();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['dict'] }),
      queries.invalidateQueries({ queryKey: ['dictionary'] }),
    ]);
  const send = (name: string, body: object, done: Label): Promise<void> =>
    client
      .post(call(name), body)
      .then(() => toast.success(done))
      // `useClient` has already shown the fault; the refetched rows show the stored state.
      .catch(() => undefined)
      .finally(() => void refresh());
  return {
    refresh,
    seal: ({ id, version, isSealed }: DictRow) =>
      void send(
        'submit',
        { id, version, isSealed: isSealed === 1 ? '0' : '1' },
        isSealed === 1 ? ['已启用', 'Unsealed'] : ['已封存', 'Sealed'],
      ),
    remove: (rows: readonly DictRow[]) =>
      modal.confirm({
        title: label(['确定将选择数据删除?', 'Delete the selected records?']),
        okText: label([`删除 ${rows.length} 条`, `Delete ${rows.length}`]),
        okButtonProps: { danger: true },
        cancelText: label(['取消', 'Cancel']),
        onOk: () => send('remove', { ids: rows.map(({ id }) => id) }, ['删除成功', 'Deleted']),
      }),
  };
};

/** Returns the path from a dictionary to the level whose entries are shown. */
const useWay = (parents: readonly DictRow[] | undefined) => {
  const [way, setWay] = useState<readonly DictRow[]>([]);
  const [root, ...below] = way;
  // Entries changed meanwhile appear in their current state; an entry that is no longer listed is replaced.
  const current = parents?.find(({ id }) => id === root?.id);
  const first = current ?? parents?.[0];
  const shown = first ? [first, ...(current ? below : [])] : [];
  return { way: shown, setWay };
};

interface PathProps {
  readonly head: RefObject<HTMLHeadingElement | null>;
  readonly way: readonly DictRow[];
  readonly onBack: (depth: number) => void;
}

/** Renders the path of dictionaries and entries above the shown level, each a link back. */
const Path = ({ head, way, onBack }: PathProps) => {
  const label = useLabel();
  return (
    <h2 ref={head} className="ky-dict-path">
      {way.map((row, depth) => {
        const name = label([row.dictValue, row.dictValueEn || row.dictValue]);
        return depth === way.length - 1 ? (
          <span key={row.id}>{name}</span>
        ) : (
          <span key={row.id}>
            <button type="button" className="ky-link" onClick={() => onBack(depth)}>
              {name}
            </button>
            {' /'}
          </span>
        );
      })}
      {way.length === 0 && label(['字典项', 'Entries'])}
    </h2>
  );
};

const layouts: readonly { readonly value: DictLayout; readonly label: Label }[] = [
  { value: 'horizontal', label: ['横向', 'Side by side'] },
  { value: 'vertical', label: ['纵向', 'Stacked'] },
];

interface LayoutProps {
  readonly layout: DictLayout;
  readonly onChange: (layout: DictLayout) => void;
}

/** Renders the page header with the layout switch; narrow screens always show the entries below. */
const DictHeader = ({ layout, onChange }: LayoutProps) => {
  const label = useLabel();
  return (
    <PageHeader
      title={label(['字典管理', 'Dictionaries'])}
      actions={
        <Segmented
          className="ky-dict-layout"
          aria-label={label(['排列方式', 'Layout'])}
          value={layout}
          onChange={onChange}
          options={layouts.map((one) => ({ value: one.value, label: label(one.label) }))}
        />
      }
    />
  );
};

/**
 * Renders dictionaries and their entries in two lists.
 * @param opensAs initial layout, from the path; the switch changes it
 */
export const DictPage = ({ opensAs }: { readonly opensAs: DictLayout }) => {
  const [layout, setLayout] = useState(opensAs);
  const label = useLabel();
  const permissions = usePermissions();
  const narrow = useScreen() === 0;
  const parents = useDictionaries();
  const { way, setWay } = useWay(parents.list.rows);
  const parent = way.at(-1);
  const entries = useEntries(parent);
  const acts = useActs();
  const [form, setForm] = useState<Pick<DictFormProps, 'row' | 'parent'>>();
  const below = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  const may = (action: DictAction) => permissions.has(dictCode(action));
  const goTo = (next: readonly DictRow[]) => {
    moved.current = true;
    setWay(next);
  };
  const at = parent?.id;
  // Where one table is below the other, the entries scroll into view.
  useEffect(() => {
    if (!at || !moved.current) return;
    below.current?.scrollIntoView({ block: narrow ? 'start' : 'nearest' });
  }, [at, narrow]);
  if (isPermissionFault(parents.list.error)) return <PermissionDenied page={dictPage} />;
  const common = { may, onSeal: acts.seal, onRemove: acts.remove };

  return (
    <Page body="fill" header={<DictHeader layout={layout} onChange={setLayout} />}>
      <div className="ky-dicts" data-layout={layout}>
        <DictList
          {...common}
          {...parents}
          title={<h2>{label(['字典', 'Dictionaries'])}</h2>}
          name={['字典', 'Dictionaries']}
          mark="code"
          empty={['还没有字典', 'No dictionaries yet']}
          openId={way[0]?.id}
          open={{ label: ['字典项', 'Entries'], run: (row) => goTo([row]) }}
          onAdd={() => setForm({})}
          onEdit={(row) => setForm({ row })}
        />
        <DictList
          {...common}
          {...entries}
          key={at}
          title={<Path head={below} way={way} onBack={(depth) => goTo(way.slice(0, depth + 1))} />}
          name={['字典项', 'Entries']}
          mark="dictKey"
          empty={
            parent
              ? ['还没有字典项', 'No entries yet']
              : ['请先选择字典', 'Choose a dictionary first']
          }
          open={{ label: ['下级', 'Children'], run: (row) => goTo([...way, row]) }}
          onAdd={parent && (() => setForm({ parent }))}
          onEdit={(row) => setForm({ row, parent })}
        />
      </div>
      {form && (
        <Suspense fallback={null}>
          <DictForm
            {...form}
            onClose={() => setForm(undefined)}
            onSaved={() => {
              setForm(undefined);
              void acts.refresh();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
};
