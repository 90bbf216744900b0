import { Button, Tooltip } from 'antd';
import { useScreen } from '../base/useScreen.ts';
import { toast } from '../components/toast.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import {
  type ActionContext,
  actionLabel,
  applicableRows,
  isOffered,
  type RecordActionName,
  recordActions,
} from '../records/actions.ts';
import { PageFoot } from '../table/ListFrame.tsx';
import type { PagePart } from '../table/paging.ts';

interface ListFootProps extends PagePart {
  readonly context: ActionContext;
  readonly selected: ReadonlyMap<string, WireRow>;
  readonly total: number;
  readonly onPage: (page: number, size: number) => void;
  readonly onUnselect: () => void;
  readonly acts: Readonly<Partial<Record<RecordActionName, (rows: readonly WireRow[]) => void>>>;
}

/** At the foot: what is chosen and what may be done with all of it; the total and the pages. */
export const ListFoot = (props: ListFootProps) => {
  const { context, selected, total, page, size, onPage, onUnselect, acts } = props;
  const label = useLabel();
  const narrow = useScreen() === 0;
  const chosen = [...selected.values()];
  const names = (Object.keys(acts) as RecordActionName[]).filter((name) =>
    isOffered(name, context),
  );
  return (
    <PageFoot
      total={total}
      page={page}
      size={size}
      onPage={onPage}
      chosen={chosen.length}
      onUnselect={onUnselect}
    >
      {!narrow &&
        names.map((name) => {
          const fit = applicableRows(name, chosen, context);
          const left = chosen.length - fit.length;
          const verb = label(actionLabel(name));
          const button = (
            <Button
              key={name}
              danger={recordActions[name].danger}
              onClick={() => {
                if (chosen.length === 0) {
                  toast.warning(['请选择至少一条数据', 'Choose at least one record']);
                } else if (fit.length === 0) {
                  toast.warning([
                    `所选数据的状态不能${actionLabel(name)[0]}`,
                    `None of the chosen can be handled this way: ${actionLabel(name)[1]}`,
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
                `${left} 条的状态不能${actionLabel(name)[0]}，将跳过`,
                `${left} do not fit and are left out`,
              ])}
            >
              {button}
            </Tooltip>
          ) : (
            button
          );
        })}
    </PageFoot>
  );
};
