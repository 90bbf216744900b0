import type { ChainPage } from '@keyan/kernel/wire/routes.ts';
import {
  type Chain,
  type ChainFork,
  type ChainItem,
  stepsOf,
} from '@keyan/kernel/workflow/chain/chain.ts';
import {
  chainItemId,
  chainItemOf,
  freeChainId,
  type NewChainItemType,
  newChainItems,
  withCondition,
  withItemAfter,
  withItemInBranch,
  withItemMovedBy,
  withItemMovedTo,
  withItemReplaced,
} from '@keyan/kernel/workflow/chain/edit.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDebounced } from '../../base/useDebounced.ts';
import { useClient } from '../../client/context.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { SkeletonRows } from '../../components/state.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { CountTabs } from '../../table/CountTabs.tsx';
import { FindingList } from '../FindingList.tsx';
import { Differences } from '../manage/Differences.tsx';
import { KindDiagram } from '../manage/KindDiagram.tsx';
import { ChainList, type ChainSelection } from './ChainList.tsx';
import { ChainTrialPanel } from './ChainTrialPanel.tsx';
import { ConditionField } from './ConditionField.tsx';
import { chainCalls, chainKeys } from './calls.ts';
import { EvidencePanel } from './EvidencePanel.tsx';
import { StepSettings } from './StepSettings.tsx';
import { branchLabel } from './words.ts';

/** Milliseconds without a change before the server checks the route. */
const checkDelay = 500;

/**
 * Fetches the server's check of a chain: findings, differences, present assignees, and its diagram.
 */
export const useCheckedDraft = (kind: string, chain: Chain, enabled: boolean) => {
  const client = useClient();
  const text = useDebounced(
    useMemo(() => JSON.stringify(chain), [chain]),
    checkDelay,
  );
  return useQuery({
    queryKey: chainKeys.judged(kind, text),
    queryFn: ({ signal }) => chainCalls(client).judge(kind, JSON.parse(text) as Chain, signal),
    placeholderData: (before) => before,
    enabled,
    retry: false,
  });
};

export type CheckedChainDraft = ReturnType<typeof useCheckedDraft>;

const additions: readonly (readonly [kind: NewChainItemType, text: Text])[] = [
  ['step', ['审批环节', 'Approval step']],
  ['wait', ['公示等待', 'Public notice (wait)']],
  ['copy', ['抄送', 'Copy']],
  ['parallel', ['并行分支', 'Parallel branches']],
  ['choice', ['条件分支', 'Conditional branches']],
];

type Part = 'settings' | 'drawing' | 'findings' | 'try' | 'evidence';

/** Panels beside the list; true marks those that readers have as well. */
const parts: readonly (readonly [part: Part, text: Text, isRead: boolean])[] = [
  ['settings', ['环节设置', 'Settings'], false],
  ['drawing', ['流程图', 'Diagram'], true],
  ['findings', ['检查与变化', 'Checks and changes'], false],
  ['try', ['试走', 'Try it'], false],
  ['evidence', ['办理时效', 'Processing time'], true],
];

export interface EditorProps {
  readonly page: ChainPage;
  readonly chain: Chain;
  readonly judged: CheckedChainDraft;
  /** Called with the changed lines; absent if the route is read-only. */
  readonly onChange?: (items: readonly ChainItem[]) => void;
}

/** Returns the edits of a list, and the selected line. */
const useEdits = (
  items: readonly ChainItem[],
  chosen: ChainSelection | undefined,
  onChoose: (chosen: ChainSelection | undefined) => void,
  onChange: (items: readonly ChainItem[]) => void,
) => {
  const changeFork = (id: string, change: (fork: ChainFork) => ChainFork) => {
    const fork = chainItemOf(items, id);
    if (fork?.is === 'fork') onChange(withItemReplaced(items, id, change(fork)));
  };
  return {
    add: (kind: NewChainItemType) => {
      const item = newChainItems[kind](freeChainId(items, kind));
      const isBranch = chosen?.branch !== undefined;
      onChange(
        isBranch
          ? withItemInBranch(items, chosen.id, chosen.branch, item)
          : withItemAfter(items, chosen?.id ?? null, item),
      );
      onChoose({ id: chainItemId(item), ...(item.is === 'fork' ? { branch: 0 } : {}) });
    },
    replace: (item: ChainItem) => onChange(withItemReplaced(items, chainItemId(item), item)),
    lines: {
      move: (id: string, places: number) => onChange(withItemMovedBy(items, id, places)),
      drop: (id: string, place: string) => onChange(withItemMovedTo(items, id, place)),
      remove: (id: string) => {
        onChange(withItemReplaced(items, id));
        onChoose(undefined);
      },
      addBranch: (id: string) =>
        changeFork(id, (fork) => {
          const condition = fork.gateway === 'parallel' ? null : '${true}';
          const isLast = fork.branches.at(-1)?.condition === null && condition !== null;
          const at = isLast ? fork.branches.length - 1 : fork.branches.length;
          const branches = fork.branches.toSpliced(at, 0, { condition, items: [] });
          return { ...fork, branches };
        }),
      removeBranch: (id: string, branch: number) =>
        changeFork(id, (fork) => ({ ...fork, branches: fork.branches.toSpliced(branch, 1) })),
    },
  };
};

