import type { ChainPage } from '@keyan/kernel/wire/routes.ts';
import type { Chain } from '@keyan/kernel/workflow/chain/chain.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { Card, Page, PageHeader } from '../../components/Page.tsx';
import { Tag } from '../../components/StatusTag.tsx';
import { ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { useMarkUnsaved, useTab, useTabParams } from '../../navigation/tab.ts';
import { chainPath } from '../../records/processPaths.ts';
import { workKeys } from '../calls.ts';
import { FindingList } from '../FindingList.tsx';
import { KindDiagram } from '../manage/KindDiagram.tsx';
import { useRouteDraft } from '../useRouteDraft.ts';
import { ChainEditFooter, DraftOffer } from './ChainEditFooter.tsx';
import { ChainEditor, useCheckedDraft } from './ChainEditor.tsx';
import { chainCalls, chainKeys, type DeployedVersion } from './calls.ts';
import { DeployChainDialog } from './DeployChainDialog.tsx';
import { useRouteDrawing } from './useRouteDrawing.ts';
import '../../form/dialogs.css';
import '../../form/draft.css';
import '../../form/form.css';
import './chain.css';

/** Renders 审批流程: the route of a kind as a list that an office edits, tries and deploys. */
export const RoutePage = () => {
  const client = useClient();
  const params = useTabParams();
  const { '*': kind = '', version = '' } = params;
  const { setTitle } = useTab();
  const page = useQuery({
    queryKey: chainKeys.page(kind, version),
    queryFn: () => chainCalls(client).page(kind, version || undefined),
    // A refetch on focus would replace the list being edited.
    refetchOnWindowFocus: false,
  });
  const name = page.data?.name;
  useEffect(() => {
    if (name !== undefined) setTitle([`流程 · ${name}`, `Route · ${name}`]);
  }, [name, setTitle]);
  if (page.error) return <ErrorPanel fault={page.error} onRetry={() => void page.refetch()} />;
  if (!page.data) return <SkeletonRows />;
  const { chain } = page.data;
  return chain ? (
    <ShownRoute key={page.data.definitionId} page={page.data} chain={chain} />
  ) : (
    <DrawnRoute page={page.data} />
  );
};

/** Renders name, version and state of the route. */
const Header = ({ page, isEdited }: { readonly page: ChainPage; readonly isEdited: boolean }) => {
  const label = useLabel();
  return (
    <PageHeader
      title={page.name}
      status={
        isEdited ? (
          <Tag tone="warning" glyph="draft">
            {label(['有未部署的修改', 'Not deployed yet'])}
          </Tag>
        ) : page.isMain ? (
          <Tag tone="success" glyph="approved">
            {label(['使用中', 'In use'])}
          </Tag>
        ) : (
          <Tag tone="neutral" glyph="void">
            {label(['历史版本', 'An older version'])}
          </Tag>
        )
      }
      context={`v${page.version}`}
    />
  );
};

/** Renders a route that a list cannot express: its diagram, and the reasons. */
const DrawnRoute = ({ page }: { readonly page: ChainPage }) => {
  const label = useLabel();
  const drawing = useRouteDrawing(page);
  const findings = { problems: [], converted: [], warnings: page.reasons };
  return (
    <Page header={<Header page={page} isEdited={false} />}>
      <Card title={label(['该流程只能按图查看', 'This route can only be viewed as a diagram'])}>
        <p className="ky-note">
          {label([
            '要修改它，请在“流程部署”中下载流程图，修改后重新上传',
            'To change it, download the diagram under “Deployed processes”, edit it and upload it again',
          ])}
        </p>
        <FindingList findings={findings} />
        {drawing.data ? <KindDiagram kind={page.kind} drawing={drawing.data} /> : <SkeletonRows />}
      </Card>
    </Page>
  );
};

interface ShownRouteProps {
  readonly page: ChainPage;
  readonly chain: Chain;
}

/** Returns a function that deploys the edited route. */
const useDeployment = (page: ChainPage, onDeployed: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const deploy = async (chain: Chain, wish: DeployedVersion) => {
    setBusy(true);
    try {
      await chainCalls(client).deploy(page.kind, chain, page.definitionId, wish);
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

/** Renders a route as a list: read-only, or editable for users who may deploy it. */
const ShownRoute = ({ page, chain }: ShownRouteProps) => {
  const [edited, setEdited] = useState<Chain>();
  const [deploying, setDeploying] = useState(false);
  const isOpen = page.editable && page.isMain;
  const shown = edited ?? chain;
  const judged = useCheckedDraft(page.kind, shown, page.editable);
  const draft = useRouteDraft(
    {
      key: `route:${page.kind}`,
      path: chainPath(page.kind),
      title: page.name,
      baseId: page.definitionId,
      part: 'chain',
    },
    edited,
  );
  const { busy, deploy } = useDeployment(page, () => {
    draft.forget();
    setEdited(undefined);
    setDeploying(false);
  });
  useMarkUnsaved(edited !== undefined);
  const problems = judged.data?.problems.length ?? 0;
  const isSettled = !judged.isFetching && judged.data !== undefined && !judged.isPlaceholderData;
  return (
    <Page
      header={<Header page={page} isEdited={edited !== undefined} />}
      foot={
        isOpen && (
          <ChainEditFooter
            problems={problems}
            savedAt={edited && draft.savedAt}
            isEdited={edited !== undefined}
            isSound={problems === 0 && isSettled}
            onDiscard={() => {
              draft.forget();
              setEdited(undefined);
            }}
            onDeploy={() => setDeploying(true)}
          />
        )
      }
    >
      {isOpen && draft.found && !edited && (
        <DraftOffer
          savedAt={draft.found.savedAt}
          onResume={() => void draft.resume(setEdited)}
          onDiscard={draft.forget}
        />
      )}
      <ChainEditor
        page={page}
        chain={shown}
        judged={judged}
        {...(isOpen ? { onChange: (items) => setEdited({ ...shown, items }) } : {})}
      />
      {deploying && edited && judged.data && (
        <DeployChainDialog
          name={page.name}
          judged={judged.data}
          tenants={page.tenants}
          busy={busy}
          onCancel={() => setDeploying(false)}
          onDeploy={(wish) => void deploy(edited, wish)}
        />
      )}
    </Page>
  );
};
