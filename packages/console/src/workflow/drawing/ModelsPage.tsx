import type { ModelRow } from '@keyan/kernel/wire/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { saveBlob } from '../../client/file.ts';
import { MenuButton } from '../../components/MenuButton.tsx';
import { Tag } from '../../components/StatusTag.tsx';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { serverDrafts } from '../../data/serverDrafts.ts';
import { useLabel } from '../../i18n/language.ts';
import { ListText } from '../../list/filters.tsx';
import { TabLink } from '../../navigation/TabLink.tsx';
import { useTab } from '../../navigation/tab.ts';
import { chainPath } from '../../records/processPaths.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataList } from '../../table/DataList.tsx';
import { ListPage } from '../../table/ListPage.tsx';
import { useListController } from '../../table/useListController.ts';
import { workKeys } from '../calls.ts';
import { DeployDialog } from '../DeployDialog.tsx';
import { managerCalls } from '../manage/calls.ts';
import { CopyModelDialog } from './CopyModelDialog.tsx';
import { drawingPath } from './calls.ts';
import '../manage/manage.css';
import '../workflow.css';
import './models.css';

const keyOf = ({ id }: ModelRow): string => id;

const conditions = { name: '', modelKey: '' };

/**
 * Returns the kinds whose route the reader has a draft of, in the list of steps or on the canvas.
 */
const useDrafts = (): ReadonlySet<string> => {
  const client = useClient();
  const drafts = useMemo(() => serverDrafts(client), [client]);
  const { data = [] } = useQuery({
    queryKey: ['live', 'routes', 'drafts'],
    queryFn: () => drafts.list(),
  });
  return new Set(
    data.flatMap(({ key }) => {
      const [, kind] = /^(?:route|drawing):(.+)$/.exec(key) ?? [];
      return kind ?? [];
    }),
  );
};

type Action = 'copy' | 'versions' | 'bpmn' | 'svg' | 'pdf';

interface ActionsProps {
  readonly model: ModelRow;
  readonly onCopy: (model: ModelRow) => void;
}

