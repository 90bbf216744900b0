import { useLabel } from '@keyan/console/i18n/language.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Button, Tooltip } from 'antd';
import type { Output } from './scholar.ts';
import { maxTickedWorks } from './scholar.ts';

interface CiteButtonsProps {
  /** Ids of ticked works of all kinds and years. */
  readonly ticked: ReadonlySet<string>;
  readonly shown: readonly Pick<Output, 'id'>[];
  readonly onClear: () => void;
  readonly onCite: () => void;
}

const cites: Label = ['引文', 'Citations'];
const citesTicked: Label = ['引文（已选 {count} 条）', 'Cite {count} selected'];
const citesHidden: Label = [
  '引文（已选 {count} 条，其中 {hidden} 条未显示）',
  'Cite {count} selected, {hidden} of them not shown',
];

/** Buttons that cite the ticked works, or the shown works if none is ticked. */
export const CiteButtons = ({ ticked, shown, onClear, onCite }: CiteButtonsProps) => {
  const label = useLabel();
  const count = ticked.size;
  const hidden = count - shown.filter(({ id }) => ticked.has(id)).length;
  const limit = fill(
    ['一次最多引用 {most} 条，请取消部分选择', 'At most {most} at once: please deselect some'],
    { most: maxTickedWorks },
  );
  const words = hidden > 0 ? citesHidden : citesTicked;
  return (
    <>
      {count > 0 && (
        <Button size="small" type="link" onClick={onClear}>
          {label(['取消选择', 'Clear'])}
        </Button>
      )}
      <Tooltip title={count > maxTickedWorks && label(limit)}>
        <Button
          className="ky-scholar-cite"
          size="small"
          disabled={count > maxTickedWorks}
          onClick={onCite}
        >
          {label(count > 0 ? fill(words, { count, hidden }) : cites)}
        </Button>
      </Tooltip>
    </>
  );
};
