import type { ChainPage } from '@keyan/kernel/wire/routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { saveBlob } from '../../client/file.ts';
import { MenuButton } from '../../components/MenuButton.tsx';
import { Page, PageHeader } from '../../components/Page.tsx';
import { Tag } from '../../components/StatusTag.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { useMarkUnsaved, useTab, useTabParams } from '../../navigation/tab.ts';
import { chainPath } from '../../records/processPaths.ts';
import { CountTabs } from '../../table/CountTabs.tsx';
import { workKeys } from '../calls.ts';
import { ChainEditFooter, DraftOffer } from '../chain/ChainEditFooter.tsx';
import { chainCalls, chainKeys, type DeployedVersion } from '../chain/calls.ts';
import { DeployChainDialog } from '../chain/DeployChainDialog.tsx';
import { FindingList } from '../FindingList.tsx';
import { managerCalls } from '../manage/calls.ts';
import { Differences } from '../manage/Differences.tsx';
import { useRouteDraft } from '../useRouteDraft.ts';
import { drawingCalls, drawingPath } from './calls.ts';
import { ElementPanel } from './ElementPanel.tsx';
import { svgToPdf } from './pdf.ts';
import { useDrawing } from './useDrawing.ts';
import '../../form/dialogs.css';
import '../../form/draft.css';
import '../../form/form.css';
import '../chain/chain.css';
import './drawing.css';

/** Renders 流程图编辑: the route of a kind on a canvas, for people who draw routes. */
export const DrawingPage = () => {
  const client = useClient();
  const { '*': kind = '', copy = '' } = useTabParams();
  const { setTitle } = useTab();
  const page = useQuery({
    queryKey: chainKeys.page(kind, ''),
    queryFn: () => chainCalls(client).page(kind),
    // A refetch on focus would replace the diagram being edited.
    refetchOnWindowFocus: false,
  });
  const from = copy || page.data?.definitionId;
  const file = useQuery({
    queryKey: ['live', 'routes', 'drawing', from ?? ''],
    queryFn: () => managerCalls(client).routeDrawing(from ?? ''),
    enabled: from !== undefined,
    refetchOnWindowFocus: false,
  });
  const name = page.data?.name;
  useEffect(() => {
    if (name !== undefined) setTitle([`流程图 · ${name}`, `Diagram · ${name}`]);
  }, [name, setTitle]);
  const fault = page.error ?? file.error;
  if (fault) return <ErrorPanel fault={fault} onRetry={() => void page.refetch()} />;
  if (!page.data || !file.data) return <SkeletonRows />;
  return (
    <Drawing
      key={`${page.data.definitionId} ${copy}`}
      page={page.data}
      xml={file.data.xml}
      isCopy={copy !== ''}
    />
  );
};

interface DrawingProps {
  readonly page: ChainPage;
  readonly xml: string;
  /** True if the file is that of another version or kind. */
  readonly isCopy: boolean;
}

type Work = ReturnType<typeof useDrawing>;

/** Renders the menu for import and export of the file. */
const FileMenu = ({ page, work }: { readonly page: ChainPage; readonly work: Work }) => {
  const label = useLabel();
  const input = useRef<HTMLInputElement>(null);
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const save = async (type: string, ending: string, content: string) =>
    saveBlob(new Blob([content], { type }), `${page.name}.${ending}`);
  const exports: Readonly<Record<string, () => Promise<void>>> = {
    bpmn: async () =>
      save('application/xml', 'bpmn20.xml', (await work.canvas.current?.xml()) ?? ''),
    svg: async () => save('image/svg+xml', 'svg', (await work.canvas.current?.svg()) ?? ''),
    pdf: async () =>
      saveBlob(await svgToPdf((await work.canvas.current?.svg()) ?? ''), `${page.name}.pdf`),
  };
  return (
    <>
      {page.editable && (
        <Button onClick={() => input.current?.click()}>{label(['导入', 'Import'])}</Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        aria-label={label(['流程文件', 'Diagram file'])}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void attempt(async () => work.load(await file.text()));
        }}
      />
      <MenuButton
        menu={{
          items: [
            { key: 'bpmn', label: 'BPMN 2.0' },
            { key: 'svg', label: 'SVG' },
            { key: 'pdf', label: 'PDF' },
          ],
          onClick: ({ key }) => void attempt(exports[key] ?? (async () => undefined)),
        }}
      >
        <Button>{label(['导出', 'Export'])}</Button>
      </MenuButton>
    </>
  );
};

/** Renders buttons over the canvas. */
const CanvasBar = ({ work }: { readonly work: Work }) => {
  const label = useLabel();
  const canvas = work.canvas.current;
  return (
    <div className="ky-drawing-bar">
      <Button size="small" disabled={!canvas?.canUndo()} onClick={() => canvas?.undo()}>
        {label(['撤销', 'Undo'])}
      </Button>
      <Button size="small" disabled={!canvas?.canRedo()} onClick={() => canvas?.redo()}>
        {label(['重做', 'Redo'])}
      </Button>
      <Button size="small" onClick={() => canvas?.fit()}>
        {label(['适应窗口', 'Fit'])}
      </Button>
      <Button size="small" onClick={() => canvas?.find()}>
        {label(['查找', 'Search'])}
      </Button>
    </div>
  );
};

