import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Input, Segmented } from 'antd';
import './divide.web.css';

/** Reader’s decision on a claim; undefined while undecided. */
export interface Decided {
  readonly granted?: boolean;
  readonly amount?: string;
  readonly reason?: string;
}

/** Faults of the form by field path. */
export type Faults = Readonly<Record<string, string>>;

interface ClaimLineProps {
  readonly claim: WireRow;
  readonly decided: Decided;
  readonly fault: string | undefined;
  readonly onChange: (decided: Decided) => void;
}

const ClaimLine = ({ claim, decided, fault, onChange }: ClaimLineProps) => {
  const label = useLabel();
  const choice = decided.granted === undefined ? 'open' : decided.granted ? 'grant' : 'refuse';
  return (
    <li>
      <span className="ky-divide-who">
        <strong>{String(claim.programName ?? '')}</strong>
        <span className="ky-note">
          {String(claim.divideNum ?? '')} {String(claim.programLeaderName ?? '')}{' '}
          {label(
            fill(['申请 {amount} 元', 'claims {amount} yuan'], {
              amount: groupDigits(String(claim.divideAmount ?? '0')),
            }),
          )}
        </span>
      </span>
      <Segmented
        size="small"
        value={choice}
        options={[
          { value: 'open', label: label(['暂不裁定', 'Later']) },
          { value: 'grant', label: label(['采纳', 'Accept']) },
          { value: 'refuse', label: label(['不采纳', 'Turn down']) },
        ]}
        onChange={(next) =>
          onChange(
            next === 'open'
              ? {}
              : {
                  ...decided,
                  granted: next === 'grant',
                  amount: decided.amount ?? String(claim.divideAmount ?? ''),
                },
          )
        }
      />
      {choice === 'grant' && (
        <Input
          className="ky-divide-amount"
          aria-label={label(['采纳金额', 'Accepted amount'])}
          value={decided.amount ?? ''}
          suffix={label(['元', 'yuan'])}
          onChange={({ target }) => onChange({ ...decided, amount: target.value })}
        />
      )}
      {choice === 'refuse' && (
        <Input
          className="ky-divide-reason"
          aria-label={label(['未采纳原因', 'Reason'])}
          placeholder={label(['原因（告知认领人）', 'Reason (sent to the claimant)'])}
          value={decided.reason ?? ''}
          onChange={({ target }) => onChange({ ...decided, reason: target.value })}
        />
      )}
      {fault && <p className="ky-fault-text">{fault}</p>}
    </li>
  );
};

interface ClaimsProps {
  readonly claims: readonly WireRow[];
  readonly decided: ReadonlyMap<string, Decided>;
  readonly faults: Faults;
  readonly onChange: (decided: ReadonlyMap<string, Decided>) => void;
}

/** Lists pending claims on an arrival, each with buttons to grant or reject. */
export const DivideClaims = ({ claims, decided, faults, onChange }: ClaimsProps) => {
  const label = useLabel();
  if (claims.length === 0) return null;
  return (
    <section className="ky-divide">
      <h3>{label(['待裁定的认领', 'Claims to decide'])}</h3>
      <ul>
        {claims.map((claim, index) => (
          <ClaimLine
            key={String(claim.id)}
            claim={claim}
            decided={decided.get(String(claim.id)) ?? {}}
            fault={faults[`claims.${index}.divideAmount`] ?? faults[`claims.${index}.reason`]}
            onChange={(next) => onChange(new Map(decided).set(String(claim.id), next))}
          />
        ))}
      </ul>
    </section>
  );
};
