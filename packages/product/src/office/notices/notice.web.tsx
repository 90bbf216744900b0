import { useClient } from '@keyan/console/client/context.tsx';
import type { GlyphName, Tone } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { keysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import {
  type EditorProps,
  type PieceProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { lazy, type ReactNode } from 'react';
import { noticeStatus } from '../../shared/dictionaries.ts';
import { notice, noticeStates } from './notice.ts';

const AudiencePicker = lazy(() => import('./AudiencePicker.web.tsx'));

/** Its own states in the shapes and colours that every status has. */
const looks: Readonly<Record<string, { readonly tone: Tone; readonly glyph: GlyphName }>> = {
  [noticeStates.draft]: { tone: 'neutral', glyph: 'draft' },
  [noticeStates.published]: { tone: 'success', glyph: 'approved' },
  [noticeStates.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
};

const StatusOf = ({ value }: Pick<ValueProps, 'value'>) => {
  const label = useLabel();
  const look = looks[String(value)];
  const entry = entryOf(noticeStatus, String(value));
  return look && entry ? <Tag {...look}>{label(entry.label)}</Tag> : null;
};

/** What `fbOrCX` is asked to do. */
interface Move {
  readonly type: '1' | '2';
  readonly verb: Label;
  readonly question: Label;
  readonly note: Label;
  readonly done: Label;
}

const publish: Move = {
  type: '1',
  verb: ['发布', 'Publish'],
  question: ['发布这条通知公告?', 'Publish this notice?'],
  note: ['范围内的人会立即看到', 'Its audience will see it at once'],
  done: ['发布成功', 'Published'],
};
const withdraw: Move = {
  type: '2',
  verb: ['撤销', 'Withdraw'],
  question: ['撤销这条通知公告?', 'Withdraw this notice?'],
  note: [
    '撤销后只有发布者能看到，可以重新发布',
    'Only publishers see it then; it may be published again',
  ],
  done: ['撤销成功', 'Withdrawn'],
};

const moveOf = (status: unknown): Move => (status === noticeStates.published ? withdraw : publish);

interface ToolProps {
  readonly row: WireRow;
  readonly view: View;
}

/** The transition that the row's status allows, for readers who may make it. */
const useMove = (
  { row, view }: ToolProps,
  draw: (move: Move, text: string, ask: () => void) => ReactNode,
): ReactNode => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const permissions = usePermissions();
  const { modal } = App.useApp();
  if (!permissions.has(`${view.code}_publish`)) return null;
  const move = moveOf(row.status);
  const run = async () => {
    await client.post('/kh-edu-research/notice/fbOrCX', { ids: [row.id], type: move.type });
    toast.success(move.done);
    await queries.invalidateQueries({ queryKey: keysOf(notice as unknown as Resource).all });
  };
  return draw(move, label(move.verb), () =>
    modal.confirm({
      title: label(move.question),
      content: label(move.note),
      okText: label(move.verb),
      cancelText: label(['取消', 'Cancel']),
      // The client has said already what went wrong.
      onOk: () => run().catch(() => undefined),
    }),
  );
};

const ExtraRowActions = (props: ToolProps) =>
  useMove(props, (_move, text, ask) => (
    <button type="button" className="ky-link" tabIndex={-1} onClick={ask}>
      {text}
    </button>
  ));

const ExtraRecordActions = (props: ToolProps) =>
  useMove(props, (move, text, ask) => (
    <Button type={move.type === '1' ? 'primary' : 'default'} onClick={ask}>
      {text}
    </Button>
  ));

const Audience = ({ form, ...props }: EditorProps & Partial<PieceProps>) =>
  form && <AudiencePicker {...props} form={form} />;

/** How notices differ from plain records on their pages. */
export const noticePresentation = present(notice, {
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 104 },
    scopeIds: { Editor: Audience, span: 2 },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
  ExtraRowActions,
  rowFields: ['status'],
  ExtraRecordActions,
});