type Part = 'settings' | 'findings';

/** Renders the panel beside the canvas: settings of the selected element, errors, and changes. */
const Side = ({ page, work }: { readonly page: ChainPage; readonly work: Work }) => {
  const label = useLabel();
  const [part, setPart] = useState<Part>('settings');
  const { judged, selected } = work;
  const services = work.canvas.current?.services;
  return (
    <section className="ky-chain-right" aria-label={label(['属性', 'Properties'])}>
      <CountTabs
        label={label(['流程图', 'Diagram'])}
        items={[
          { key: 'settings', text: label(['属性', 'Properties']), count: undefined },
          {
            key: 'findings',
            text: label(['检查与变化', 'Checks and changes']),
            count: judged ? judged.problems.length + judged.warnings.length : undefined,
          },
        ]}
        active={part}
        onChoose={setPart}
      />
      {part === 'settings' &&
        (services && selected ? (
          <ElementPanel
            page={page}
            services={services}
            people={judged?.people ?? page.people}
            shape={selected}
            isOpen={page.editable}
          />
        ) : (
          <p className="ky-note">
            {label([
              '在图上选择一个环节、连线或结束节点，在此设置',
              'Select a step, a line or an end in the diagram to set it here',
            ])}
          </p>
        ))}
      {part === 'findings' &&
        (judged ? (
          <>
            <FindingList findings={judged} />
            <h3>{label(['与使用中的版本相比', 'Compared with the version in use'])}</h3>
            <Differences rows={judged.differences} />
          </>
        ) : (
          <SkeletonRows />
        ))}
    </section>
  );
};

const Header = ({ page, work }: { readonly page: ChainPage; readonly work: Work }) => {
  const label = useLabel();
  return (
    <PageHeader
      title={page.name}
      status={
        work.isEdited ? (
          <Tag tone="warning" glyph="draft">
            {label(['有未部署的修改', 'Not deployed yet'])}
          </Tag>
        ) : (
          <Tag tone="success" glyph="approved">
            {label(['使用中', 'In use'])}
          </Tag>
        )
      }
      context={`v${page.version}`}
      actions={
        <>
          <FileMenu page={page} work={work} />
          <TabLink to={chainPath(page.kind)} title={page.name}>
            {label(['列表编辑', 'Edit as a list'])}
          </TabLink>
        </>
      }
    />
  );
};

/** Returns a function that deploys the diagram. */
const useDeployment = (page: ChainPage, onDeployed: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const deploy = async (xml: string, wish: DeployedVersion) => {
    setBusy(true);
    try {
      await drawingCalls(client).deploy(page.kind, xml, page.definitionId, wish);
      toast.success(label(['部署成功', 'Deployed']));
      onDeployed();
      await queries.invalidateQueries({ queryKey: workKeys.routes });
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, deploy };
};

const Drawing = ({ page, xml, isCopy }: DrawingProps) => {
  const label = useLabel();
  const [file, setFile] = useState(xml);
  const work = useDrawing(page, file);
  const { drawn, judged } = work;
  const isEdited = work.isEdited || isCopy;
  const changed = isEdited ? drawn?.xml : undefined;
  const draft = useRouteDraft(
    {
      key: `drawing:${page.kind}`,
      path: drawingPath(page.kind),
      title: page.name,
      baseId: page.definitionId,
      part: 'xml',
    },
    changed,
  );
  const [deploying, setDeploying] = useState(false);
  const { busy, deploy } = useDeployment(page, () => {
    draft.forget();
    work.settle();
    setDeploying(false);
  });
  useMarkUnsaved(isEdited);
  const problems = judged?.problems.length ?? 0;
  return (
    <Page
      header={<Header page={page} work={work} />}
      foot={
        page.editable && (
          <ChainEditFooter
            problems={problems}
            savedAt={isEdited ? draft.savedAt : undefined}
            isEdited={isEdited}
            isSound={problems === 0 && work.isJudged}
            onDiscard={() => {
              draft.forget();
              work.settle();
              // A line break makes an equal text different, so that it is drawn again.
              setFile(file === xml ? `${xml}\n` : xml);
            }}
            onDeploy={() => setDeploying(true)}
          />
        )
      }
    >
      {page.editable && draft.found && !isEdited && (
        <DraftOffer
          savedAt={draft.found.savedAt}
          onResume={() => void draft.resume(work.load)}
          onDiscard={draft.forget}
        />
      )}
      <div className="ky-drawing">
        <section className="ky-drawing-left" aria-label={label(['流程图', 'Diagram'])}>
          <CanvasBar work={work} />
          <div ref={work.box} className="ky-drawing-canvas" />
        </section>
        <Side page={page} work={work} />
      </div>
      {deploying && judged && drawn && (
        <DeployChainDialog
          name={page.name}
          judged={judged}
          tenants={page.tenants}
          busy={busy}
          onCancel={() => setDeploying(false)}
          onDeploy={(wish) => void deploy(drawn.xml, wish)}
        />
      )}
    </Page>
  );
};
