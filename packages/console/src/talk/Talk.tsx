import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RemarkRow, ThreadRow } from '@keyan/kernel/wire/talk.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { Card } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useDownload } from '../fields/FileView.tsx';
import { useLabel } from '../i18n/language.ts';
import { RemarkForm } from './RemarkForm.tsx';
import { useTalkCall } from './useSending.ts';
import './talk.css';

interface TalkProps {
  readonly resource: Resource;
  readonly id: string;
}

/** Renders the text of a remark; mentioned people are highlighted. */
const Content = ({ remark: { content, named } }: { readonly remark: RemarkRow }) => {
  const marks = named.map((name) => `@${name}`);
  const parts = content.split(/(@[^\s@，。；：、,.;:]+)/u);
  return (
    <p className="ky-talk-text">
      {parts.map((part, index) =>
        marks.includes(part) ? (
          // The parts of a text have no other name than their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
          <b key={index}>{part}</b>
        ) : (
          part
        ),
      )}
    </p>
  );
};

interface RemarkProps {
  readonly remark: RemarkRow;
  readonly onRemove: () => void;
}

const Remark = ({ remark, onRemove }: RemarkProps) => {
  const label = useLabel();
  const download = useDownload();
  return (
    <li>
      <p className="ky-talk-head">
        <b>{remark.author}</b>
        <time className="ky-note">{remark.time.slice(0, 16)}</time>
        {remark.isOwn && !remark.isRemoved && (
          <button type="button" className="ky-link" onClick={onRemove}>
            {label(['撤回', 'Withdraw'])}
          </button>
        )}
      </p>
      {remark.isRemoved ? (
        <p className="ky-note">{label(['已撤回', 'Withdrawn'])}</p>
      ) : (
        <Content remark={remark} />
      )}
      {remark.files.map((file) => (
        <button
          key={file.id}
          type="button"
          className="ky-link ky-talk-file"
          onClick={() => download(file)}
        >
          {file.name}
        </button>
      ))}
    </li>
  );
};

interface ThreadProps extends TalkProps {
  readonly thread: ThreadRow;
  readonly onDone: () => Promise<void>;
}

const Thread = ({ resource, id, thread, onDone }: ThreadProps) => {
  const label = useLabel();
  const client = useClient();
  const [isAnswering, setAnswering] = useState(false);
  const [act, busy] = useTalkCall(async (call: string, body: object) => {
    await client.post<boolean>(`/keyan/talk/${call}`, body);
    await onDone();
  });
  const isSettled = thread.settledBy !== '';
  return (
    <li className="ky-talk-thread" data-settled={isSettled || undefined}>
      {isSettled && (
        <p className="ky-note">
          <Glyph name="approved" tone="success" />{' '}
          {label(
            fill(['{who} 于 {time} 标记为已解决', 'Resolved by {who} on {time}'], {
              who: thread.settledBy,
              time: thread.settleTime.slice(0, 16),
            }),
          )}
        </p>
      )}
      <ol>
        {thread.remarks.map((remark) => (
          <Remark
            key={remark.id}
            remark={remark}
            onRemove={() => void act('remove', { id: remark.id })}
          />
        ))}
      </ol>
      {isAnswering ? (
        <RemarkForm
          resource={resource}
          id={id}
          thread={thread.id}
          onCancel={() => setAnswering(false)}
          onSaid={async () => {
            await onDone();
            setAnswering(false);
          }}
        />
      ) : (
        <p className="ky-talk-acts">
          <button type="button" className="ky-link" onClick={() => setAnswering(true)}>
            {label(['回复', 'Reply'])}
          </button>
          <button
            type="button"
            className="ky-link"
            disabled={busy}
            onClick={() => void act('settle', { id: thread.id, on: !isSettled })}
          >
            {label(isSettled ? ['重新打开', 'Reopen'] : ['标记为已解决', 'Resolve'])}
          </button>
        </p>
      )}
    </li>
  );
};

interface SettledThreadsToggleProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Renders the button that expands settled threads. */
const SettledThreadsToggle = ({ count, isOpen, onToggle }: SettledThreadsToggleProps) => {
  const label = useLabel();
  if (count === 0) return null;
  return (
    <button type="button" className="ky-link" aria-expanded={isOpen} onClick={onToggle}>
      {label(
        isOpen
          ? ['收起已解决的讨论', 'Hide resolved threads']
          : fill(['已解决的讨论 {count} 条', 'Resolved threads: {count}'], { count }),
      )}
    </button>
  );
};

/** Renders 讨论: threads of remarks about a record, and the form of a new one. */
const Talk = ({ resource, id }: TalkProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const [showsSettled, setShowsSettled] = useState(false);
  const queryKey = ['live', 'talk', resource.key, id];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () =>
      client.get<readonly ThreadRow[]>(
        '/keyan/talk/list',
        { resource: resource.key, id },
        { quiet: true },
      ),
  });
  const done = async () => {
    await queries.invalidateQueries({ queryKey });
  };
  const title = label(['讨论', 'Discussion']);
  if (!data) {
    return (
      <Card className="ky-noprint" title={title}>
        {error ? (
          <ErrorPanel fault={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={1} />
        )}
      </Card>
    );
  }
  const settled = data.filter(({ settledBy }) => settledBy !== '');
  const open = data.filter(({ settledBy }) => settledBy === '');
  const shown = showsSettled ? [...open, ...settled] : open;
  return (
    <Card
      className="ky-noprint ky-talk"
      title={title}
      {...(open.length > 0 && { count: open.length })}
      extra={
        !isWriting && (
          <Button size="small" onClick={() => setWriting(true)}>
            {label(['发起讨论', 'Start a thread'])}
          </Button>
        )
      }
    >
      {isWriting && (
        <RemarkForm
          resource={resource}
          id={id}
          onCancel={() => setWriting(false)}
          onSaid={async () => {
            await done();
            setWriting(false);
          }}
        />
      )}
      {data.length === 0 && !isWriting && (
        <p className="ky-note">
          {label([
            '还没有讨论。有权查看本记录的人员均可看到并参与',
            'Nothing yet. Everybody with access to the record can read and take part',
          ])}
        </p>
      )}
      <ul>
        {shown.map((thread) => (
          <Thread key={thread.id} resource={resource} id={id} thread={thread} onDone={done} />
        ))}
      </ul>
      <SettledThreadsToggle
        count={settled.length}
        isOpen={showsSettled}
        onToggle={() => setShowsSettled(!showsSettled)}
      />
    </Card>
  );
};

export default Talk;
