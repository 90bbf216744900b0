import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { stepName } from '../records/steps.ts';

interface PrintSealsProps {
  readonly resource: Resource;
  readonly row: WireRow;
}

/** On paper only: a box to sign for the applicant, and one to sign and seal for each step of the approval. */
export const PrintSeals = ({ resource, row }: PrintSealsProps) => {
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
    <div className="ky-seals">
      {boxes.map(({ key, name }) => (
        <div key={key}>
          <span>{name}</span>
          <span className="ky-seal-date">{label(['年　　月　　日', 'Date:　　　　　　'])}</span>
        </div>
      ))}
    </div>
  );
};
