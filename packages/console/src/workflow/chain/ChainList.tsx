import { HolderOutlined } from '@ant-design/icons';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReferencedPeopleRow } from '@keyan/kernel/wire/routes.ts';
import type { ChainFork, ChainItem, ChainStep } from '@keyan/kernel/workflow/chain/chain.ts';
import { chainItemId } from '@keyan/kernel/workflow/chain/edit.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { Button } from 'antd';
import { type DragEvent, useState } from 'react';
import { useLabel } from '../../i18n/language.ts';
import {
  branchLabel,
  chainConditionLabel,
  deadlineLabel,
  forkLabels,
  multiApproverLabel,
  nodeKindLabel,
  peopleLabel,
  peopleTodayLabel,
  repeatRuleLabels,
  type Vocabulary,
} from './words.ts';

/** The selected line, or a branch of a fork. */
export interface ChainSelection {
  readonly id: string;
  /** Index of a branch; absent for the line itself. */
  readonly branch?: number;
}

export interface ListProps {
  readonly words: Vocabulary;
  readonly people: readonly ReferencedPeopleRow[];
  /** Ids of nodes with errors that prevent deployment. */
  readonly faulty: ReadonlySet<string>;
  readonly chosen: ChainSelection | undefined;
  readonly onChoose: (chosen: ChainSelection) => void;
  /** Edit actions; absent if the list is read-only. */
  readonly edit?: {
    readonly move: (id: string, places: number) => void;
    readonly drop: (id: string, place: string) => void;
    readonly remove: (id: string) => void;
    readonly addBranch: (fork: string) => void;
    readonly removeBranch: (fork: string, branch: number) => void;
  };
}

const noNameText: Label = ['（未命名）', '(no name)'];
const noAssigneeText: Label = ['未设置办理人', 'No assignee set'];

/** Renders the assignees of a step, with the people they mean today. */
const Who = ({
  words,
  people,
  node,
}: Pick<ListProps, 'words' | 'people'> & { readonly node: DiagramUser }) => {
  const label = useLabel();
  if (node.people.length === 0) return <span data-tone="error">{label(noAssigneeText)}</span>;
  return node.people.map((reference) => {
    const today = people.find((one) => one.reference === reference);
    const isOpen = today === undefined || today.count === null;
    return (
      <span key={reference} data-tone={today?.count === 0 ? 'error' : undefined}>
        {label(peopleLabel(words, people, reference))}
        {!isOpen && <span className="ky-note"> {label(peopleTodayLabel(today))}</span>}
      </span>
    );
  });
};

/** Returns short labels for special settings of a step. */
const marksOf = (words: Vocabulary, node: DiagramUser): readonly Label[] => {
  const together = multiApproverLabel(node);
  const { length } = node.editable;
  return [
    ...(together ? [together] : []),
    ...(length > 0 ? [[`可修改 ${length} 项`, `editable fields: ${length}`] as const] : []),
    ...(node.refuse ? [['可不通过', 'may reject'] as const] : []),
    ...(node.cc ? [['抄送', 'copies'] as const] : []),
    ...(node.due ? [deadlineLabel(words, node)] : []),
    ...(node.empty === 'skip' ? [['无人时自动通过', 'skipped if nobody can act'] as const] : []),
    ...(node.skipSame ? [repeatRuleLabels[node.skipSame]] : []),
  ];
};

interface ItemProps extends ListProps {
  readonly number: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly dragged: string | undefined;
  readonly onDrag: (id: string | undefined) => void;
}

/** Renders buttons that move and remove a line, by mouse or keyboard. */
const LineTools = ({
  item,
  name,
  isFirst,
  isLast,
  edit,
}: ItemProps & { item: ChainItem; name: string }) => {
  const label = useLabel();
  if (!edit) return null;
  const id = chainItemId(item);
  const shared = { type: 'text', size: 'small' } as const;
  return (
    <span className="ky-chain-tools">
      <Button
        {...shared}
        disabled={isFirst}
        aria-label={label([`上移：${name}`, `Move up: ${name}`])}
        onClick={() => edit.move(id, -1)}
      >
        ↑
      </Button>
      <Button
        {...shared}
        disabled={isLast}
        aria-label={label([`下移：${name}`, `Move down: ${name}`])}
        onClick={() => edit.move(id, 1)}
      >
        ↓
      </Button>
      <Button
        {...shared}
        danger
        aria-label={label([`删除：${name}`, `Delete: ${name}`])}
        onClick={() => edit.remove(id)}
      >
        {label(['删除', 'Delete'])}
      </Button>
    </span>
  );
};

const useDragging = ({ edit, dragged, onDrag }: ItemProps, id: string) => ({
  draggable: edit !== undefined,
  'data-dragged': dragged === id || undefined,
  onDragStart: (event: DragEvent) => {
    event.stopPropagation();
    event.dataTransfer.effectAllowed = 'move';
    onDrag(id);
  },
  onDragOver: (event: DragEvent) => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
  },
  onDrop: (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (dragged !== undefined) edit?.drop(dragged, id);
    onDrag(undefined);
  },
  onDragEnd: () => onDrag(undefined),
});

