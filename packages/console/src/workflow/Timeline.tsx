import type { ApprovalRow } from '@keyan/kernel/wire/tasks.ts';
import { useState } from 'react';
import { Glyph } from '../components/Glyph.tsx';
import { FileTile } from '../fields/FileTile.tsx';
import { useLabel } from '../i18n/language.ts';
import { millisecondsSince, shortTime, waitingText } from '../i18n/time.ts';
import { operationIconOf } from './operationLook.ts';
import './workflow.css';

/** Renders the records of an approval, newest first, each with its duration. */
export const ApprovalTimeline = ({ records }: { records: readonly ApprovalRow[] }) => {
  const label = useLabel();
  // Durations count from when the records were first shown; the next fetch updates them.
  const [now] = useState(Date.now);
  return (
    <ol className="ky-timeline">
      {records.toReversed().map((record) => {
        const { glyph, tone } = operationIconOf(record.action);
        const waiting = record.action === 'waiting';
        return (
          <li key={record.id} data-waiting={waiting || undefined}>
            <Glyph name={glyph} tone={tone} />
            <div className="ky-timeline-head">
              <b>{record.userName || record.nodeName}</b>
              {record.nodeName && record.userName && (
                <span className="ky-timeline-node">{record.nodeName}</span>
              )}
              <span className="ky-timeline-act" data-tone={tone}>
                {record.actionName}
                {record.targetName &&
                  record.action !== 'backApplicant' &&
                  ` → ${record.targetName}`}
              </span>
              <time title={record.finishTime || record.arriveTime}>
                {shortTime(record.finishTime || record.arriveTime, now)}
              </time>
            </div>
            {/* 同意 as an opinion says no more than the action does. */}
            {record.opinion && record.opinion !== record.actionName && <p>{record.opinion}</p>}
            {record.attachments?.map((file) => (
              <FileTile key={file.id} file={file} />
            ))}
            {waiting ? (
              <span className="ky-note">
                {label(waitingText(millisecondsSince(record.arriveTime, now)))}
              </span>
            ) : (
              record.duration &&
              record.arriveTime !== record.finishTime && (
                <span className="ky-note">
                  {label([`用时 ${record.duration}`, `Took ${record.duration}`])}
                </span>
              )
            )}
          </li>
        );
      })}
    </ol>
  );
};
