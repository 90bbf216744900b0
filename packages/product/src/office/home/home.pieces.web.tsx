import { EmptyCard } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ReactNode } from 'react';
import './home.blocks.web.css';

/** A block with nothing in it. */
export const Line = ({ title, children }: { title: Label; children: ReactNode }) => {
  const label = useLabel();
  return <EmptyCard title={label(title)}>{children}</EmptyCard>;
};

/** The head of a column; minor ones leave where there is little room. */
export type Head = readonly [text: Label, align: 'left' | 'right', minor?: 'minor'];

/** Rows under these heads, as the blocks of figures draw them. */
export const FigureTable = ({
  heads,
  children,
}: {
  readonly heads: readonly Head[];
  readonly children: ReactNode;
}) => {
  const label = useLabel();
  return (
    <div className="ky-figures-table">
      <table>
        <thead>
          <tr>
            {heads.map(([text, align, minor]) => (
              <th key={text[1]} scope="col" data-align={align} data-minor={minor}>
                {label(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
};
