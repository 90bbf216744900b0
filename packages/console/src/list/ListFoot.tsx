import { pageSizes } from '@keyan/kernel/query.ts';
import { Button, Pagination, Tooltip } from 'antd';
import { pageItem } from '../components/pageItem.ts';
import { toast } from '../components/toast.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useScreen } from '../shell/useScreen.ts';
import { fitting, type Looker, mayUse, type VerbName, verbLabel, verbs } from './verbs.ts';

interface ListFootProps {
  readonly looker: Looker;
  readonly selected: ReadonlyMap<string, WireRow>;
  readonly total: number;
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number, size: number) => void;
  readonly onUnselect: () => void;
  readonly acts: Readonly<Partial<Record<VerbName, (rows: readonly WireRow[]) => void>>>;
}

/** At the foot: what is chosen and what may be done with all of it; the total and the pages. */
export const ListFoot = (props: ListFootProps) => {
  const { looker, selected, total, page, size, onPage, onUnselect, acts } = props;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const chosen = [...selected.values()];
  const names = (Object.keys(acts) as VerbName[]).filter((name) => mayUse(name, looker));
  return (
    <div className="ky-list-foot">
      <div className="ky-list-chosen">
        {names.length > 0 && chosen.length > 0 && (
          <b>{label([`已选 ${chosen.length} 条`, `${chosen.length} chosen`])}</b>
        )}
        {!narrow &&
          names.map((name) => {
            const fit = fitting(name, chosen, looker);
            const left = chosen.length - fit.length;
            const verb = label(verbLabel(name));
            const button = (
              <Button
                key={name}
                danger={verbs[name].danger}
                onClick={() => {
                  if (chosen.length === 0) {
                    toast.warning(['请选择至少一条数据', 'Choose at least one record']);
                  } else if (fit.length === 0) {
                    toast.warning([
                      `所选数据的状态不能${verbLabel(name)[0]}`,
                      `None of the chosen can be handled this way: ${verbLabel(name)[1]}`,
                    ]);
                  } else acts[name]?.(fit);
                }}
              >
                {left > 0 && fit.length > 0 ? `${verb} ${fit.length}` : verb}
              </Button>
            );
            return left > 0 ? (
              <Tooltip
                key={name}
                title={label([
                  `${left} 条的状态不能${verbLabel(name)[0]}，将跳过`,
                  `${left} do not fit and are left out`,
                ])}
              >
                {button}
              </Tooltip>
            ) : (
              button
            );
          })}
        {chosen.length > 0 && (
          <button type="button" className="ky-link" onClick={onUnselect}>
            {label(['取消选择', 'Clear selection'])}
          </button>
        )}
      </div>
      <Pagination
        itemRender={pageItem}
        current={page}
        pageSize={size}
        total={total}
        simple={narrow}
        showSizeChanger={!narrow}
        pageSizeOptions={[...pageSizes]}
        showTotal={(count) => label([`共 ${count} 条`, `${count} in total`])}
        onChange={onPage}
      />
    </div>
  );
};
