import { Glyph } from '../../components/Glyph.tsx';
import { useLabel } from '../../i18n/language.ts';
import type { useOpenChecks } from '../checks/ChecksBand.tsx';

interface ChecksSummaryProps {
  readonly checks: ReturnType<typeof useOpenChecks>;
  /** Ids of selected records whose checks have findings. */
  readonly flagged: readonly string[];
  /** Number of selected records without findings. */
  readonly rest: number;
  readonly onLeaveOut: () => void;
}

/**
 * Renders the outcome of the checks over all records; one click deselects the records with
 * findings.
 */
export const ChecksSummary = (props: ChecksSummaryProps) => {
  const { checks, flagged, rest, onLeaveOut } = props;
  const label = useLabel();
  if (checks.error) {
    return (
      <p className="ky-batch-checks" role="alert">
        <Glyph name="warning" tone="warning" size={12} />
        <span>{label(['没有取到核对结果', 'The checks could not be loaded'])}</span>
        <button type="button" className="ky-link" onClick={checks.again}>
          {label(['重试', 'Retry'])}
        </button>
      </p>
    );
  }
  if (!checks.found) {
    return <p className="ky-batch-checks">{label(['正在核对…', 'Checking…'])}</p>;
  }
  if (flagged.length === 0) {
    return (
      <p className="ky-batch-checks">
        <Glyph name="approved" tone="success" size={12} />
        <span>
          {label(['所选记录核对均无异常', 'The checks found nothing in the chosen records'])}
        </span>
      </p>
    );
  }
  return (
    <p className="ky-batch-checks">
      <Glyph name="warning" tone="warning" size={12} />
      <span>{label([`${flagged.length} 条需要留意`, `${flagged.length} to check`])}</span>
      {rest > 0 && (
        <button type="button" className="ky-link" onClick={onLeaveOut}>
          {label([`只办理其余 ${rest} 条`, `Decide the other ${rest} only`])}
        </button>
      )}
    </p>
  );
};
