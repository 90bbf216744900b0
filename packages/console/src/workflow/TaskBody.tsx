import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { ReactNode } from 'react';
import { useScreen } from '../base/useScreen.ts';
import { EmptyCard } from '../components/Page.tsx';
import type { WireRow } from '../data/calls.ts';
import { DetailLayout } from '../detail/DetailPage.tsx';
import { useLabel } from '../i18n/language.ts';
import { CountTabs } from '../table/CountTabs.tsx';
import { TalkCard } from '../talk/TalkCard.tsx';
import { RecordsCard } from './ApprovalSide.tsx';
import { FilesCard, useFilesPanel } from './FilesCard.tsx';

/** Part of the page that a narrow screen shows at a time. */
export type TaskPagePart = 'content' | 'records' | 'files';

interface TaskBodyProps {
  readonly row: WireRow;
  readonly flow: ReactNode;
  readonly read: ReactNode;
  /** Part shown on a narrow screen. */
  readonly part: TaskPagePart;
  readonly onPart: (part: TaskPagePart) => void;
  readonly records: number | undefined;
  /** Attachments; undefined for a resource without any. */
  readonly files: readonly AttachedFile[] | undefined;
  readonly resource: Resource;
  readonly handles: boolean;
}

/** Renders the record beside its process; on narrow screens one part. */
export const TaskBody = (props: TaskBodyProps) => {
  const { row, flow, read, part, onPart, records, files, resource, handles } = props;
  const label = useLabel();
  const screen = useScreen();
  const narrow = screen === 0;
  const beside = useFilesPanel();
  // Approvers see the attachments beside the fields; on narrower screens the attachments are among
  // the fields.
  const showsFiles = handles && screen >= 2 && files !== undefined && files.length > 0;
  return narrow ? (
    <>
      <div className="ky-card ky-parts">
        <CountTabs<TaskPagePart>
          label={label(['内容', 'Content'])}
          active={part}
          onChoose={onPart}
          items={[
            { key: 'content', text: label(['内容', 'Content']), count: '' },
            {
              key: 'records',
              text: label(['审批记录', 'Approval records']),
              count: records,
            },
            ...(files !== undefined
              ? [{ key: 'files' as const, text: label(['附件', 'Files']), count: files.length }]
              : []),
          ]}
        />
      </div>
      {part === 'content' && read}
      {part === 'records' && (
        <>
          {flow}
          <RecordsCard row={row} />
          <TalkCard resource={resource} id={row.id} />
        </>
      )}
      {part === 'files' &&
        (files?.length ? (
          <FilesCard resource={resource} files={files} open />
        ) : (
          <EmptyCard title={label(['附件', 'Files'])}>{label(['没有附件', 'None'])}</EmptyCard>
        ))}
    </>
  ) : (
    <DetailLayout
      wideSide={showsFiles && beside.open}
      side={
        <>
          {showsFiles && (
            <FilesCard
              resource={resource}
              files={files}
              open={beside.open}
              onToggle={beside.toggle}
            />
          )}
          {flow}
          <RecordsCard row={row} />
          <TalkCard resource={resource} id={row.id} />
        </>
      }
    >
      {read}
    </DetailLayout>
  );
};