const StepLine = (props: ItemProps & { readonly item: ChainStep }) => {
  const { words, people, item, number, chosen, onChoose, faulty, edit } = props;
  const label = useLabel();
  const { node, condition } = item;
  const name = label([node.name || noNameText[0], node.english || node.name || noNameText[1]]);
  const dragging = useDragging(props, node.id);
  return (
    <li
      {...dragging}
      className="ky-chain-line"
      data-chosen={chosen?.id === node.id || undefined}
      data-faulty={faulty.has(node.id) || undefined}
    >
      {edit && <HolderOutlined className="ky-chain-grip" aria-hidden />}
      <span className="ky-chain-number">{number}</span>
      <button
        type="button"
        className="ky-chain-text"
        aria-pressed={chosen?.id === node.id}
        onClick={() => onChoose({ id: node.id })}
        onKeyDown={(event) => {
          const places = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          if (!event.altKey || places === undefined) return;
          event.preventDefault();
          edit?.move(node.id, places);
        }}
      >
        <b>{name}</b>
        {condition !== null && (
          <span className="ky-chain-condition">
            {label(['仅当 ', 'Only if '])}
            {label(chainConditionLabel(words, condition))}
          </span>
        )}
        {node.type === 'user' ? (
          <Who words={words} people={people} node={node} />
        ) : (
          <span>{label(nodeKindLabel(words, node))}</span>
        )}
        {node.type === 'user' && (
          <span className="ky-chain-marks">
            {marksOf(words, node).map((mark) => (
              <span key={mark[0]}>{label(mark)}</span>
            ))}
          </span>
        )}
      </button>
      <LineTools {...props} name={name} />
    </li>
  );
};

const ForkLine = (props: ItemProps & { readonly item: ChainFork }) => {
  const { words, item, number, chosen, onChoose, edit } = props;
  const label = useLabel();
  const name = label(forkLabels[item.gateway]);
  const dragging = useDragging(props, item.id);
  return (
    <li {...dragging} className="ky-chain-fork">
      <div className="ky-chain-line">
        {edit && <HolderOutlined className="ky-chain-grip" aria-hidden />}
        <span className="ky-chain-number">{number}</span>
        <span className="ky-chain-text">
          <b>{name}</b>
        </span>
        {edit && (
          <Button type="text" size="small" onClick={() => edit.addBranch(item.id)}>
            {label(['加分支', 'Add a branch'])}
          </Button>
        )}
        <LineTools {...props} name={name} />
      </div>
      {item.branches.map((branch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: branches have an order and no name
        <section key={index} className="ky-chain-branch">
          <div className="ky-chain-branch-head">
            <button
              type="button"
              className="ky-link"
              aria-pressed={chosen?.id === item.id && chosen.branch === index}
              onClick={() => onChoose({ id: item.id, branch: index })}
            >
              {label(branchLabel(words, item, index))}
            </button>
            {edit && item.branches.length > 2 && (
              <Button type="text" size="small" onClick={() => edit.removeBranch(item.id, index)}>
                {label(['删除分支', 'Delete the branch'])}
              </Button>
            )}
          </div>
          <ChainLines {...props} items={branch.items} prefix={`${number}.${index + 1}.`} />
        </section>
      ))}
    </li>
  );
};

interface LinesProps extends ListProps {
  readonly items: readonly ChainItem[];
  readonly prefix: string;
  readonly dragged: string | undefined;
  readonly onDrag: (id: string | undefined) => void;
}

const ChainLines = ({ items, prefix, ...props }: LinesProps) => {
  const label = useLabel();
  return (
    <ol className="ky-chain-lines">
      {items.length === 0 && (
        <li className="ky-note">{label(['直接通过', 'Passes straight through'])}</li>
      )}
      {items.map((item, index) => {
        const shared = {
          ...props,
          number: `${prefix}${index + 1}`,
          isFirst: index === 0,
          isLast: index === items.length - 1,
        };
        return item.is === 'step' ? (
          <StepLine key={item.node.id} {...shared} item={item} />
        ) : (
          <ForkLine key={item.id} {...shared} item={item} />
        );
      })}
    </ol>
  );
};

/** Renders the lines of a route, with branches indented. */
export const ChainList = (props: ListProps & { readonly items: readonly ChainItem[] }) => {
  const label = useLabel();
  const [dragged, setDragged] = useState<string>();
  return (
    <div className="ky-chain-list">
      <p className="ky-chain-end">{label(['申请人提交', 'The applicant submits'])}</p>
      <ChainLines {...props} prefix="" dragged={dragged} onDrag={setDragged} />
      <p className="ky-chain-end">{label(['审批通过', 'Approved'])}</p>
    </div>
  );
};
