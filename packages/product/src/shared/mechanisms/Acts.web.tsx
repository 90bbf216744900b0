import { useLabel } from '@keyan/console/i18n/language.ts';
import { joinLabels, type Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import './acts.web.css';

/** Something that a reader may begin from the page of a record, or why not, and until when. */
export interface Act {
  readonly key: string;
  readonly label: Label;
  /** Null where it may be begun. */
  readonly why: Label | null;
  readonly begin: () => void;
}

/** Acts that wait, by their reason: `变更、延期 · 该项目存在审批中的【项目结题】`. */
const waitingOf = (acts: readonly Act[]): readonly (readonly [names: Label, why: Label])[] => {
  const byReason = Map.groupBy(
    acts.flatMap(({ label, why }) => (why ? [{ label, why }] : [])),
    ({ why }) => why[0],
  );
  return [...byReason.values()].flatMap((same) => {
    const [first] = same;
    return first ? [[joinLabels(same.map(({ label }) => label)), first.why] as const] : [];
  });
};

/** Renders 可办事项: available actions as buttons; below, why and until when others are not. */
export const Acts = ({ acts }: { readonly acts: readonly Act[] }) => {
  const label = useLabel();
  if (acts.length === 0) return null;
  const ready = acts.filter(({ why }) => why === null);
  const waiting = waitingOf(acts);
  return (
    <section className="ky-acts">
      <h2>{label(['可办事项', 'Available actions'])}</h2>
      {ready.length > 0 && (
        <p>
          {ready.map(({ key, label: name, begin }) => (
            <Button key={key} size="small" onClick={begin}>
              {label(name)}
            </Button>
          ))}
        </p>
      )}
      {waiting.length > 0 && (
        <dl aria-label={label(['暂不能办理', 'Not available now'])}>
          {waiting.map(([names, why]) => (
            <div key={why[1]}>
              <dt>{label(names)}</dt>
              <dd>{label(why)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};