/** Returns the steps of people before a line. */
const stepsBefore = (items: readonly ChainItem[], id: string): readonly DiagramUser[] => {
  const steps = stepsOf(items).map(({ node }) => node);
  const at = steps.findIndex((node) => node.id === id);
  return steps.slice(0, Math.max(at, 0)).filter((node) => node.type === 'user');
};

interface SettingsProps extends EditorProps {
  readonly chosen: ChainSelection | undefined;
  readonly onReplace: (item: ChainItem) => void;
}

/** Renders the settings of the selected line, or the condition of the selected branch. */
const Settings = ({ page, chain, judged, chosen, onReplace }: SettingsProps) => {
  const label = useLabel();
  const item = chosen && chainItemOf(chain.items, chosen.id);
  if (!item || !chosen) {
    return <p className="ky-note">{label(['请选择一个环节', 'Choose a step'])}</p>;
  }
  if (item.is === 'step') {
    return (
      <StepSettings
        key={item.node.id}
        words={page}
        people={judged.data?.people ?? page.people}
        step={item}
        earlier={stepsBefore(chain.items, item.node.id)}
        onChange={onReplace}
      />
    );
  }
  const { branch = 0 } = chosen;
  const condition = item.branches[branch]?.condition ?? null;
  return (
    <div className="ky-chain-settings">
      <b>{label(branchLabel(page, item, branch))}</b>
      {condition === null ? (
        <p className="ky-note">
          {label(
            item.gateway === 'parallel'
              ? ['并行分支总是办理', 'A parallel branch is always taken']
              : ['其他分支的条件都不成立时办理', 'Taken when no other condition is met'],
          )}
        </p>
      ) : (
        <ConditionField
          key={`${item.id} ${branch}`}
          words={page}
          value={condition}
          onChange={(text) => onReplace(withCondition(item, text, branch))}
        />
      )}
    </div>
  );
};

/** Scrolls to the settings of a line if they are below the list, as on a phone. */
const useShown = (chosen: ChainSelection | undefined) => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = box;
    const isBelow = current && current.getBoundingClientRect().top > window.innerHeight / 2;
    if (chosen && isBelow) current.scrollIntoView({ block: 'start' });
  }, [chosen]);
  return box;
};

/**
 * Renders the list of a route, and beside it the settings of a line, the diagram, the checks, and a
 * trial.
 */
export const ChainEditor = (props: EditorProps) => {
  const { page, chain, judged, onChange } = props;
  const label = useLabel();
  const [chosen, setChosen] = useState<ChainSelection>();
  const [part, setPart] = useState<Part>(onChange ? 'settings' : 'drawing');
  const beside = useShown(chosen);
  const edits = useEdits(chain.items, chosen, setChosen, onChange ?? (() => undefined));
  const found = judged.data;
  const faulty = useMemo(
    () =>
      new Set((found?.problems ?? []).map(({ nodeId }) => nodeId.replace(/_if__.*$|^.*__/, ''))),
    [found],
  );
  const shown = parts.filter(([, , isRead]) => isRead || onChange !== undefined);
  const counts: Partial<Record<Part, number | undefined>> = {
    findings: found && found.problems.length + found.warnings.length,
  };
  return (
    <div className="ky-chain">
      <div className="ky-chain-left">
        <ChainList
          words={page}
          people={found?.people ?? page.people}
          items={chain.items}
          faulty={faulty}
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next);
            if (onChange) setPart('settings');
          }}
          {...(onChange ? { edit: edits.lines } : {})}
        />
        {onChange && (
          <MenuButton
            menu={{
              items: additions.map(([key, text]) => ({ key, label: label(text) })),
              onClick: ({ key }) => {
                edits.add(key as NewChainItemType);
                setPart('settings');
              },
            }}
          >
            <Button type="dashed" block>
              {label(['添加环节', 'Add a step'])}
            </Button>
          </MenuButton>
        )}
      </div>
      <section ref={beside} className="ky-chain-right" aria-label={label(['环节设置', 'Settings'])}>
        <CountTabs
          label={label(['流程', 'Route'])}
          items={shown.map(([key, text]) => ({ key, text: label(text), count: counts[key] }))}
          active={part}
          onChoose={setPart}
        />
        {part === 'settings' && <Settings {...props} chosen={chosen} onReplace={edits.replace} />}
        {part === 'drawing' &&
          (found ? <Drawing kind={page.kind} xml={found.xml} /> : <SkeletonRows />)}
        {part === 'findings' &&
          (found ? (
            <>
              <FindingList findings={found} />
              <h3>{label(['与使用中的版本相比', 'Compared with the version in use'])}</h3>
              <Differences rows={found.differences} />
            </>
          ) : (
            <SkeletonRows />
          ))}
        {part === 'try' && <ChainTrialPanel kind={page.kind} chain={chain} />}
        {part === 'evidence' && <EvidencePanel kind={page.kind} nodes={page.nodes} />}
      </section>
    </div>
  );
};

const noFaults: readonly string[] = [];

/** Renders the diagram of the route as edited. */
const Drawing = ({ kind, xml }: { readonly kind: string; readonly xml: string }) => {
  const drawing = useMemo(
    () => ({
      xml,
      done: noFaults,
      active: noFaults,
      back: noFaults,
      skipped: noFaults,
      flows: noFaults,
    }),
    [xml],
  );
  return <KindDiagram kind={kind} drawing={drawing} />;
};
