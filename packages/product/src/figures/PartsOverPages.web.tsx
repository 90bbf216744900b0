import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { Popover } from 'antd';
import { type ReactNode, useState } from 'react';
import { formatThousands } from './drawn.web.ts';
import type { Cell, DimensionKey, Question } from './figure.ts';
import { useFigures } from './figures.calls.web.ts';
import './figures.web.css';

/**
 * Question that splits one value by its pages; undefined for rows that lack the field, since no
 * filter selects them.
 */
export const partsOfValue = (
  question: Question,
  by: DimensionKey | undefined,
  key: string | undefined,
): Question | undefined => {
  const { by: _by, change: _change, ...whole } = question;
  const parts: Question = { ...whole, by: ['kind'] };
  if (by === undefined) return parts;
  if (!key) return undefined;
  if (by === 'college') return { ...parts, department: key };
  if (by === 'year') return { ...parts, from: Number(key), to: Number(key) };
  return by === 'kind' ? undefined : { ...parts, only: { ...whole.only, [by]: key } };
};

/** List of pages with their part of the value. */
const PartsList = ({ question }: { readonly question: Question }) => {
  const label = useLabel();
  const { data, error, refetch } = useFigures([question]);
  const [answer] = data ?? [];
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!answer) return <SkeletonRows rows={3} height={24} />;
  return (
    <ul className="ky-figure-parts" aria-label={label(['按类别打开', 'Open by kind'])}>
      {answer.cells.map((cell: Cell) => (
        <li key={cell.keys[0]}>
          {cell.link ? <TabLink to={cell.link}>{cell.names[0]}</TabLink> : cell.names[0]}
          <b>{formatThousands(cell.value ?? '')}</b>
        </li>
      ))}
    </ul>
  );
};

/** Value over several pages: on click lists the pages with their parts; each links to its rows. */
export const PartsOverPages = ({
  question,
  className = 'ky-link',
  children,
}: {
  readonly question: Question;
  readonly className?: string;
  readonly children: ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={open && <PartsList question={question} />}
    >
      <button type="button" className={className} aria-expanded={open}>
        {children}
      </button>
    </Popover>
  );
};
