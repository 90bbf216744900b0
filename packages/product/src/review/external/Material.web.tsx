import { useLabel } from '@keyan/console/i18n/language.ts';
import { useState } from 'react';
import { conflictType } from '../dictionaries.ts';
import { type ExternalSheet, externalReviewCalls, type FactTable } from './external.ts';
import type { VisitCall } from './useVisit.web.ts';

const textOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1_048_576).toFixed(1)} MB`;

const Table = ({ table }: { readonly table: FactTable }) => (
  <>
    <h3>{table.label}</h3>
    <div className="ky-ext-table">
      <table>
        <thead>
          <tr>
            {table.head.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id and never move
            <tr key={at}>
              {line.map((cell, column) => (
                <td key={table.head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);

interface Props {
  readonly sheet: ExternalSheet;
  readonly call: VisitCall;
}

/** Record with the fields and files that the expert may see. */
export const RecordMaterial = ({ sheet, call }: Props) => {
  const label = useLabel();
  const [fault, setFault] = useState('');
  const open = async (file: string) => {
    // Opens the window synchronously, since mobile browsers block windows opened later.
    const view = window.open('', '_blank');
    try {
      const { ticket } = await call<{ ticket: string }>('file', { id: sheet.id, file });
      const address = `/api/${externalReviewCalls.content}?ticket=${encodeURIComponent(ticket)}`;
      if (view) view.location.replace(address);
      else location.assign(address);
    } catch (error) {
      view?.close();
      setFault(textOf(error));
    }
  };
  return (
    <details className="ky-ext-card" open>
      <summary>{label(['评审材料', 'Material'])}</summary>
      <dl>
        {sheet.facts.map(({ label: name, text, isHtml }) => (
          <div key={name}>
            <dt>{name}</dt>
            {isHtml ? (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned the formatted text
              <dd dangerouslySetInnerHTML={{ __html: text }} />
            ) : (
              <dd>{text}</dd>
            )}
          </div>
        ))}
      </dl>
      {sheet.tables.map((table) => (
        <Table key={table.label} table={table} />
      ))}
      {sheet.files.length > 0 && (
        <>
          <h3>{label(['附件', 'Files'])}</h3>
          <ul className="ky-ext-files">
            {sheet.files.map(({ id, name, size }) => (
              <li key={id}>
                <button type="button" onClick={() => void open(id)}>
                  {name}
                </button>
                <span className="ky-ext-note">{sizeOf(size)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {fault && (
        <p className="ky-ext-fault" role="alert">
          {fault}
        </p>
      )}
    </details>
  );
};

interface DeclineProps {
  readonly id: string;
  readonly call: VisitCall;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Form with reasons for declining a record. */
export const DeclineForm = ({ id, call, onDone, onCancel }: DeclineProps) => {
  const label = useLabel();
  const [conflict, setConflict] = useState('');
  const [declineReason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const send = () =>
    call('decline', { id, conflict, declineReason }).then(onDone, (error: unknown) =>
      setFault(textOf(error)),
    );
  return (
    <div className="ky-ext-decline">
      <label htmlFor={`conflict-${id}`}>{label(['回避情形', 'Reason for declining'])}</label>
      <select
        id={`conflict-${id}`}
        value={conflict}
        onChange={({ target }) => setConflict(target.value)}
      >
        <option value="">{label(['请选择', 'Choose'])}</option>
        {conflictType.entries.map((entry) => (
          <option key={entry.code} value={entry.code}>
            {label(entry.label)}
          </option>
        ))}
      </select>
      <label htmlFor={`why-${id}`}>{label(['说明（可不填）', 'Explanation (optional)'])}</label>
      <textarea
        id={`why-${id}`}
        rows={3}
        maxLength={300}
        value={declineReason}
        onChange={({ target }) => setReason(target.value)}
      />
      {fault && (
        <p className="ky-ext-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="ky-ext-row">
        <button type="button" className="ky-ext-second" onClick={onCancel}>
          {label(['取消', 'Cancel'])}
        </button>
        <button
          type="button"
          className="ky-ext-danger"
          disabled={conflict === ''}
          onClick={() => void send()}
        >
          {label(['确定回避', 'Decline'])}
        </button>
      </div>
    </div>
  );
};
