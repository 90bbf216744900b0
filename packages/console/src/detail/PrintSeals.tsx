import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { lazy, Suspense } from 'react';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { stepName } from '../records/steps.ts';

/** Loaded separately, because only printing needs the QR code. */
const PrintedCode = lazy(() => import('./PrintedCode.tsx'));

interface PrintSealsProps {
  readonly resource: Resource;
  readonly row: WireRow;
  /** Printed sheet with the verification code, if there is one. */
  readonly sheet?: PrintedSheet;
}

/**
 * Renders boxes on printed paper only: a signature box for the applicant, a signature and seal box
 * per step of the approval, and the verification code.
 */
export const PrintSeals = ({ resource, row, sheet }: PrintSealsProps) => {
  const label = useLabel();
  if (!row.auditStatus) return null;
  const boxes = [
    { key: '', name: label(['填报人（签字）', 'Applicant (signature)']) },
    ...(row.steps ?? []).map((step) => ({
      key: step.key,
      name: [
        label(stepName(resource, step.key, step.label)),
        label(['（签字、盖章）', ' (signature, seal)']),
      ].join(''),
    })),
  ];
  return (
    <>
      <div className="ky-seals">
        {boxes.map(({ key, name }) => (
          <div key={key}>
            <span>{name}</span>
            <span className="ky-seal-date">{label(['年　　月　　日', 'Date:　　　　　　'])}</span>
          </div>
        ))}
      </div>
      {sheet && (
        <Suspense>
          <PrintedCode sheet={sheet} />
        </Suspense>
      )}
    </>
  );
};
