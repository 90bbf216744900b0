import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useEffect, useState } from 'react';
import { PeersCard } from '../PeersCard.web.tsx';
import type { ExternalSheet } from './external.ts';
import { DeclineForm, RecordMaterial } from './Material.web.tsx';
import { SheetForm } from './SheetForm.web.tsx';
import type { VisitCall } from './useVisit.web.ts';

const textOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

interface Props {
  readonly id: string;
  readonly call: VisitCall;
  /** Callback on return to the list, or after submission. */
  readonly onClose: (isDone: boolean) => void;
}

/**
 * Page of one record: pledge, material and score sheet. Long because each state of the work has its
 * part.
 */
export const SheetPage = ({ id, call, onClose }: Props) => {
  const label = useLabel();
  const chosen = useLanguage();
  const [sheet, setSheet] = useState<ExternalSheet | null>(null);
  const [fault, setFault] = useState('');
  const [round, setRound] = useState(0);
  const [declining, setDeclining] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language and the pledge ask again
  useEffect(() => {
    let current = true;
    call<ExternalSheet>('sheet', { id }).then(
      (found) => current && setSheet(found),
      (error: unknown) => current && setFault(textOf(error)),
    );
    return () => {
      current = false;
    };
  }, [call, id, round, chosen]);
  const pledge = () =>
    call('pledge', { id }).then(
      () => setRound((count) => count + 1),
      (error: unknown) => setFault(textOf(error)),
    );
  const back = (
    <button type="button" className="ky-ext-back" onClick={() => onClose(false)}>
      {label(['‹ 返回任务列表', '‹ Back to the list'])}
    </button>
  );
  if (!sheet) {
    return (
      <>
        {back}
        {fault && (
          <p className="ky-ext-fault" role="alert">
            {fault}
          </p>
        )}
      </>
    );
  }
  return (
    <>
      {back}
      <section className="ky-ext-card">
        <h1>{sheet.title}</h1>
        <p className="ky-ext-note">
          {sheet.setName} ·{' '}
          {label(fill(['{end} 截止', 'Until {end}'], { end: sheet.endTime.slice(0, 16) }))}
        </p>
        {sheet.backReason && (
          <p className="ky-ext-fault" role="status">
            {label(
              fill(['退回原因：{reason}', 'Returned: {reason}'], { reason: sheet.backReason }),
            )}
          </p>
        )}
        {sheet.isOpen && !sheet.pledged && (
          <>
            <p>
              {label([
                '本人与申请人不存在同部门、合作、师生、亲属等应回避情形，将独立、客观评审，并对材料与意见保密。',
                'I have no conflict of interest with the applicants (same department, collaboration, supervision or kinship). I will review independently and objectively, and keep the material and opinions confidential.',
              ])}
            </p>
            <button type="button" className="ky-ext-first" onClick={() => void pledge()}>
              {label(['确认承诺，开始评审', 'Confirm and start reviewing'])}
            </button>
          </>
        )}
        {sheet.isOpen && !sheet.isSecondLook && !declining && (
          <button type="button" className="ky-ext-plain" onClick={() => setDeclining(true)}>
            {label(['申请回避', 'Decline'])}
          </button>
        )}
        {declining && (
          <DeclineForm
            id={id}
            call={call}
            onDone={() => onClose(true)}
            onCancel={() => setDeclining(false)}
          />
        )}
        {fault && (
          <p className="ky-ext-fault" role="alert">
            {fault}
          </p>
        )}
      </section>
      {(sheet.pledged || !sheet.isOpen) && (
        <>
          {sheet.peers.length > 0 && (
            <div className="ky-ext-card">
              <PeersCard sheet={sheet} />
            </div>
          )}
          <RecordMaterial sheet={sheet} call={call} />
          <SheetForm
            key={`${sheet.version} ${sheet.isOpen}`}
            sheet={sheet}
            call={call}
            onDone={() => onClose(true)}
          />
        </>
      )}
    </>
  );
};
