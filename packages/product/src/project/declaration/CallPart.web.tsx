import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CallFinding, CallPart } from './open-calls.ts';
import './open-calls.web.css';

/** Reason against a role in a call, with the date or condition that removes it. */
export const PartReason = ({ finding }: { readonly finding: CallFinding }) => {
  const label = useLabel();
  const { message, rule, until, free, level } = finding;
  return (
    <li data-level={level}>
      {label(message)}
      <span className="ky-note">
        {until && label(fill(['；{until} 起可申报', '; eligible from {until}'], { until }))}
        {!until && free && `${label(['；', '; '])}${label(free)}`}
        {` ${rule}`}
      </span>
    </li>
  );
};

const parts = {
  lead: { may: ['可主持', 'May lead'], not: ['不可主持', 'May not lead'] },
  join: { may: ['可参与', 'May join'], not: ['不可参与', 'May not join'] },
} as const satisfies Readonly<Record<string, Readonly<Record<'may' | 'not', Label>>>>;

/** Shows whether the reader may take a role in the call, and the reasons against it. */
export const CallPartStatus = ({
  name,
  part,
}: {
  readonly name: keyof typeof parts;
  readonly part: CallPart;
}) => {
  const label = useLabel();
  return (
    <div className="ky-call-part">
      <Tag tone={part.may ? 'success' : 'refused'} glyph={part.may ? 'approved' : 'refused'}>
        {label(parts[name][part.may ? 'may' : 'not'])}
      </Tag>
      {part.findings.length > 0 && (
        <ul>
          {part.findings.map((finding) => (
            <PartReason key={`${finding.rule} ${finding.message[0]}`} finding={finding} />
          ))}
        </ul>
      )}
    </div>
  );
};
