import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type FigureAnswer, unitLabelFor } from '../../figures/figure.ts';
import { Line } from './home.pieces.web.tsx';

interface FiguresCardProps {
  readonly title: Label;
  readonly answers: readonly FigureAnswer[];
  /** Text shown if all figures are zero. */
  readonly empty: Label;
  readonly lead?: { readonly to: string; readonly label: Label };
}

/**
 * Card with a list of figures; each links to its rows. Renders nothing if the reader may query
 * none.
 */
export const FiguresCard = ({ title, answers, empty, lead }: FiguresCardProps) => {
  const label = useLabel();
  const asked = answers.filter(({ refused, total }) => !refused && total);
  if (asked.length === 0) return null;
  if (asked.every(({ total }) => !total?.rows)) {
    return (
      <Line title={title}>
        {label(empty)}
        {lead && (
          <>
            {' · '}
            <TabLink to={lead.to}>{label(lead.label)}</TabLink>
          </>
        )}
      </Line>
    );
  }
  return (
    <Card title={label(title)} flush>
      <ul className="ky-rows">
        {asked.map(({ figure, label: name, unit, single, total, caliber }) => (
          <li key={figure} title={caliber}>
            <span className="ky-rows-text">{name}</span>
            {total?.value === null ? (
              '—'
            ) : total?.link ? (
              <TabLink to={total.link}>{groupDigits(total.value)}</TabLink>
            ) : (
              groupDigits(total?.value ?? '')
            )}
            <span className="ky-note">{unitLabelFor({ unit, single }, total?.value)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