const Actions = ({ model, onCopy }: ActionsProps) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const save = async (form: 'bpmn' | 'svg' | 'pdf') => {
    try {
      const { xml } = await managerCalls(client).routeDrawing(model.id);
      const { exportFormats } = await import('./exportDrawing.ts');
      const { ending, write } = exportFormats[form];
      saveBlob(await write(xml), `${model.name}.v${model.version}.${ending}`);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const act = (action: Action) => {
    if (action === 'copy') onCopy(model);
    else if (action === 'versions') tab.open(`/flow/manager?key=${model.modelKey}`);
    else void save(action);
  };
  return (
    <span className="ky-row-actions">
      <TabLink to={chainPath(model.kind)} title={model.name}>
        {label(['列表编辑', 'As a list'])}
      </TabLink>
      <TabLink to={drawingPath(model.kind)} title={model.name}>
        {label(['画图编辑', 'As a diagram'])}
      </TabLink>
      <MenuButton
        menu={{
          items: [
            { key: 'copy', label: label(['复制到其他业务', 'Copy to another kind']) },
            { key: 'versions', label: label(['版本', 'Versions']) },
            { key: 'bpmn', label: label(['导出 BPMN', 'Export as BPMN']) },
            { key: 'svg', label: label(['导出 SVG', 'Export as SVG']) },
            { key: 'pdf', label: label(['导出 PDF', 'Export as PDF']) },
          ],
          onClick: ({ key }) => act(key as Action),
        }}
      >
        <button
          type="button"
          className="ky-link"
          aria-label={label([`更多：${model.name}`, `More: ${model.name}`])}
        >
          {label(['更多', 'More'])}
        </button>
      </MenuButton>
    </span>
  );
};

const DraftMark = () => {
  const label = useLabel();
  return (
    <Tag tone="warning" glyph="draft">
      {label(['有草稿', 'Draft'])}
    </Tag>
  );
};

/** Renders the median days of each step in the last year, and its pending tasks. */
const Loads = ({ model }: { readonly model: ModelRow }) => {
  const label = useLabel();
  return (
    <span className="ky-model-steps">
      {model.steps.map(({ nodeKey, nodeName, median, open }) => (
        <span key={nodeKey}>
          {nodeName}
          {median !== null && label([` ${median} 天`, ` ${median} d`])}
          {open > 0 && <b>{label([` 积压 ${open}`, ` ${open} waiting`])}</b>}
        </span>
      ))}
    </span>
  );
};

interface RowsProps {
  readonly drafts: ReadonlySet<string>;
  readonly onCopy: (model: ModelRow) => void;
}

const columnsOf = ({ drafts, onCopy }: RowsProps): readonly DataColumn<ModelRow>[] => [
  { key: 'name', width: 210, head: ['流程', 'Process'], cell: ({ name }) => name },
  { key: 'key', width: 180, head: ['流程标识', 'Key'], cell: ({ modelKey }) => modelKey },
  { key: 'version', width: 80, head: ['版本', 'Version'], cell: ({ version }) => `v${version}` },
  {
    key: 'draft',
    width: 96,
    head: ['草稿', 'Draft'],
    cell: ({ kind }) => (drafts.has(kind) ? <DraftMark /> : ''),
  },
  {
    key: 'steps',
    head: ['各环节用时与积压', 'Time per step and backlog'],
    cell: (model) => <Loads model={model} />,
  },
  {
    key: 'at',
    width: 170,
    // A tablet has no room for the column.
    className: 'ky-col-rare',
    head: ['更新时间', 'Updated'],
    cell: ({ lastUpdated }) => lastUpdated,
  },
  {
    key: 'actions',
    width: 220,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: (model) => <Actions model={model} onCopy={onCopy} />,
  },
];

const ModelRows = (props: RowsProps) => {
  const label = useLabel();
  return (
    <DataList<ModelRow>
      caption={label(['流程模型', 'Process models'])}
      minWidth={1180}
      keyOf={keyOf}
      columns={columnsOf(props)}
      card={(row) => (
        <li key={row.id} className="ky-row-card-line">
          <span className="ky-row-card">
            <span className="ky-row-card-title">{row.name}</span>
            <span className="ky-row-card-facts">
              <span className="ky-row-card-notes">
                v{row.version} · {row.modelKey}
                {props.drafts.has(row.kind) && label([' · 有草稿', ' · draft'])}
              </span>
            </span>
            <Loads model={row} />
          </span>
          <Actions model={row} onCopy={props.onCopy} />
        </li>
      )}
    />
  );
};

/** Renders 流程模型: the newest version of each route, to be edited, copied and exported. */
export const ModelsPage = () => {
  const label = useLabel();
  const drafts = useDrafts();
  const [copied, setCopied] = useState<ModelRow>();
  const [uploading, setUploading] = useState(false);
  const list = useListController<ModelRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: [...workKeys.routes, 'models'],
    path: '/blade-flow/model/list',
    query: ({ name, modelKey }) => ({ name, modelKey }),
  });
  return (
    <>
      <ListPage
        title={label(['流程模型', 'Process models'])}
        actions={
          <Button type="primary" onClick={() => setUploading(true)}>
            {label(['导入流程图', 'Import a diagram'])}
          </Button>
        }
        list={list}
        filters={
          <div className="ky-filters">
            <ListText isSearch list={list} name="name" label={['流程名称', 'Name']} />
            <ListText list={list} name="modelKey" label={['流程标识', 'Key']} />
          </div>
        }
        empty={<Empty>{label(['没有流程模型', 'There is no process model'])}</Empty>}
      >
        <ModelRows drafts={drafts} onCopy={setCopied} />
      </ListPage>
      {copied && <CopyModelDialog model={copied} onClose={() => setCopied(undefined)} />}
      {uploading && (
        <DeployDialog
          onClose={() => setUploading(false)}
          onDeployed={() => {
            setUploading(false);
            list.refetch();
          }}
        />
      )}
    </>
  );
};
