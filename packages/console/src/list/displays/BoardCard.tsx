import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { MenuButton } from '../../components/MenuButton.tsx';
import type { WireRow } from '../../data/calls.ts';
import { titleOf } from '../../data/title.ts';
import { valueText } from '../../fields/values.tsx';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { viewAddresses } from '../../presentation/resources.tsx';
import type { DisplayProps } from './displayProps.ts';

/** A column of a board. */
export interface BoardColumn {
  readonly code: string;
  readonly label: Label;
  readonly total: number;
}

interface CardProps extends DisplayProps {
  readonly row: WireRow;
  readonly field: string;
  /** Columns to which the record can be moved. */
  readonly targets: readonly BoardColumn[];
  readonly onMove: (to: BoardColumn) => void;
  readonly onDrag: (row: WireRow | undefined) => void;
}

/** Maximum number of values on a card. */
const maxCardValues = 3;

/** Renders a record on a board: it can be dragged, or moved by its menu. */
export const BoardCard = ({ list, row, field, targets, onMove, onDrag }: CardProps) => {
  const label = useLabel();
  const language = useLanguage();
  const { resource, view } = list;
  const title = titleOf(resource, row) || '–';
  const facts = resource.list.columns
    .filter((name) => name !== resource.title && name !== field)
    .flatMap((name) => {
      const spec = resource.fields[name]?.spec;
      const text = spec && valueText(name, spec, row, language);
      return text ? [text] : [];
    })
    .slice(0, maxCardValues);
  return (
    <li
      draggable={targets.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', row.id);
        onDrag(row);
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <TabLink to={viewAddresses(view).detail(row.id)} title={title}>
        {title}
      </TabLink>
      <small>{facts.join(' · ')}</small>
      {targets.length > 0 && (
        <MenuButton
          menu={{
            items: targets.map(({ code, label: name }) => ({ key: code, label: label(name) })),
            onClick: ({ key }) => {
              const to = targets.find(({ code }) => code === key);
              if (to) onMove(to);
            },
          }}
        >
          <Button
            size="small"
            type="text"
            aria-label={`${label(['移动到…', 'Move to…'])} ${title}`}
          >
            {label(['移动到…', 'Move to…'])}
          </Button>
        </MenuButton>
      )}
    </li>
  );
};
