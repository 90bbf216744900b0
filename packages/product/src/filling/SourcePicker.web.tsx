import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill } from '@keyan/kernel/label.ts';
import { Radio } from 'antd';
import type { LayoutAnswer } from './answers.ts';
import type { RowSource } from './naming.ts';

/** Choice 行从哪来, shown only if the file already contains named rows. */
export const SourcePicker = ({
  layout,
  value,
  onChange,
}: {
  readonly layout: LayoutAnswer;
  readonly value: RowSource;
  readonly onChange: (source: RowSource) => void;
}) => {
  const label = useLabel();
  if (layout.namedRows === 0) return null;
  return (
    <div className="ky-fill-line">
      <Radio.Group
        value={value}
        aria-label={label(['填哪些行', 'Rows to be filled'])}
        onChange={(event) => onChange(event.target.value)}
        options={[
          {
            value: 'file',
            label: label(
              fill(
                [
                  '填表中已有的 {count} 行，按名称找记录',
                  'Complete the {count} rows of the table, by name',
                ],
                { count: layout.namedRows },
              ),
            ),
          },
          {
            value: 'list',
            label: label(['按「哪些记录」每条一行', 'A row for each of the records']),
          },
        ]}
      />
    </div>
  );
};
